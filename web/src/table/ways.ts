/** How a picked card can be played, in few words: it is in sight, its name needs no repeating. */
import type { Key, Option, SeatNumber, View, Words } from '$lib/protocol';
import { strings } from '$lib/strings';

export interface Way {
  option: Option;
  /** A base, or the card that it goes on; null: the option's own words are needed. */
  name: string | null;
  /** How full a base is, or how strong a minion. */
  number: string;
  /** Whose minion it is. */
  seat: SeatNumber | null;
}

interface Goal {
  name: string;
  number: string;
  seat: SeatNumber | null;
}

/** The options as ways; those that would read alike keep their own words. */
export function waysOf(view: View, options: Option[]): Way[] {
  const goals = goalsOf(view);
  const ways = options.map((option) => {
    const goal = goals.get(option.host ?? option.place ?? '');
    return { option, name: null, number: '', seat: null, ...goal };
  });
  const said = ({ name, number, seat }: Way) => `${name} ${number} ${seat}`;
  return ways.map((way) => {
    const alike = ways.filter((other) => said(other) === said(way)).length > 1;
    return alike ? { option: way.option, name: null, number: '', seat: null } : way;
  });
}

function goalsOf(view: View): Map<Key, Goal> {
  const goals = new Map<Key, Goal>();
  for (const { key, name, total, breakpoint, minions } of view.public.bases) {
    goals.set(key, { name, number: `${total}/${breakpoint}`, seat: null });
    for (const minion of minions) {
      const number = `${minion.power}`;
      goals.set(minion.key, { name: minion.name, number, seat: minion.controller });
    }
  }
  return goals;
}

/** What several ways to play one card to one place say: which play each of them uses up. */
export function paidBy(options: Option[]): Map<Option, Words> {
  const short = options.map(({ label }) => withoutPlay(label));
  const alone = new Set(short.map((words) => JSON.stringify(words))).size === options.length;
  if (options.length < 2 || !alone || short.includes(null)) return new Map();
  return new Map(options.map((option, at) => [option, short[at] ?? option.label]));
}

/** `play Zapbot at Tortuga as your minion, 5 of 16` is `play it as your minion`; null: it says no play. */
function withoutPlay({ sentence, values }: Words): Words | null {
  const { option, play } = values ?? {};
  if (typeof option === 'object') return withoutPlay(option);
  if (typeof play !== 'object') return null;
  return { sentence, values: { ...values, play: strings.table.ways.it } };
}
