/**
 * Where things go that each want a place on a line, in rising order, but need room: as near to
 * their place as they can be without lying over each other. All in the same unit.
 */
export function apart(wished: number[], room: number, length: number): number[] {
  const placed: number[] = [];
  for (const at of wished) placed.push(Math.max(at, (placed.at(-1) ?? -room / 2) + room));
  // Those that were pushed beyond the end push back.
  let most = length - room / 2;
  for (let i = placed.length - 1; i >= 0; i -= 1) {
    placed[i] = Math.min(placed[i] ?? 0, most);
    most = (placed[i] ?? 0) - room;
  }
  return placed;
}
