/** Opening tables and going to them. */
import { api } from './api';
import { gameForm, seatForm, toWish } from './newgame';
import type { NewRoom, RoomInfo, StrengthName } from './protocol';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { strings } from './strings';
import { keep, keepAll, tickets } from './tokens.svelte';

/** The name this player is known by. */
export function myName(): string {
  return settings.name.trim() || strings.pages.start.defaultName;
}

/** Opens a table and goes there: to the game, or to its lobby while seats are open. */
export async function open(wish: NewRoom): Promise<void> {
  const made = await api.newRoom(wish);
  keepAll(made);
  if (made.seats.length === 0 && made.invite !== null) {
    // Bots among themselves: whoever set the table watches.
    keep({ ...(await api.watch(made.room, made.invite, myName())), invite: made.invite });
  }
  const waits = wish.seats.some(({ kind }) => kind === 'open');
  if (waits && made.invite !== null) router.go('room', made.room, made.invite);
  else router.go('play', made.room);
}

/** A game against bots with random factions: nothing to fill in. */
export function playNow(opponents: number, strength: StrengthName): Promise<void> {
  const form = gameForm(myName(), 'bot');
  const bots = Array.from({ length: opponents }, (_, at) => ({
    ...seatForm('bot', at),
    strength,
  }));
  return open(toWish({ ...form, seats: form.seats.slice(0, 1).concat(bots) }, myName()));
}

/** The games this browser holds a seat in, the ones that wait for this player first. */
export async function myGames(): Promise<RoomInfo[]> {
  const tokens = tickets.filter(({ seat }) => seat !== null).map(({ token }) => token);
  if (tokens.length === 0) return [];
  const rooms = new Map((await api.mine(tokens)).map((room) => [room.room, room]));
  return [...rooms.values()].sort((a, b) => rank(a) - rank(b) || b.created - a.created);
}

function rank({ state, your_move }: RoomInfo): number {
  if (state === 'playing') return your_move ? 0 : 1;
  return { waiting: 2, over: 3, set_aside: 4 }[state];
}
