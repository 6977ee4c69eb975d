/** The screen in pixels, and the size of text on it: everything else is a multiple of that. */
import { settings } from './settings.svelte';

const TEXT = 16;
// On screens larger than a laptop's everything grows with them.
const LAPTOP = { width: 1780, height: 1000 };

class Screen {
  width = $state(globalThis.innerWidth ?? 1440);
  #height = $state(globalThis.innerHeight ?? 900);
  /** A band at the top that is not the table's. */
  band = $state(0);
  readonly height = $derived(this.#height - this.band);
  readonly rem = $derived(
    TEXT *
      settings.textSize *
      Math.max(1, Math.min(this.width / LAPTOP.width, this.height / LAPTOP.height)),
  );

  constructor() {
    globalThis.addEventListener?.('resize', () => {
      this.width = innerWidth;
      this.#height = innerHeight;
    });
  }
}

export const screen = new Screen();
