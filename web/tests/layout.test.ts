import { expect, test } from 'vitest';
import { measure } from '../src/table/layout';
import { base, piece } from './table';

const roomy = { height: 600, across: 220, seats: [1, 0], compact: false, scale: 1 };
const crowd = [base('p1', 'Tortuga', [piece('c1', 'Scout', 0), piece('c2', 'Walker', 1)])];

/** The pixels the rows need at least. */
function needed(rows: string): number {
  return [...rows.matchAll(/(\d+(?:\.\d+)?)px/g)].reduce((sum, [, px]) => sum + Number(px), 0);
}

test('everything fits on a laptop with four players', () => {
  const four = [0, 1, 2, 3].map((seat) => piece(`c${seat}`, 'Scout', seat));
  const { rows } = measure({
    ...roomy,
    height: 590,
    seats: [3, 2, 1, 0],
    bases: [base('p1', 'Tortuga', four)],
  });
  expect(needed(rows) + 4 * 5 + 20).toBeLessThanOrEqual(590);
});

test('rows without minions give their room to the others', () => {
  const alone = [base('p1', 'Tortuga', [piece('c1', 'Scout', 0)])];
  const seats = [3, 2, 1, 0];
  const height = 480;
  const few = measure({ ...roomy, height, seats, bases: alone });
  const many = measure({
    ...roomy,
    height,
    seats,
    bases: [
      base(
        'p1',
        'Tortuga',
        [0, 1, 2, 3].map((seat) => piece(`c${seat}`, 'Scout', seat)),
      ),
    ],
  });
  expect(few.piece).toBeGreaterThan(many.piece);
});

test('pieces never get too small to read, and grow with the text', () => {
  const small = measure({ ...roomy, height: 200, bases: crowd });
  expect(small.piece).toBe(48);
  expect(measure({ ...roomy, height: 200, bases: crowd, scale: 1.5 }).piece).toBe(72);
});

test('a buried card or an ongoing action gets its place', () => {
  const buried = [
    { ...crowd[0], buried: [{ key: 'b1.0', controller: 0, name: null }] },
  ] as typeof crowd;
  const plain = measure({ ...roomy, bases: crowd });
  expect(measure({ ...roomy, bases: buried }).between).toBeGreaterThan(plain.between);
});
