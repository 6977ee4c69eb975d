/** The seats this browser holds the right to: room, seat and secret token. */

import type { Made, SeatNumber } from './protocol';
import { load, save } from './storage';

export interface Ticket {
  room: string;
  /** null: a spectator */
  seat: SeatNumber | null;
  token: string;
  invite?: string;
  /** The number given for the deal, and the promise that was seen before (`fairness`). */
  number?: number;
  commitment?: string;
  /** When it was got, to forget the oldest. */
  at: number;
}

const MOST = 200;

export const tickets = $state<Ticket[]>(load<Ticket[]>('tickets', []));

export function keep(ticket: Omit<Ticket, 'at'>): void {
  const others = tickets.filter((t) => t.room !== ticket.room || t.seat !== ticket.seat);
  tickets.splice(0, tickets.length, ...others.slice(1 - MOST), { ...ticket, at: Date.now() });
  save('tickets', $state.snapshot(tickets));
}

/** Keeps all seats of a room just made. */
export function keepAll(made: Made): void {
  const invite = made.invite ?? ticketsOf(made.room)[0]?.invite;
  for (const { seat, token } of made.seats) {
    keep({ room: made.room, seat, token, ...(invite === undefined ? {} : { invite }) });
  }
}

/** The seats held in a room, players before spectators; several in hot-seat. */
export function ticketsOf(room: string): Ticket[] {
  const held = tickets.filter((ticket) => ticket.room === room);
  const seats = held.filter((ticket) => ticket.seat !== null);
  return (seats.length > 0 ? seats : held).sort((a, b) => (a.seat ?? -1) - (b.seat ?? -1));
}

/** A right that has ended is not kept. */
export function lose(token: string): void {
  const others = tickets.filter((ticket) => ticket.token !== token);
  tickets.splice(0, tickets.length, ...others);
  save('tickets', $state.snapshot(tickets));
}

export function forget(room: string): void {
  const others = tickets.filter((ticket) => ticket.room !== room);
  tickets.splice(0, tickets.length, ...others);
  save('tickets', $state.snapshot(tickets));
}
