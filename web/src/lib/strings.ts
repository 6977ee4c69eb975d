/**
 * Every English word the front end says itself, in one place: another language is another object
 * of the same shape. Words about cards, rules and what happened come from the server.
 */

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

const common = {
  title: 'Smash Up',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  retry: 'Try again',
  home: 'To the start page',
  loading: 'Loading…',
  minion: 'Minion',
  action: 'Action',
  base: 'Base',
  factions: (names: string[]) => names.join(' + '),
  shapes: ['circle', 'triangle', 'square', 'diamond'],
};

const errors = {
  unreachable: 'The server does not answer.',
  unreachableNext: 'Check that it is running and that you are online, then try again.',
  unknown: (status: number) => `The server answered in an unexpected way (${status}).`,
  unknownNext: 'Try again; if it stays so, restart the server.',
  noScreen: 'There is nothing at this address.',
  noScreenNext: 'Go to the start page.',
  screenFailed: 'This screen could not be loaded.',
  screenFailedNext: 'Reload the page.',
};

// -- the table (helper `table`) ----------------------------------------------------------
const table = {};

// -- all other screens (helper `pages`) --------------------------------------------------
const pages = {};

export const strings = { plural, common, errors, table, pages };
