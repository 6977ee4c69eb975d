/**
 * One seat's line to the server. It comes back by itself after a break and asks for what it missed;
 * a request keeps its id until it is answered, so sending it again after a break changes nothing.
 */
import { home } from './home';
import type { ClientMessage, ErrorWords, News, Reply, Request, ServerMessage } from './protocol';

/** A request as the screen makes it; its id is added here. */
export type Wish<R extends Request = Request> = R extends Request ? Omit<R, 'id'> : never;

export type Status = 'connecting' | 'online' | 'offline' | 'closed';

/** The part of WebSocket that is used, so that tests can bring their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  news(message: News): void;
  status(status: Status): void;
  /** A refusal that no request waits for: wrong secret, room gone… */
  refused(error: ErrorWords): void;
}

export interface Surroundings {
  open(): Socket;
  later(run: () => void, milliseconds: number): unknown;
  forget(timer: unknown): void;
  random(): number;
}

interface Waiting {
  text: string;
  resolve(reply: Reply): void;
}

/** Refusals after which coming back makes no sense. */
const FINAL = new Set([
  'no_such_room',
  'wrong_secret',
  'revoked',
  'set_aside',
  'expired',
  'bad_origin',
]);
const PING_AFTER = 20_000;
const PONG_WITHIN = 8_000;
const ACK_WITHIN = 700;
const ACK_AT_LEAST_EVERY = 6;
const BACKOFF = [300, 800, 1_600, 3_000, 6_000, 10_000];

export class Connection {
  #socket: Socket | null = null;
  #last = 0;
  #tries = 0;
  #over = false;
  #greeted = false;
  #count = 0;
  #waiting = new Map<string, Waiting>();
  #pulse: unknown = null;
  #retry: unknown = null;
  #acking: unknown = null;
  #unseen = 0;
  readonly #prefix: string;

  constructor(
    readonly room: string,
    readonly token: string,
    private readonly listener: Listener,
    private readonly around: Surroundings = browser,
  ) {
    this.#prefix = Math.floor(around.random() * 2 ** 40).toString(36);
    this.#connect();
  }

  /** Sends a request; the promise is kept when the server answers, however long a break lasts. */
  ask(wish: Wish): Promise<Reply> {
    const id = `${this.#prefix}-${++this.#count}`;
    const text = JSON.stringify({ ...wish, id } satisfies Request);
    return new Promise((resolve) => {
      this.#waiting.set(id, { text, resolve });
      if (this.#greeted) this.#socket?.send(text);
    });
  }

  /** Tries again at once: the network is back, or the page was woken. */
  wake(): void {
    if (this.#over) return;
    if (this.#socket === null) {
      this.#tries = 0;
      this.#connect();
    } else if (this.#greeted) {
      this.#ping();
    }
  }

  /** The network is gone: the line is dead, though it may not have noticed yet. */
  lost(): void {
    if (this.#socket !== null) this.#lost();
  }

  close(): void {
    this.#over = true;
    this.#drop();
    this.listener.status('closed');
  }

  #connect(): void {
    this.around.forget(this.#retry);
    this.listener.status(this.#tries === 0 ? 'connecting' : 'offline');
    const socket = this.around.open();
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => {
      send(socket, { t: 'hello', room: this.room, token: this.token, last: this.#last });
      this.#greeted = true;
      for (const { text } of this.#waiting.values()) socket.send(text);
      this.#watchPulse();
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #hear(message: ServerMessage): void {
    this.#watchPulse();
    switch (message.t) {
      case 'pong':
        return;
      case 'ok':
      case 'hint':
      case 'why':
        this.#settle(message.id, message);
        return;
      case 'error':
        this.#refuse(message);
        return;
      default:
        this.#receive(message);
    }
  }

  #receive(message: News): void {
    this.#tries = 0;
    this.listener.status('online');
    // A welcome holds everything, so it may jump; all else comes once and in order.
    if (message.t !== 'welcome') {
      if (message.n <= this.#last) return;
      if (message.n > this.#last + 1) {
        this.#resync();
        return;
      }
    }
    this.#last = message.n;
    this.#acknowledge();
    this.listener.news(message);
  }

  /** Several messages are acknowledged at once; the server keeps only a few that are not. */
  #acknowledge(): void {
    this.#unseen += 1;
    this.around.forget(this.#acking);
    if (this.#unseen >= ACK_AT_LEAST_EVERY) this.#ack();
    else this.#acking = this.around.later(() => this.#ack(), ACK_WITHIN);
  }

  #ack(): void {
    this.#unseen = 0;
    if (this.#greeted) send(this.#socket, { t: 'ack', n: this.#last });
  }

  /** A message is missing: start over with what is known. */
  #resync(): void {
    this.#drop();
    this.#connect();
  }

  #settle(id: string, reply: Reply): void {
    this.#waiting.get(id)?.resolve(reply);
    this.#waiting.delete(id);
  }

  #refuse(error: Extract<Reply, { t: 'error' }>): void {
    if (error.id && this.#waiting.has(error.id)) {
      this.#settle(error.id, error);
      return;
    }
    if (FINAL.has(error.code)) {
      this.#over = true;
      this.#drop();
      this.listener.status('closed');
    }
    this.listener.refused(error);
  }

  #lost(): void {
    this.#drop();
    if (this.#over) return;
    this.listener.status('offline');
    const wait = BACKOFF[Math.min(this.#tries, BACKOFF.length - 1)] ?? 10_000;
    this.#tries += 1;
    // Spread out, so that a restarted server does not meet everybody at once.
    this.#retry = this.around.later(
      () => this.#connect(),
      wait * (0.7 + 0.6 * this.around.random()),
    );
  }

  #drop(): void {
    this.around.forget(this.#pulse);
    this.around.forget(this.#retry);
    this.around.forget(this.#acking);
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  }

  /** A line that went dead without saying so (sleep, lost network) is noticed by silence. */
  #watchPulse(): void {
    this.around.forget(this.#pulse);
    this.#pulse = this.around.later(() => this.#ping(), PING_AFTER);
  }

  #ping(): void {
    this.around.forget(this.#pulse);
    send(this.#socket, { t: 'ping' });
    this.#pulse = this.around.later(() => this.#lost(), PONG_WITHIN);
  }
}

function send(socket: Socket | null, message: ClientMessage): void {
  socket?.send(JSON.stringify(message));
}

const browser: Surroundings = {
  open: () => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(`${scheme}//${location.host}${home()}/ws`) as unknown as Socket;
  },
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  forget: (timer) => clearTimeout(timer as number | undefined),
  random: Math.random,
};
