/** Whose words this browser does not show, by table. */
import type { SeatNumber } from './protocol';
import { load, save } from './storage';

const MOST = 50;
const NAME = 'muted';

type Muted = { room: string; seats: SeatNumber[] }[];

export function mutedIn(room: string): SeatNumber[] {
  return load<Muted>(NAME, []).find((table) => table.room === room)?.seats ?? [];
}

export function keepMuted(room: string, seats: SeatNumber[]): void {
  const others = load<Muted>(NAME, []).filter((table) => table.room !== room);
  save(NAME, [...others, { room, seats }].slice(-MOST));
}
