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

const settings = {
  speed: 'Speed of events',
  speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast', instant: 'Instant' },
  textSize: 'Text size',
  motion: 'Motion',
  motions: { system: 'As the system says', reduced: 'Reduced', full: 'Full' },
  autoPass: 'Pass by itself when nothing else is possible',
  confirmEnd: 'Ask before ending a turn while cards can still be played',
  showChances: 'Show the chance to win after a hint',
  sortHand: 'Sort the hand',
};

// -- the table (helper `table`) ----------------------------------------------------------
const table = {
  you: 'You',
  yourTurn: 'Your turn',
  turnOf: (name: string) => `${name}’s turn`,
  turn: (n: number) => `Turn ${n}`,
  phases: [
    { name: 'start', words: 'Start' },
    { name: 'play', words: 'Play cards' },
    { name: 'score', words: 'Score' },
    { name: 'draw', words: 'Draw 2' },
    { name: 'end', words: 'End' },
  ],
  before: { draft: 'Choosing factions', mulligan: 'Opening hands', over: 'Game over' } as Record<
    string,
    string
  >,
  playsLeft: (words: string[]) => `Still to play: ${words.join(', ')}`,
  nothingLeft: 'Nothing left to play',
  undo: 'Undo',
  hint: 'Hint',
  settings: 'Settings',
  help: 'Keys and help',
  menu: 'Menu',
  online: 'Connected',
  connecting: 'Connecting…',
  offline: 'Connection lost. Trying again…',
  offlineShort: 'Offline',
  connectNow: 'Try now',
  timeLeft: (seconds: number) => `${seconds} seconds left to decide`,

  table: 'Table',
  base: (name: string, total: number, breakpoint: number) =>
    `${name}: ${total} of ${breakpoint} power`,
  ready: 'ready to score',
  row: (who: string, power: number) => `${who}: ${power} power here`,
  minion: (name: string, power: number, who: string) => `${name}, power ${power}, ${who}`,
  attached: (name: string, who: string) => `${name}, attached, played by ${who}`,
  ongoing: (name: string, who: string) => `${name}, on the base, played by ${who}`,
  counters: (n: number) => `${n > 0 ? '+' : ''}${n} power counters`,
  buried: (who: string) => `A buried card of ${who}, face down`,
  buriedMine: (name: string) => `${name}, buried, only you can look at it`,
  buriedOpen: (name: string, who: string) => `${name}, buried, of ${who}`,
  awardNames: ['1st', '2nd', '3rd'],
  award: (place: string, who: string, vp: string) => `${place}: ${who}, ${vp} VP`,
  nobody: 'nobody yet',
  breakpoint: 'Breakpoint',
  power: 'Power',
  printed: 'printed',
  pickable: 'can be chosen',
  picked: 'chosen',

  prompt: 'What to do now',
  asks: (name: string) => `${name}:`,
  howMany: (least: number, most: number, picked: number) =>
    least === most
      ? `${picked} of ${most} chosen`
      : `${picked} chosen, ${least > 0 ? `${least} to ${most}` : `up to ${most}`}`,
  chosen: 'Chosen',
  skip: 'Skip',
  done: 'Done',
  end: 'End turn',
  endSure: 'End now? You can still play:',
  endAnyway: 'End turn anyway',
  keepPlaying: 'Keep playing',
  confirm: 'Confirm',
  cancelPick: 'Put back',
  chooseTarget: (name: string) => `${name}: choose where`,
  playOrCancel: (name: string) => `Play ${name}?`,
  allOptions: 'All options in words',
  options: 'Options',
  waitingFor: (name: string) => `Waiting for ${name}…`,
  botThinks: (name: string) => `${name} is thinking…`,
  waiting: 'One moment…',
  watching: 'You are watching',
  skipAhead: 'Skip ahead',
  offered: 'Choose a card',

  hand: 'Your hand',
  handCount: (n: number) => `Your hand: ${n === 1 ? '1 card' : `${n} cards`}`,
  emptyHand: 'Your hand is empty.',
  fromElsewhere: 'from elsewhere',
  deck: 'deck',
  discard: 'discard',
  deckOf: (who: string, n: number) => `${who}: deck, ${n}`,
  discardOf: (who: string) => `Discard pile of ${who}`,
  emptyPile: 'No cards here.',
  handCards: (n: number) => `${n} in hand`,
  deckCards: (n: number) => `${n} in the deck`,
  discardCards: (n: number) => `${n} in the discard pile`,
  topFirst: 'The last one discarded comes first.',
  baseDeck: 'base deck',
  seen: 'You know',

  players: 'Players',
  victoryPoints: (n: number) => `${n} victory points`,
  toWin: 15,
  bot: 'bot',
  away: 'away',
  botSitsIn: 'a bot sits in',
  conceded: 'gave up',

  log: 'What happened',
  chat: 'Chat',
  say: 'Say something…',
  send: 'Send',
  chances: 'Chance to win',
  percent: (share: number) => `${Math.round(share * 100)}%`,
  hintTitle: 'Advice',
  hintThinking: 'Looking at the possible moves…',
  hintOthers: 'What else was looked at',
  takeHint: 'Do that',
  whyTitle: (name: string) => `Why not ${name}?`,
  whyNothing: 'It cannot be played at this moment.',
  rule: (id: string) => `rule ${id}`,

  zoom: 'Look closer',
  sum: (total: number) => `${total} in all`,

  duel: 'Duel',
  duelLaid: (who: string) => `${who} laid a card face down`,
  duelYours: (name: string) => `You laid ${name}`,

  draftTitle: 'Choose a faction',
  draftWait: (name: string) => `${name} chooses a faction`,
  taken: 'taken',
  preview: (name: string) => `Look at the cards of ${name}`,

  undoAsked: (name: string, answers: number) =>
    `${name} wants to take back ${answers === 1 ? 'the last answer' : `${answers} answers`}. Do you agree?`,
  agree: 'Agree',
  refuse: 'Refuse',

  curtain: (name: string) => `Pass the screen to ${name}`,
  curtainWords: 'The hand stays hidden until then.',
  curtainReady: (name: string) => `I am ${name}`,

  over: 'Game over',
  wins: (names: string[]) =>
    names.length === 1 ? `${names[0]} wins!` : `${names.join(' and ')} win!`,
  youWin: 'You win!',
  rematch: 'Rematch',
  rematchReady: 'A rematch has been set up.',
  join: 'Join it',
  watchReplay: 'Watch the replay',
  lookAtTable: 'Look at the table',
  showResult: 'Show the result',
  waitingRoom: 'The game has not started yet.',
  toRoom: 'To the room',
  noTicket: 'This browser holds no seat at that table.',
  noTicketNext: 'Open the invitation link again, or start a new game.',

  leave: 'Leave',
  concede: 'Give up the game',
  concedeSure: 'Really give up? A bot plays on for you.',
  dismiss: 'All right',

  keys: [
    ['Arrow keys', 'go from card to card'],
    ['Enter', 'choose the card in focus, or confirm'],
    ['1 to 9', 'take the choice with that number'],
    ['Space or V', 'look at the card closely'],
    ['S', 'skip, or done choosing'],
    ['E', 'end the turn'],
    ['Esc', 'put the card back, close a window'],
    ['Z', 'undo'],
    ['H', 'hint'],
    ['O', 'all options in words'],
    ['A', 'go to your hand'],
    ['D', 'your discard pile'],
    ['L', 'the log'],
    ['C', 'chat'],
    ['F', 'skip ahead to now'],
    ['?', 'this list'],
  ],
  mouse:
    'With a mouse or finger: click a card that glows, then where it goes, or drag it there. Point at a card, or press long, to read it.',
};

// -- all other screens (helper `pages`) --------------------------------------------------
const pages = {};

export const strings = { plural, common, errors, settings, table, pages };
