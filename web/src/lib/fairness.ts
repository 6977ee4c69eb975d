/**
 * Whether nobody chose the deal: made again from what is shown at the end of a game, and compared
 * with what this browser kept. The same as `smashup fairness`; see docs/server.md, "Who deals".
 */
import type { RoomInfo } from './protocol';
import { sha256 } from './sha256';
import type { Ticket } from './tokens.svelte';

const SEEDS = 2n ** 53n;

/** `kept`: all is as it should be; `unseen`: this browser gave no number; `broken`: it is not. */
export type Verdict = 'kept' | 'unseen' | 'broken';

export function fairSeed(secret: string, numbers: (number | null)[]): number {
  const given = numbers.map((number) => (number === null ? '-' : String(number)));
  return Number(BigInt(`0x${sha256([secret, ...given].join(':'))}`) % SEEDS);
}

/** A number of one's own for the deal. */
export function drawNumber(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
}

/** What can be said of a finished game; null where nothing was promised, or it is not over. */
export function judge(room: RoomInfo, tickets: Ticket[]): Verdict | null {
  const { commitment, secret, numbers } = room.fairness ?? {};
  const seed = room.options?.seed ?? null;
  if (!secret || !numbers || seed === null) return null;
  const gave = tickets.filter((ticket) => ticket.number !== undefined && ticket.seat !== null);
  const holds =
    sha256(secret) === commitment &&
    fairSeed(secret, numbers) === seed &&
    gave.every(
      (ticket) => ticket.commitment === commitment && numbers[ticket.seat ?? -1] === ticket.number,
    );
  if (!holds) return 'broken';
  return gave.length > 0 ? 'kept' : 'unseen';
}

/** The command that checks the same. */
export function checkCommand({ fairness, options }: RoomInfo): string {
  const numbers = (fairness?.numbers ?? []).map((number) => number ?? '-').join(' ');
  const told = `--commitment ${fairness?.commitment} --seed ${options?.seed}`;
  return `smashup fairness ${fairness?.secret} ${numbers} ${told}`;
}
