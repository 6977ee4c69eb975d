/** The modules that `icons/plugin.ts` makes at build time. */
declare module 'virtual:icons' {
  /** What each group has an icon for: a faction its cards and bases, `emblems` the factions. */
  export const names: Record<string, string[]>;
  export const loaders: Record<string, () => Promise<{ default: Record<string, string> }>>;
}

declare module 'virtual:credits' {
  export const libraries: { name: string; version: string; license: string; homepage: string }[];
  /** Group → thing → id of its icon in the game-icons set. */
  export const icons: Record<string, Record<string, string>>;
}
