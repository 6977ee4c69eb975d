/** The attributes that make an element a thing on the table: clickable, draggable, readable. */
import type { Key } from '$lib/protocol';
import { strings } from '$lib/strings';
import type { Closer, Interaction } from './interaction.svelte';
import type { Spot } from './options';

export interface ThingProps {
  key: Key;
  spot: Spot | 'pile';
  closer: Closer | null;
  /** Its words are nowhere to be read: it is shown large as soon as it is pointed at or focused. */
  atOnce?: boolean;
}

/** What a thing is called aloud: its words, and whether it can be chosen or was. */
export function spoken(ui: Interaction, key: Key, label: string): string {
  if (ui.isPicked(key) || ui.isChosen(key)) return `${label}, ${strings.table.picked}`;
  return ui.isLit(key) ? `${label}, ${strings.table.pickable}` : label;
}

const LONG_PRESS = 480;
const DRAG_AFTER = 8;

export function thing(ui: Interaction, { key, spot, closer, atOnce = false }: ThingProps) {
  const lit = ui.isLit(key);
  const picked = ui.isPicked(key);
  const number = ui.numbered.findIndex((entry) => entry.key === key) + 1;
  return {
    type: 'button' as const,
    'data-key': key,
    'data-spot': spot,
    'data-lit': lit || undefined,
    'data-picked': picked || undefined,
    'data-chosen': ui.isChosen(key) || undefined,
    'data-hint': ui.hinted.has(key) || undefined,
    'data-over': ui.drag?.over === key || undefined,
    'data-n': lit && number > 0 && number < 10 ? number : undefined,
    'aria-pressed': picked ? true : undefined,
    tabindex: lit || picked ? 0 : -1,
    onclick: (event: MouseEvent) => {
      event.stopPropagation();
      if (ui.pressed === 'spent') ui.pressed = null;
      else ui.click(key, closer?.name ?? null, spot, closer ?? undefined);
    },
    onpointerenter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && closer) ui.hoverStart(closer, event, atOnce);
    },
    onfocus: (event: FocusEvent) => {
      const at = event.currentTarget as Element;
      if (atOnce && closer && at.matches(':focus-visible')) ui.look(closer, at);
    },
    onblur: () => {
      if (atOnce) ui.hoverEnd();
    },
    onpointerleave: () => ui.hoverEnd(),
    onpointerdown: (event: PointerEvent) => press(ui, event, key, closer),
    oncontextmenu: (event: Event) => {
      event.preventDefault();
      if (closer) ui.closer = closer;
    },
  };
}

/** Watches a pointer that went down: held still it looks closer, moved it drags. */
function press(ui: Interaction, down: PointerEvent, key: Key, closer: Closer | null): void {
  if (down.button !== 0) return;
  ui.pressed = null;
  const touch = down.pointerType !== 'mouse';
  const hold = setTimeout(() => {
    if (!touch || !closer || ui.drag) return;
    ui.pressed = 'spent';
    ui.closer = closer;
    stop();
  }, LONG_PRESS);
  const move = (event: PointerEvent) => {
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    if (!ui.drag && far < DRAG_AFTER) return;
    clearTimeout(hold);
    if (!ui.drag && !startDrag(ui, key, closer)) {
      stop();
      return;
    }
    event.preventDefault();
    const over = keyAt(event.clientX, event.clientY);
    ui.drag = {
      key,
      name: closer?.name ?? '',
      x: event.clientX,
      y: event.clientY,
      over: over !== null && ui.lit.has(over) ? over : null,
    };
  };
  const up = (event: PointerEvent) => {
    stop();
    if (!ui.drag) return;
    ui.pressed = 'spent'; // the click that follows is not one
    setTimeout(() => {
      ui.pressed = null;
    }, 50);
    drop(ui, event);
  };
  const stop = () => {
    clearTimeout(hold);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
  };
  const cancel = () => {
    stop();
    if (ui.drag) ui.cancel();
    ui.drag = null;
  };
  addEventListener('pointermove', move, { passive: false });
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
}

/** Only what leads somewhere can be dragged: a card to be played, moved or used. */
function startDrag(ui: Interaction, key: Key, closer: Closer | null): boolean {
  if (!closer || (!ui.isPicked(key) && !ui.isLit(key))) return false;
  if (!ui.isPicked(key)) {
    const options = ui.lit.get(key) ?? [];
    const first = options[0];
    if (!first || (first.verb !== 'play' && first.verb !== 'use' && options.length < 2))
      return false;
    ui.pick(key);
  }
  ui.hoverEnd();
  return true;
}

function drop(ui: Interaction, event: PointerEvent): void {
  const drag = ui.drag;
  ui.drag = null;
  if (!drag) return;
  const element = document.elementFromPoint(event.clientX, event.clientY);
  const over = keyAt(event.clientX, event.clientY);
  if (over !== null && over !== drag.key && ui.lit.has(over)) ui.pick(over);
  else if (ui.confirm && element?.closest('[data-drop]')) ui.take(ui.confirm);
  else if (over !== drag.key) ui.cancel();
}

/** The lit thing under a point: a base's whole column stands for the base. */
function keyAt(x: number, y: number): Key | null {
  const element = document.elementFromPoint(x, y);
  const own = element?.closest<HTMLElement>('[data-key][data-lit]')?.dataset.key;
  return own ?? element?.closest<HTMLElement>('[data-column]')?.dataset.column ?? null;
}
