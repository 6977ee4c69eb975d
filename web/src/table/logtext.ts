/** Finds the cards that the text of an event names, so that they can be read by pointing at them. */
import type { GameEvent } from '$lib/protocol';

export interface Bit {
  text: string;
  card: string | null;
}

export function bitsOf(event: GameEvent, text: string): Bit[] {
  const names = [event.card, event.by, event.on ?? null, ...event.cards]
    .filter((card) => card !== null)
    .map((card) => card.name);
  const found = [...new Set(names)]
    .filter((name) => name !== '' && text.includes(name))
    .sort((a, b) => b.length - a.length);
  let bits: Bit[] = [{ text, card: null }];
  for (const name of found)
    bits = bits.flatMap((bit) => (bit.card ? [bit] : split(bit.text, name)));
  return bits.filter((bit) => bit.text !== '');
}

function split(text: string, name: string): Bit[] {
  return text
    .split(name)
    .flatMap((part, i) => [
      ...(i > 0 ? [{ text: name, card: name }] : []),
      { text: part, card: null },
    ]);
}
