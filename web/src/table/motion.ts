/** Things glide from where they lay to where they lie: transform and opacity only. */
import { PACE } from '$lib/game.svelte';
import type { GameEvent } from '$lib/protocol';
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

/** How long a thing glides. */
function glide(): number {
  return Math.min(PACE[settings.speed] * 0.6, 420);
}

export class Motion {
  #before = new Map<string, Was>();

  constructor(
    private readonly root: HTMLElement,
    private readonly layer: HTMLElement,
  ) {}

  #things(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>('[data-key]')];
  }

  remember(): void {
    this.#before.clear();
    for (const element of this.#things()) {
      const key = element.dataset.key ?? '';
      if (!this.#before.has(key)) {
        this.#before.set(key, { box: element.getBoundingClientRect(), element });
      }
    }
  }

  /** Lets everything that changed its place glide there; what no longer lies anywhere fades. */
  play(event: GameEvent | null, lies: (key: string) => boolean): void {
    if (reducedMotion() || settings.speed === 'instant') return;
    const seen = new Set<string>();
    const moves: (() => void)[] = [];
    for (const element of this.#things()) {
      const key = element.dataset.key ?? '';
      if (seen.has(key)) continue;
      seen.add(key);
      if (!key.startsWith('c') && !key.startsWith('b')) continue;
      const from = this.#before.get(key)?.box ?? this.#comesFrom(key, event);
      const to = element.getBoundingClientRect();
      if (from && to.width > 0) moves.push(() => this.#glide(element, from, to));
    }
    for (const move of moves) move();
    for (const [key, was] of this.#before) {
      if (key.startsWith('c') && !seen.has(key) && !lies(key)) this.#fade(was);
    }
  }

  #comesFrom(key: string, event: GameEvent | null): DOMRect | null {
    if (event?.card?.key !== key || event.seat === null) return null;
    return this.#boxOf(seatKey(event.seat));
  }

  #glide(element: HTMLElement, from: DOMRect, to: DOMRect): void {
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    if (Math.abs(dx) + Math.abs(dy) < 2) return;
    element.animate(
      [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }],
      { duration: glide(), easing: 'cubic-bezier(.2,.8,.3,1)' },
    );
  }

  #fade({ box, element }: Was): void {
    if (box.width === 0 || element.dataset.spot === 'hand') return;
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
    const gone = ghost.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: 'translateY(12px) scale(.8) rotate(6deg)', opacity: 0 },
      ],
      { duration: glide(), easing: 'ease-in', fill: 'forwards' },
    );
    gone.onfinish = () => ghost.remove();
  }

  #boxOf(key: string | null | undefined): DOMRect | null {
    if (!key) return null;
    const element = this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    const box = element?.getBoundingClientRect() ?? this.#before.get(key)?.box;
    return box && box.width > 0 ? box : null;
  }

  /** From the card that acts (or its player) to what it acts on. */
  arrow(event: GameEvent): Arrow | null {
    const seat = event.by_seat ?? event.seat;
    const aims = [event.on?.key, event.card?.key, event.cards[0]?.key, event.to, event.place];
    const aim = aims.find((key) => this.#boxOf(key));
    const to = this.#boxOf(aim);
    // A card that is just played comes from its player.
    const acts = event.by && event.by.key !== aim ? event.by.key : null;
    const from = this.#boxOf(acts) ?? this.#boxOf(seat === null ? null : seatKey(seat));
    if (!from || !to) return null;
    const arrow = {
      x1: from.left + from.width / 2,
      y1: from.top + from.height / 2,
      x2: to.left + to.width / 2,
      y2: to.top + to.height / 2,
      seat,
    };
    return Math.hypot(arrow.x2 - arrow.x1, arrow.y2 - arrow.y1) < 40 ? null : arrow;
  }
}
