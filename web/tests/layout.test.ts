import { expect, test } from 'vitest';
import { type Plan, planFor, type Space } from '../src/table/layout';

const laptop: Space = { width: 1004, height: 410, rem: 16, bases: 5, seats: 4 };
const phone: Space = { width: 378, height: 400, rem: 16, bases: 5, seats: 4 };

/** The height of everything in a column. */
function height({ seats }: Space, plan: Plan): number {
  const rows = plan.abreast ? 1 : seats - 1;
  return rows * plan.row + plan.base + plan.bar + plan.own + (rows + 2) * plan.gap;
}

test('everything fits on a laptop with four players', () => {
  const plan = planFor(laptop);
  expect(plan.focus).toBe(false);
  expect(height(laptop, plan)).toBeLessThanOrEqual(laptop.height);
  expect(5 * (plan.column + plan.gap)).toBeLessThanOrEqual(laptop.width);
});

test('more bases than fit side by side keep a readable width', () => {
  const plan = planFor({ ...laptop, bases: 8 });
  expect(plan.focus).toBe(false);
  expect(plan.column).toBe(192);
});

test('a phone shows one base, and the others beside each other where they are many', () => {
  const plan = planFor(phone);
  expect(plan).toMatchObject({ focus: true, abreast: true, column: 378 });
  expect(height(phone, plan)).toBeLessThanOrEqual(phone.height);
  expect(planFor({ ...phone, seats: 2 })).toMatchObject({ focus: true, abreast: false });
});

test('large text on a low screen still leaves every row a finger wide', () => {
  const space = { width: 460, height: 227, rem: 24, bases: 6, seats: 2 };
  const plan = planFor(space);
  expect(Math.min(plan.row, plan.own)).toBeGreaterThanOrEqual(44);
  expect(height(space, plan)).toBeLessThanOrEqual(space.height);
});

test('two players on a large screen get large rows', () => {
  const two = planFor({ width: 1100, height: 560, rem: 16, bases: 3, seats: 2 });
  expect(two.row).toBeGreaterThan(150);
  expect(two.own).toBeGreaterThanOrEqual(two.row);
});
