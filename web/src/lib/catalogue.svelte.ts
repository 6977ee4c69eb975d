/** The catalogue of cards, loaded once; looked up by name. */
import { api } from './api';
import { inThisLanguage, type SpokenTerm } from './language';
import type { BaseDef, CardDef, Catalogue, FactionDef } from './protocol';

export interface Known {
  def: CardDef | BaseDef;
  faction: string;
}

class Cards {
  all = $state.raw<Catalogue | null>(null);
  #byName = $derived.by(() => {
    const found = new Map<string, Known>();
    for (const faction of this.all?.factions ?? []) {
      for (const def of [...faction.cards, ...faction.bases]) {
        found.set(def.name, { def, faction: faction.name });
      }
    }
    return found;
  });
  #factions = $derived(
    new Map((this.all?.factions ?? []).map((faction) => [faction.name, faction])),
  );
  #loading: Promise<Catalogue> | null = null;

  /** Loads it unless it is there; a failed load can be tried again. */
  load(): Promise<Catalogue> {
    this.#loading ??= api
      .cards()
      .then(inThisLanguage)
      .then(
        (all) => {
          this.all = all;
          return all;
        },
        (error) => {
          this.#loading = null;
          throw error;
        },
      );
    return this.#loading;
  }

  find(name: string): Known | undefined {
    return this.#byName.get(name);
  }

  factionOf(name: string): string {
    return this.find(name)?.faction ?? '';
  }

  faction(name: string): FactionDef | undefined {
    return this.#factions.get(name);
  }

  /** What a set is called. */
  setTitle(set: string): string {
    return this.all?.packs.find(({ name }) => name === set)?.title ?? set;
  }

  get terms(): SpokenTerm[] {
    return this.all?.terms ?? [];
  }
}

export const cards = new Cards();
