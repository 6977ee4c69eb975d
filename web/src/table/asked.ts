/** A question as it is put to the player. */
import { mayDo } from '$lib/composed';
import type { GameStore } from '$lib/game.svelte';
import type { Decision } from '$lib/protocol';
import { askerOf, momentOf, textOf } from './who';

/** What is asked; in the Play Cards phase what may still be done, `short` without its end. */
export function questionOf(
  store: GameStore,
  { kind, options, prompt }: Decision,
  short = false,
): string {
  if (kind !== 'play') return textOf(store, prompt);
  const plays = options.some(({ verb }) => verb === 'play') ? (store.view?.public.plays ?? []) : [];
  const hand = new Set(store.view?.private.hand.map(({ key }) => key));
  const uses = options.filter(({ verb }) => verb === 'use');
  return mayDo(
    plays.map((play) => textOf(store, play.words)),
    uses.some(({ card }) => card === null || !hand.has(card)),
    uses.some(({ card }) => card !== null && hand.has(card)),
    short,
  );
}

/** The same as one line: which card asks, when, and what. */
export function askedWhole(store: GameStore, decision: Decision): string {
  const asker = askerOf(store, decision)?.name ?? '';
  return `${asker}${momentOf(store, decision)} ${questionOf(store, decision)}`.trim();
}
