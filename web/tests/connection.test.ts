import { beforeEach, expect, test } from 'vitest';
import { Connection, type Listener, type Socket, type Status } from '../src/lib/connection';
import type { ErrorWords, News } from '../src/lib/protocol';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  ofKind(t: string) {
    return this.sent.filter((message) => message.t === t);
  }
}

let sockets: FakeSocket[];
let timers: { run: () => void; after: number; over: boolean }[];
let heard: News[];
let statuses: Status[];
let refused: ErrorWords[];

const around = {
  open: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  },
  later: (run: () => void, after: number) => {
    const timer = { run, after, over: false };
    timers.push(timer);
    return timer;
  },
  forget: (timer: unknown) => {
    if (timer) (timer as { over: boolean }).over = true;
  },
  random: () => 0.5,
};

/** Lets the timers of up to that many milliseconds run, once. */
function pass(milliseconds: number): void {
  for (const timer of timers.filter((t) => !t.over && t.after <= milliseconds)) {
    timer.over = true;
    timer.run();
  }
}

const last = () => sockets.at(-1) as FakeSocket;
const welcome = (n: number) => ({
  t: 'welcome',
  n,
  room: {},
  seat: 0,
  v: 1,
  view: {},
  events: [],
  chat: [],
});
const update = (n: number) => ({ t: 'update', n, v: n, view: {}, events: [] });

beforeEach(() => {
  sockets = [];
  timers = [];
  heard = [];
  statuses = [];
  refused = [];
});

function connect(): Connection {
  const listener: Listener = {
    news: (message) => heard.push(message),
    status: (status) => statuses.push(status),
    refused: (error) => refused.push(error),
  };
  const connection = new Connection('room', 'token', listener, around);
  last().onopen?.();
  return connection;
}

test('it says hello first and hands on the news', () => {
  connect();
  expect(last().sent[0]).toEqual({ t: 'hello', room: 'room', token: 'token', last: 0 });
  last().says(welcome(7));
  last().says(update(8));
  expect(heard.map((message) => message.n)).toEqual([7, 8]);
  expect(statuses.at(-1)).toBe('online');
});

test('several messages are acknowledged at once', () => {
  connect();
  last().says(welcome(1));
  last().says(update(2));
  expect(last().ofKind('ack')).toEqual([]);
  pass(1_000);
  expect(last().ofKind('ack')).toEqual([{ t: 'ack', n: 2 }]);
  for (let n = 3; n <= 8; n++) last().says(update(n));
  expect(last().ofKind('ack').at(-1)).toEqual({ t: 'ack', n: 8 });
});

test('what was seen already is not told twice', () => {
  connect();
  last().says(welcome(1));
  last().says(update(2));
  last().says(update(2));
  expect(heard.length).toBe(2);
});

test('a missing message makes it start over from the last one it has', () => {
  connect();
  last().says(welcome(1));
  last().says(update(3));
  expect(heard.length).toBe(1);
  expect(sockets.length).toBe(2);
  last().onopen?.();
  expect(last().sent[0]).toMatchObject({ t: 'hello', last: 1 });
});

test('after a break it comes back by itself, later each time', () => {
  connect();
  last().says(welcome(1));
  last().onclose?.();
  expect(statuses.at(-1)).toBe('offline');
  pass(300);
  expect(sockets.length).toBe(2);
  last().onclose?.();
  pass(300);
  expect(sockets.length).toBe(2);
  pass(800);
  expect(sockets.length).toBe(3);
});

test('a request is sent again after a break, under the same id', async () => {
  const connection = connect();
  last().says(welcome(1));
  const answered = connection.ask({ t: 'answer', v: 1, option: 3 });
  const [before] = last().ofKind('answer');
  last().onclose?.();
  pass(300);
  last().onopen?.();
  const [again] = last().ofKind('answer');
  expect(again).toEqual(before);
  last().says({ t: 'ok', id: again?.id, v: 2 });
  expect(await answered).toMatchObject({ t: 'ok', v: 2 });
});

test('a request made while offline waits for the line', () => {
  const connection = connect();
  last().onclose?.();
  void connection.ask({ t: 'chat', text: 'hello?' });
  pass(300);
  last().onopen?.();
  expect(last().ofKind('chat').length).toBe(1);
});

test('a refusal goes to who asked', async () => {
  const connection = connect();
  last().says(welcome(1));
  const answered = connection.ask({ t: 'undo', v: 1 });
  const id = last().ofKind('undo')[0]?.id;
  last().says({ t: 'error', id, code: 'nothing_to_undo', message: 'Nothing.', next: '' });
  expect(await answered).toMatchObject({ code: 'nothing_to_undo' });
  expect(refused).toEqual([]);
});

test.each(['wrong_secret', 'revoked'])('%s ends it', (code) => {
  connect();
  last().says({ t: 'error', code, message: 'No.', next: 'Ask again.' });
  expect(refused.length).toBe(1);
  expect(statuses.at(-1)).toBe('closed');
  pass(60_000);
  expect(sockets.length).toBe(1);
});

test('a line that went silent is dropped and made anew', () => {
  connect();
  last().says(welcome(1));
  pass(20_000);
  expect(last().ofKind('ping').length).toBe(1);
  const silent = last();
  pass(8_000);
  expect(silent.closed).toBe(true);
  expect(statuses.at(-1)).toBe('offline');
});

test('waking up tries at once', () => {
  const connection = connect();
  last().onclose?.();
  connection.wake();
  expect(sockets.length).toBe(2);
});
