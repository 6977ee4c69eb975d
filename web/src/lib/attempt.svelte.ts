/** Something asked of the server: whether it is under way, and how it was refused. */
import { Refused } from './api';

export class Attempt {
  busy = $state(false);
  refused = $state.raw<Refused | null>(null);

  async at(doing: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.refused = null;
    try {
      await doing();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused = error;
    } finally {
      this.busy = false;
    }
  }
}
