/** The small signs of buttons and piles, drawn by hand on a 24 by 24 grid with round strokes. */
export const uiIcons = {
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1.2 1.5 1.3 2.5h5.4c.1-1 .5-1.7 1.3-2.500A6 6 0 0 0 12 3Z',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.900l2.2 2.200M16.9 16.900l2.2 2.200M4.9 19.100l2.2-2.200M16.9 7.100l2.2-2.2',
  online: 'M5 12.500a10 10 0 0 1 14 0M8 15.5a6 6 0 0 1 8 0M2 9.500a14 14 0 0 1 20 0M12 19h.01',
  offline:
    'M3 3l18 18M8 15.5a6 6 0 0 1 8 0M5 12.500a10 10 0 0 1 5-2.600M12 19h.01M15 10.300a10 10 0 0 1 4 2.2',
  hand: 'M5 8.5 12 6l3.5 10.5-7 2.500ZM13.5 5.5 19 7l-2.5 10',
  deck: 'M7 3h11v14H7ZM4 6v15h11',
  discard: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6',
  chat: 'M4 5h16v11H10l-5 4v-4H4Z',
  log: 'M6 3h12v18H6ZM9 8h6M9 12h6M9 16h4',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2',
  help: 'M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 18h.01M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  play: 'M7 4l13 8-13 8Z',
  pause: 'M8 5v14M16 5v14',
  next: 'M5 5l9 7-9 7ZM18 5v14',
  previous: 'M19 5l-9 7 9 7ZM6 5v14',
  first: 'M18 5l-8 7 8 7ZM10 5l-8 7 8 7Z',
  last: 'M6 5l8 7-8 7ZM14 5l8 7-8 7Z',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.5 1.500M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.5-1.5',
  trophy:
    'M7 4h10v5a5 5 0 0 1-10 0ZM7 6H3v1a4 4 0 0 0 4 4M17 6h4v1a4 4 0 0 1-4 4M12 14v4M8 21h8M9 18h6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5',
  check: 'M4 12.5 10 18 20 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  bot: 'M5 9h14v10H5ZM12 9V5M12 4h.01M9 13v1.500M15 13v1.500M2 13v3M22 13v3',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c0-4 3.5-6.5 8-6.500s8 2.5 8 6.5',
  swords: 'M4 4l11 11M20 4 9 15M13.5 17.500l4-4M6.5 13.500l4 4M16 16l4 4M8 16l-4 4',
  shovel: 'M14 10 20 4M18 2l4 4M4 20c-1-4 2-9 6-11l5 5c-2 4-7 7-11 6Z',
  flag: 'M5 21V4h13l-3 4.500L18 13H5',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14',
  random:
    'M4 6h3l10 12h4M17 6h4M4 18h3l2.5-3M14 9.5 17 6M18.5 3.5 21 6l-2.5 2.500M18.5 15.5 21 18l-2.5 2.5',
} as const;

export type UiIconName = keyof typeof uiIcons;
