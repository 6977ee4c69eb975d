/** What is said in several pieces, or in numbers: put together here, of the words in `strings`. */
import { language } from './language';
import { strings } from './strings';
import { capital } from './words';

/** `a, b and c`. */
export function listed(items: string[], join = strings.common.and): string {
  const [last = '', ...rest] = [...items].reverse();
  return rest.length === 0 ? last : join(rest.reverse().join(', '), last);
}

/** The day of a moment in seconds since 1970, as this language writes it where the browser is. */
export function day(seconds: number): string {
  const code = language() === 'en' ? undefined : language();
  return new Date(seconds * 1000).toLocaleDateString(code, { dateStyle: 'medium' });
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent' }).format(share);
}

/** The shares of one whole, rounded so that what is read adds up to it. */
export function percents(shares: number[]): string[] {
  const exact = shares.map((share) => 100 * share);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const left = Math.round(sum(exact)) - sum(exact.map(Math.floor));
  const rest = (at: number) => (exact[at] ?? 0) % 1;
  const up = [...exact.keys()].sort((a, b) => rest(b) - rest(a)).slice(0, left);
  return exact.map((number, at) => percent((Math.floor(number) + Number(up.includes(at))) / 100));
}

/** Thousands apart, as this language writes them. */
export function count(n: number): string {
  return new Intl.NumberFormat(language()).format(n);
}

/** With its sign: `+2`, `−1`. */
export function signed(n: number): string {
  return `${n < 0 ? '−' : '+'}${Math.abs(n)}`;
}

/** Plays that are left, those that are the same said once. */
export function counted(plays: string[]): string[] {
  const times = (play: string) => plays.filter((other) => other === play).length;
  return [...new Set(plays)].map((play) =>
    times(play) > 1 ? strings.table.ways.times(play, times(play)) : play,
  );
}

/** What may still be done in the Play Cards phase; `short`: the end of the turn has a button beside it. */
export function mayDo(plays: string[], onTable: boolean, inHand: boolean, short: boolean): string {
  const { play, use, useHand, end, or } = strings.table.ways;
  const uses = onTable ? use : inHand ? useHand : '';
  const ways = [plays.length > 0 ? play(listed(counted(plays))) : '', uses].filter(Boolean);
  return capital(listed(short && ways.length > 0 ? ways : [...ways, end], or));
}

/** How many are chosen, and how many can be. */
export function howMany(least: number, most: number, picked: number): string {
  const words = strings.table.howMany;
  if (least === most) return words.exactly(picked, most);
  return least > 0 ? words.between(picked, least, most) : words.upTo(picked, most);
}

/** What happened while one was away. */
export function meanwhile(answers: number, undone: number): string {
  const { botAnswered, othersUndid } = strings.table;
  return [answers > 0 && botAnswered(answers), undone > 0 && othersUndid(undone)]
    .filter(Boolean)
    .join(' ');
}
