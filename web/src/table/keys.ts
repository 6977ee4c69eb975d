/** The table's keyboard: turns keys into what the mouse can do. */
import type { Interaction } from './interaction.svelte';
import { type Command, commandOf, nextBox } from './keyboard';

interface Around {
  ui: Interaction;
  root(): HTMLElement | null;
  end(): void;
  help(): void;
  log(): void;
}

const WRITING = 'input, textarea, select, [contenteditable]';

export function keysOf(around: Around): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement | null;
    if (target?.closest?.(WRITING)) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if (document.querySelector('dialog[open]')) return; // the window has the keys
    const command = commandOf(event);
    if (!command) return;
    document.documentElement.dataset.input = 'keyboard';
    if (run(command, target, around)) event.preventDefault();
  };
}

/** Does it; says whether the key is spent. */
function run(command: Command, target: HTMLElement | null, around: Around): boolean {
  const { ui } = around;
  switch (command.do) {
    case 'move':
      return move(around.root(), command.dx, command.dy);
    case 'number':
      return byNumber(ui, command.n);
    case 'confirm':
      return confirm(ui, target);
    case 'zoom':
      return zoom(target);
    case 'cancel':
      ui.cancel();
      ui.hoverEnd();
      ui.store.hint = null;
      ui.store.why = null;
      ui.store.trouble = null;
      return true;
    case 'end':
      if (ui.decline?.verb === 'end') around.end();
      return true;
    case 'skip':
      if (ui.decline?.verb === 'end') around.end();
      else ui.skip();
      return true;
    case 'undo':
      if (!ui.guide) void ui.store.undo();
      return true;
    case 'hint':
      if (ui.store.decision && !ui.guide) void ui.store.askHint();
      return true;
    case 'help':
      around.help();
      return true;
    case 'list':
      ui.listOpen = ui.store.decision !== null;
      return true;
    case 'log':
      around.log();
      return true;
    case 'chat':
      document.getElementById('chat-text')?.focus();
      return true;
    case 'discard':
      ui.pile = ui.store.seat ?? 0;
      return true;
    case 'hand':
      around.root()?.querySelector<HTMLElement>('[data-spot=hand]')?.focus();
      return true;
    case 'catchUp':
      if (ui.store.seat === null) ui.store.skipTurn();
      else ui.store.catchUp();
      return true;
    case 'goOn':
      ui.store.goOn();
      return true;
    case 'hold':
      ui.store.hold();
      return true;
    case 'goBack':
      ui.store.goBack();
      return true;
    default:
      return false;
  }
}

function move(root: HTMLElement | null, dx: number, dy: number): boolean {
  if (!root) return false;
  const things = [...root.querySelectorAll<HTMLElement>('button[data-key]')];
  const active = document.activeElement;
  const from = active instanceof HTMLElement && root.contains(active) ? active : null;
  if (from?.getAttribute('role') === 'log') return false; // arrows scroll it
  if (!from) {
    (things.find((thing) => thing.dataset.lit) ?? things[0])?.focus();
    return true;
  }
  const others = things.filter((thing) => thing !== from);
  const boxes = others.map((thing) => thing.getBoundingClientRect());
  others[nextBox(from.getBoundingClientRect(), boxes, dx, dy)]?.focus();
  return true;
}

function byNumber(ui: Interaction, n: number): boolean {
  const choice = ui.numbered[n - 1];
  if (!choice) return false;
  if (choice.option) ui.take(choice.option);
  else ui.pick(choice.key);
  return true;
}

/** Enter on a button is that button's; elsewhere it confirms what is picked or the only button. */
function confirm(ui: Interaction, target: HTMLElement | null): boolean {
  if (target?.closest('button, a, summary')) return false;
  const option = ui.confirm ?? (ui.buttons.length === 1 ? ui.buttons[0] : null);
  if (option) ui.take(option);
  return true;
}

/** Looks closely at the thing in focus, or the one pointed at. */
function zoom(target: HTMLElement | null): boolean {
  const thing =
    target?.closest<HTMLElement>('[data-key]') ??
    [...document.querySelectorAll<HTMLElement>('button[data-key]:hover')].at(-1);
  if (!thing) return false;
  thing.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  return true;
}
