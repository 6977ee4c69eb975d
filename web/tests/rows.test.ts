import { expect, test } from 'vitest';
import { fitRow, tabsWidth } from '../src/table/rows';

const REM = 16;
const none = (count: number) => Array.from({ length: count }, () => 0);

/** Whether so many of them fit into the room in lines, one after the other. */
function fits(tucked: number[], room: { width: number; height: number }): boolean {
  const fit = fitRow(tucked, room, REM);
  let lines = 1;
  let used = 0;
  for (const count of tucked) {
    const wide = fit.width + tabsWidth(count, fit.height, fit.tab);
    const at = used === 0 ? wide : used + fit.gap + wide;
    if (at > room.width) lines += 1;
    used = at > room.width ? wide : at;
  }
  return lines * fit.height + (lines - 1) * fit.gap <= room.height;
}

test('few cards in a large row are cards, many are chips', () => {
  const room = { width: 320, height: 150 };
  const forms = [1, 2, 4, 12, 45].map((count) => fitRow(none(count), room, REM).form);
  expect(forms).toEqual(['card', 'card', 'small', 'chip', 'dot']);
});

test('whatever lies in a row fits into it', () => {
  for (const width of [110, 160, 320, 520]) {
    for (const height of [40, 60, 110, 190]) {
      for (const tucked of [none(1), none(3), none(7), [1, 0, 3], [5], [0, 2, 2, 0, 1, 0]]) {
        const room = { width, height };
        const scrolled = fitRow(tucked, room, REM).scrolls === true;
        expect(scrolled || fits(tucked, room), `${width} ${height} ${tucked}`).toBe(true);
      }
    }
  }
});

test('what cannot lie in a row at all is scrolled, and still large enough to point at', () => {
  const fit = fitRow(none(60), { width: 110, height: 44 }, REM);
  expect(fit.scrolls).toBe(true);
  expect(Math.min(fit.width, fit.height)).toBeGreaterThanOrEqual(24);
});

test('nothing is smaller than a pointer needs, however small the text', () => {
  const fit = fitRow(none(9), { width: 150, height: 60 }, 13);
  expect(Math.min(fit.width, fit.height, fit.tab)).toBeGreaterThanOrEqual(24);
});
