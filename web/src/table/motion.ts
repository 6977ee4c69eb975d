/** Things glide from where they lay to where they lie: transform and opacity only. */
import { TEMPO } from '$lib/beats';
import type { GameEvent, Key } from '$lib/protocol';
import { seatKey } from '$lib/seats';
import { reducedMotion, settings } from '$lib/settings.svelte';

interface Was {
  box: DOMRect;
  element: HTMLElement;
}

export interface Arrow {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  seat: number | null;
}

/** More arrows than that are a thicket. */
const MOST_ARROWS = 6;
const SHORTEST_ARROW = 40;
/** How far an arrow bends, as a share of its length. */
const BEND = 0.16;

/** How long a thing glides. */
function glide(): number {
  return Math.min(400 * (TEMPO[settings.speed] || TEMPO.fast), 320);
}

export class Motion {
  #before = new Map<string, Was>();
  #lay: (key: Key) => boolean = () => false;

  constructor(
    private readonly root: HTMLElement,
    private readonly layer: HTMLElement,
  ) {}

  #things(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>('[data-key]')];
  }

  /** How everything is now; `lies` says what is on the table, for on a phone most is not drawn. */
  remember(lies: (key: Key) => boolean): void {
    this.#lay = lies;
    this.#before.clear();
    for (const element of this.#things()) {
      const key = element.dataset.key ?? '';
      if (!this.#before.has(key)) {
        this.#before.set(key, { box: element.getBoundingClientRect(), element });
      }
    }
  }

  /** Lets everything that changed its place glide there; what no longer lies anywhere goes. */
  play(event: GameEvent | null, lies: (key: Key) => boolean): void {
    if (event === null && settings.speed === 'instant') return;
    if (reducedMotion()) {
      this.#fade(lies);
      return;
    }
    const seen = new Set<string>();
    const moves: (() => void)[] = [];
    for (const element of this.#things()) {
      const key = element.dataset.key ?? '';
      if (seen.has(key)) continue;
      seen.add(key);
      if (isBase(key) && !this.#lay(key)) moves.push(() => turnUp(element));
      if (!isCard(key)) continue;
      const from = this.#before.get(key)?.box ?? this.#comesFrom(key, event);
      const to = element.getBoundingClientRect();
      if (from && to.width > 0) moves.push(() => glideTo(element, from, to));
    }
    for (const move of moves) move();
    if (event?.kind === 'counters') this.#drop(event);
    for (const [key, was] of this.#before) {
      if (seen.has(key) || lies(key)) continue;
      if (isCard(key)) this.#leave(key, was, event);
      else if (isBase(key)) this.#turnDown(was);
    }
  }

  /** For who wants little motion: what comes or lies elsewhere fades in, what goes fades out. */
  #fade(lies: (key: Key) => boolean): void {
    const seen = new Set<string>();
    for (const element of this.#things()) {
      const key = element.dataset.key ?? '';
      seen.add(key);
      if (!isCard(key) && !isBase(key)) continue;
      const before = this.#before.get(key)?.box;
      const stays = before ? isAt(element, before) : this.#lay(key);
      if (!stays) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: glide() });
    }
    for (const [key, was] of this.#before) {
      const shown = was.box.width > 0 && was.element.dataset.spot !== 'hand';
      if (shown && (isCard(key) || isBase(key)) && !seen.has(key) && !lies(key))
        this.#ghost(was, [{ opacity: 1 }, { opacity: 0 }]);
    }
  }

  /** Counters that a card gets drop onto it. */
  #drop({ card, cards, amount }: GameEvent): void {
    if (amount <= 0) return;
    const keys = new Set([card, ...cards].map((one) => one?.key ?? ''));
    for (const element of this.#things()) {
      if (!keys.has(element.dataset.key ?? '')) continue;
      element
        .querySelector('.counters')
        ?.animate(DROPPED, { duration: glide(), easing: 'cubic-bezier(.4,0,.8,1)' });
    }
  }

  /** A card that is played comes from the stage, or from its player. */
  #comesFrom(key: string, event: GameEvent | null): DOMRect | null {
    if (event?.card?.key !== key) return null;
    return this.#onStage(key) ?? (event.seat === null ? null : this.#boxOf(seatKey(event.seat)));
  }

  /** Destroyed cards break, returned ones fly home, others drop. */
  #leave(key: string, was: Was, event: GameEvent | null): void {
    if (was.box.width === 0 || was.element.dataset.spot === 'hand') return;
    const kind = event?.card?.key === key ? event.kind : null;
    const home = event && event.seat !== null ? this.#boxOf(seatKey(event.seat)) : null;
    if (kind === 'minion destroyed') this.#break(was);
    else if (kind === 'returned' && home) this.#fly(was, home);
    else {
      this.#ghost(was, [
        { transform: 'none', opacity: 1 },
        { transform: 'translateY(12px) scale(.8) rotate(6deg)', opacity: 0 },
      ]);
    }
  }

  #break(was: Was): void {
    const halves = [
      { shape: 'polygon(0 0, 58% 0, 42% 50%, 55% 100%, 0 100%)', way: -1 },
      { shape: 'polygon(58% 0, 100% 0, 100% 100%, 55% 100%, 42% 50%)', way: 1 },
    ];
    for (const { shape, way } of halves) {
      const ghost = this.#ghost(was, [
        { transform: 'none', opacity: 1 },
        {
          transform: `translate(${way * 3}px, -4px) rotate(${way * 2}deg)`,
          opacity: 1,
          offset: 0.3,
        },
        { transform: `translate(${way * 26}px, 34px) rotate(${way * 18}deg)`, opacity: 0 },
      ]);
      ghost.style.clipPath = shape;
    }
  }

  #fly(was: Was, home: DOMRect): void {
    const [dx, dy] = between(was.box, home);
    this.#ghost(was, [
      { transform: 'none', opacity: 1 },
      { transform: 'translateY(-8px) scale(1.05)', opacity: 1, offset: 0.25 },
      { transform: `translate(${dx}px, ${dy}px) scale(.3)`, opacity: 0.2 },
    ]);
  }

  #turnDown(was: Was): void {
    this.#ghost(was, [
      { transform: 'perspective(60rem) rotateY(0)', opacity: 1 },
      { transform: 'perspective(60rem) rotateY(-90deg)', opacity: 1 },
    ]);
  }

  /** A picture of what lay there, for as long as it goes. */
  #ghost({ box, element }: Was, frames: Keyframe[]): HTMLElement {
    const ghost = element.cloneNode(true) as HTMLElement;
    ghost.removeAttribute('data-key');
    ghost.removeAttribute('tabindex');
    ghost.setAttribute('aria-hidden', 'true');
    ghost.inert = true;
    Object.assign(ghost.style, {
      position: 'fixed',
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
      margin: '0',
    });
    const coloured = element.closest<HTMLElement>('[style*="--seat"]');
    ghost.style.setProperty('--seat', coloured?.style.getPropertyValue('--seat') ?? '');
    this.layer.append(ghost);
    const gone = ghost.animate(frames, {
      duration: glide(),
      easing: 'ease-in',
      fill: 'forwards',
    });
    gone.onfinish = () => ghost.remove();
    return ghost;
  }

  #onStage(key: Key | null | undefined): DOMRect | null {
    return boxIn(this.root, key, 'stage');
  }

  #isInHand(key: Key): boolean {
    return this.root.querySelector(`[data-key="${CSS.escape(key)}"][data-spot="hand"]`) !== null;
  }

  #boxOf(key: Key | null | undefined): DOMRect | null {
    const lying = boxIn(this.root, key, 'key') ?? boxIn(this.root, key, 'base');
    const box = lying ?? this.#before.get(key ?? '')?.box;
    return box && box.width > 0 ? box : null;
  }

  /** From the card that acts, on the stage or where it lies, to everything it acts on. */
  arrows(event: GameEvent): Arrow[] {
    const seat = event.by_seat ?? event.seat;
    const aims = this.#aimsOf(event);
    const acts = event.by;
    if (!acts) return []; // the rules did it
    const staged = this.#onStage(acts.key);
    const from =
      staged ??
      (aims.includes(acts.key) ? null : this.#boxOf(acts.key)) ??
      this.#boxOf(seat === null ? null : seatKey(seat));
    if (!from) return [];
    return aims.flatMap((aim) => {
      const to = this.#boxOf(aim);
      if (!to) return [];
      const start = staged ? besideStage(staged, to) : middle(from);
      const [x1, y1] = this.#abovePrompt(start, to);
      const [x2, y2] = tip([x1, y1], to);
      const over = this.#isOverPrompt(y1, y2);
      const short = Math.hypot(x2 - x1, y2 - y1) < SHORTEST_ARROW;
      return over || short ? [] : [{ x1, y1, x2, y2, seat }];
    });
  }

  /** Where the prompt stands between the board and the hand, nothing is drawn over its buttons. */
  #promptBetween(): DOMRect | null {
    return this.root.querySelector('.prompt.tall')?.getBoundingClientRect() ?? null;
  }

  /** An arrow to the board that would come from below the prompt starts at its upper edge. */
  #abovePrompt([x, y]: Point, to: DOMRect): Point {
    const prompt = this.#promptBetween();
    return prompt && y > prompt.top && to.bottom <= prompt.top ? [x, prompt.top] : [x, y];
  }

  #isOverPrompt(y1: number, y2: number): boolean {
    const prompt = this.#promptBetween();
    return prompt !== null && Math.max(y1, y2) > prompt.top;
  }

  /** What an event is about: cards as far as they can be seen, else a base, else a player. */
  #aimsOf(event: GameEvent): Key[] {
    // What comes into one's own hand glides there.
    if ([event.card, ...event.cards].some((card) => card && this.#isInHand(card.key))) return [];
    const several = event.cards.map(({ key }) => key).filter((key) => this.#boxOf(key));
    const concerned = event.by && isForAnother(event) ? seatKey(event.seat) : null;
    // A card that goes nowhere is on the stage alone.
    if (event.kind === 'action played' && event.place === null) return [];
    const aims = [event.on?.key, event.card?.key, event.to, event.place, concerned];
    const one = aims.find((key) => this.#boxOf(key));
    return several.length > 1 ? several.slice(0, MOST_ARROWS) : one ? [one] : several;
  }
}

/** How far towards a point one can go from the middle of a box without leaving it, as a share. */
function within(box: DOMRect, [dx, dy]: Point): number {
  return Math.min(box.width / 2 / Math.abs(dx), box.height / 2 / Math.abs(dy));
}

/** What a card does for its own player is said where it is shown; their points are elsewhere. */
function isForAnother(event: GameEvent): event is GameEvent & { seat: number } {
  const { kind, seat, by_seat } = event;
  return seat !== null && (seat !== by_seat || kind === 'victory points');
}

const isCard = (key: string) => key.startsWith('c') || key.startsWith('b');
const isBase = (key: string) => key.startsWith('p');

function boxIn(root: HTMLElement, key: Key | null | undefined, as: 'key' | 'base' | 'stage') {
  if (!key) return null;
  const element = root.querySelector<HTMLElement>(`[data-${as}="${CSS.escape(key)}"]`);
  const box = element?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

function middle(box: DOMRect): Point {
  return [box.left + box.width / 2, box.top + box.height / 2];
}

type Point = [number, number];

/** The words on the stage are to be read: an arrow starts above them, or at their left. */
function besideStage(stage: DOMRect, to: DOMRect): Point {
  const [across, down] = middle(stage);
  return to.right <= stage.left ? [stage.left, down] : [across, stage.top];
}

/** Where an arrow between two points bends to: upwards, for the words below it are being read. */
export function bend([x1, y1]: Point, [x2, y2]: Point): Point {
  const way = x2 > x1 ? BEND : -BEND;
  return [(x1 + x2) / 2 - (y1 - y2) * way, (y1 + y2) / 2 - (x2 - x1) * way];
}

/** Where an arrow to a box ends: at its edge, since what it says is to be read. */
export function tip(from: Point, box: DOMRect): Point {
  const to = middle(box);
  // It comes from where it bends to; where that is over the box already, from where it starts.
  for (const [x, y] of [bend(from, to), from]) {
    const way: Point = [x - to[0], y - to[1]];
    const out = within(box, way);
    if (out < 1) return [to[0] + way[0] * out, to[1] + way[1] * out];
  }
  return to;
}

/** How far it is from the middle of one box to that of another. */
export function between(from: DOMRect, to: DOMRect): [number, number] {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  return [x2 - x1, y2 - y1];
}

/** From above, and flat for a moment where it meets the card. */
const DROPPED: Keyframe[] = [
  { transform: 'translateY(-1.6rem) scale(1.4)', opacity: 0 },
  { transform: 'translateY(1px) scale(1.12, .86)', opacity: 1, offset: 0.75 },
  { transform: 'none', opacity: 1 },
];

/** Whether something still lies where it lay. */
function isAt(element: HTMLElement, box: DOMRect): boolean {
  return isNear(between(element.getBoundingClientRect(), box));
}

function isNear([dx, dy]: Point): boolean {
  return Math.abs(dx) + Math.abs(dy) < 2;
}

/** A short anticipation, fast travel, a small settle. */
function glideTo(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const [dx, dy] = between(to, from);
  if (isNear([dx, dy])) return;
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)` },
      { transform: `translate(${dx * -0.03}px, ${dy * -0.03}px) scale(1.04)`, offset: 0.75 },
      { transform: 'none' },
    ],
    { duration: glide(), easing: 'cubic-bezier(.3,.1,.3,1)' },
  );
}

/** A base that comes turns over to its face. */
function turnUp(element: HTMLElement): void {
  const hidden = { transform: 'perspective(60rem) rotateY(90deg)' };
  element.animate([hidden, { transform: 'perspective(60rem) rotateY(0)' }], {
    duration: glide(),
    delay: glide(),
    easing: 'ease-out',
    fill: 'backwards',
  });
}
