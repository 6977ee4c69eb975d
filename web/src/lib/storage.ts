/** localStorage that never throws: private windows and full disks only lose what is remembered. */

export function load<T extends object>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`smashup.${name}`);
    const found: unknown = text === null ? null : JSON.parse(text);
    if (found === null || typeof found !== 'object') return fallback;
    if (Array.isArray(fallback)) return (Array.isArray(found) ? found : fallback) as T;
    return { ...fallback, ...found };
  } catch {
    return fallback;
  }
}

export function save(name: string, value: object): void {
  try {
    localStorage.setItem(`smashup.${name}`, JSON.stringify(value));
  } catch {
    // Not remembered; the game goes on.
  }
}
