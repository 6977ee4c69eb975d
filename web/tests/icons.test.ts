// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { groups, pathOf } from '../icons/plugin';
import { FACTION_NAMES, factionScheme } from '../src/lib/factions';
import { iconFor, loadIcons } from '../src/lib/icons/icons';

const { emblems = {}, ...factions } = groups();

describe('every thing has an icon of the set', () => {
  it.each(Object.entries(groups()))('%s: each exists and is drawn in one colour', (_, icons) => {
    for (const id of Object.values(icons)) expect(pathOf(id)).toMatch(/^M/i);
  });

  it('gives different cards different icons', () => {
    const ids = Object.values(factions).flatMap((icons) => Object.values(icons));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no two things of one name, so a name is enough to ask for', () => {
    const names = [...Object.values(factions), emblems].flatMap((icons) => Object.keys(icons));
    expect(new Set(names).size).toBe(names.length);
  });

  it('stops the build at an icon that the set does not have', () => {
    expect(() => pathOf('king-of-nowhere')).toThrow('choose another');
  });
});

describe('iconFor', () => {
  it('is empty until the faction is loaded, then a path', async () => {
    expect(iconFor('King Rex')).toBe('');
    await loadIcons('King Rex');
    expect(iconFor('King Rex')).toBe(pathOf('dinosaur-rex'));
    expect(iconFor('War Raptor')).not.toBe('');
  });

  it('has nothing for a stranger', () => {
    expect(iconFor('Nobody')).toBe('');
  });
});

describe('colours', () => {
  const table = '#1a2430';
  const cream = '#fbf6e9';
  const ink = '#1c1a17';

  it.each([...FACTION_NAMES, 'a stranger'])('%s can be read', (faction) => {
    const { ink: dark, bright, soft } = factionScheme(faction);
    expect(contrast(cream, dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(soft, dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, soft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(table, bright)).toBeGreaterThanOrEqual(4.5);
  });

  it('are there for each faction', () => {
    expect([...FACTION_NAMES].sort()).toEqual(Object.keys(emblems).sort());
  });
});

/** The contrast of two colours as WCAG 2 reckons it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
