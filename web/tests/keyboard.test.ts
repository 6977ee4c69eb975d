import { expect, test } from 'vitest';
import { commandOf, nextBox } from '../src/table/keyboard';

const press = (key: string, held: object = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test('keys mean what the help says', () => {
  expect(press('e')).toEqual({ do: 'end' });
  expect(press('Z')).toEqual({ do: 'undo' });
  expect(press('?')).toEqual({ do: 'help' });
  expect(press('3')).toEqual({ do: 'number', n: 3 });
  expect(press('ArrowUp')).toEqual({ do: 'move', dx: 0, dy: -1 });
});

test('shortcuts of the browser stay the browser’s', () => {
  expect(press('z', { ctrlKey: true })).toBeNull();
  expect(press('F5')).toBeNull();
});

const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });

test('the next thing in a direction is the nearest along it', () => {
  const boxes = [box(30, 0), box(60, 0), box(20, 40)];
  expect(nextBox(box(0, 0), boxes, 1, 0)).toBe(0);
  expect(nextBox(box(0, 0), boxes, 0, 1)).toBe(2);
  expect(nextBox(box(0, 0), boxes, -1, 0)).toBe(-1);
});
