/** The server's REST calls. Every failure is a `Refused` with words for people. */
import { home } from './home';
import type {
  Anew,
  Catalogue,
  Course,
  ErrorWords,
  Handover,
  Invitation,
  Join,
  Joined,
  Made,
  Moment,
  NewRoom,
  PackCredits,
  Puzzles,
  Reach,
  ReplayInfo,
  RoomInfo,
  SeatNumber,
  Solution,
  StrengthName,
  Verdict,
} from './protocol';
import { toldHere } from './refusals';
import { strings } from './strings';

/** Through whose eyes: a seat's, nobody's (a spectator), or with all hands open. */
export type Seen = SeatNumber | null | 'open';

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly next: string,
    readonly status = 0,
  ) {
    super(message);
  }
}

interface Call {
  method?: 'GET' | 'POST';
  body?: object;
  headers?: Record<string, string>;
  /** Before the path. */
  at?: string;
}

/** Of rooms and replays. */
const NAMED = /^\/(rooms|replays)\/([^/?]+)/;
const NAME = /^[a-z0-9]{1,40}$/;

/** A link that was not copied whole, or with something behind it, leads nowhere. */
function checkName(path: string): void {
  const [, kind, name] = NAMED.exec(path) ?? [];
  if (name === undefined || NAME.test(name)) return;
  const code = kind === 'rooms' ? 'no_such_room' : 'no_such_replay';
  const [message, next] = strings.pages.room.codes[code] ?? ['', ''];
  throw new Refused(code, message, next);
}

export async function call<T>(
  path: string,
  { method, body, headers, at = '/api' }: Call = {},
): Promise<T> {
  checkName(path);
  let response: Response;
  try {
    response = await fetch(`${home()}${at}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused('unreachable', strings.errors.unreachable, strings.errors.unreachableNext);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  const refusal = (answer as { error?: ErrorWords } | null)?.error;
  const error = refusal && toldHere(refusal);
  throw new Refused(
    error?.code ?? 'unknown',
    error?.message ?? strings.errors.unknown(response.status),
    error?.next ?? strings.errors.unknownNext,
    response.status,
  );
}

const room = (id: string) => `/rooms/${encodeURIComponent(id)}`;
const replay = (id: string) => `/replays/${encodeURIComponent(id)}`;
const as = (token: string) => ({ 'X-Seat-Token': token });
const seen = (view: Seen) => (view === 'open' ? '&open=1' : view === null ? '' : `&seat=${view}`);

export const api = {
  cards: () => call<Catalogue>('/cards'),
  credits: () => call<PackCredits[]>('/credits'),
  /** Where other devices find the server. */
  reach: () => call<Reach>('/reach'),
  /** Icons at an address that the catalogue gives. */
  icons: (address: string) => call<Record<string, string>>(address, { at: '' }),
  newRoom: (wish: NewRoom) => call<Made>('/rooms', { body: wish }),
  room: (id: string, token: string) => call<RoomInfo>(room(id), { headers: as(token) }),
  roomByInvite: (id: string, invite: string) =>
    call<RoomInfo>(room(id), { headers: { 'X-Invite': invite } }),
  join: (id: string, wish: Join) => call<Joined>(`${room(id)}/join`, { body: wish }),
  watch: (id: string, invite: string, name: string) =>
    call<Joined>(`${room(id)}/watch`, { body: { invite, name } }),
  start: (id: string, token: string) =>
    call<RoomInfo>(`${room(id)}/start`, { method: 'POST', headers: as(token) }),
  /** A new invite in place of the old one. */
  renew: (id: string, token: string) =>
    call<Invitation>(`${room(id)}/invite`, { method: 'POST', headers: as(token) }),
  remove: (id: string, token: string, seat: SeatNumber) =>
    call<Invitation>(`${room(id)}/remove`, { body: { seat }, headers: as(token) }),
  /** A code by which another device can take the seat. */
  handOver: (id: string, token: string) =>
    call<Handover>(`${room(id)}/handover`, { method: 'POST', headers: as(token) }),
  take: (id: string, code: string) => call<Joined>(`${room(id)}/take`, { body: { code } }),
  rematch: (id: string, token: string, factions: Anew) =>
    call<Made>(`${room(id)}/rematch?factions=${factions}`, { method: 'POST', headers: as(token) }),
  mine: (tokens: string[]) =>
    call<RoomInfo[]>('/mine', { headers: { 'X-Seat-Tokens': tokens.join(',') } }),
  shareReplay: (id: string, token?: string) =>
    call<{ link: string }>(replay(id), { body: token === undefined ? {} : { token } }),
  replay: (id: string) => call<ReplayInfo>(replay(id)),
  /** The table after so many answers, with the log up to there. */
  replayAt: (id: string, move: number, view: Seen) =>
    call<Moment>(`${replay(id)}/at/${move}?all=1${seen(view)}`),
  /** How a finished game went: to who sat or watched there, or by its replay. */
  course: (id: string, token: string) => call<Course>(`${room(id)}/course`, { headers: as(token) }),
  replayCourse: (id: string) => call<Course>(`${replay(id)}/course`),
  /** What could have been better in the turn that began at a move. */
  better: (id: string, move: number) => call<Verdict>(`${replay(id)}/better/${move}`),
  puzzles: () => call<Puzzles>('/puzzles'),
  /** A table of one's own at the position of a puzzle. */
  solve: (number: number, name: string) => call<Made>(`/puzzles/${number}`, { body: { name } }),
  solution: (number: number) => call<Solution>(`/puzzles/${number}/solution`),
  continueReplay: (
    id: string,
    wish: { move: number; seat: SeatNumber; name: string; strength: StrengthName },
  ) => call<Made>(`${replay(id)}/continue`, { body: wish }),
};
