/** Numbers that look like chance and are the same for the same word. */

export interface Chance {
  between: (from: number, to: number) => number;
  pick: <T>(things: T[]) => T;
}

export function chanceFrom(word: string): Chance {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (from, to) => Math.round((from + (to - from) * next()) * 10) / 10,
    pick: (things) => things[Math.floor(next() * things.length)] as (typeof things)[number],
  };
}
