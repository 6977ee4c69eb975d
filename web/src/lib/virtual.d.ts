/** The module that `credits.ts` makes at build time. */
declare module 'virtual:credits' {
  export const libraries: { name: string; version: string; license: string; homepage: string }[];
}
