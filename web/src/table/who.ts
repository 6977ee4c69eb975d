/** What the players are called at this table. */
import type { GameStore } from '$lib/game.svelte';
import type { Decision, Named, Words } from '$lib/protocol';
import { strings } from '$lib/strings';
import { ticketsOf } from '$lib/tokens.svelte';
import { capital, fill } from '$lib/words';

export function nameOf(store: GameStore, seat: number | null): string {
  if (seat === null) return strings.table.nobody;
  return store.room?.seats[seat]?.name || strings.common.player(seat + 1);
}

/** "You" for oneself. */
export function whoIs(store: GameStore, seat: number | null): string {
  return seat !== null && seat === store.seat ? strings.table.you : nameOf(store, seat);
}

/** The same of a game that is over; people who shared a screen go by their names. */
export function whoWas(store: GameStore, seat: number): string {
  const [mine, ...others] = ticketsOf(store.room?.room ?? '');
  const own = mine?.seat === seat && others.length === 0;
  return own ? strings.table.you : nameOf(store, seat);
}

/** What the server says, with the players' names. */
export function textOf(store: GameStore, words: Words): string {
  return fill(words, (seat) =>
    seat === store.seat ? strings.table.youWithin : nameOf(store, seat),
  );
}

/** The card that asks, where it must be said: when it is asked, or what, may name it already. */
export function askerOf(store: GameStore, { source, moment, prompt }: Decision): Named | null {
  if (!source) return null;
  const named =
    (moment && textOf(store, moment).includes(source.name)) ||
    textOf(store, prompt).startsWith(source.name);
  return named ? null : source;
}

/** When a question is asked, to stand between the card that asks and what it asks. */
export function momentOf(store: GameStore, decision: Decision): string {
  const when = decision.moment ? textOf(store, decision.moment) : '';
  const { askedBy, askedByWhen, askedWhen } = strings.table;
  if (!askerOf(store, decision)) return when && askedWhen(capital(when));
  return when ? askedByWhen(when) : askedBy;
}

/** The same as a line or a button begins. */
export function sentence(store: GameStore, words: Words): string {
  return capital(textOf(store, words));
}

/** The seats in the order of play from the one who looks, oneself last: the rows of a base. */
export function rowsFor(store: GameStore): { others: number[]; own: number } {
  const count = store.view?.public.players.length ?? 0;
  const own = store.seat ?? 0;
  const others = Array.from({ length: count - 1 }, (_, i) => (own + 1 + i) % count);
  return { others: others.reverse(), own };
}
