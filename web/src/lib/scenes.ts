/**
 * The scene of a base: a piece of land under a sky, drawn by a procedure from its name, with the
 * colours and the kind of land that bases.json gives it. A base that is not named there
 * gets a scene of its own as well, from its name alone.
 */
import known from './bases.json';
import { type Chance, chanceFrom } from './chance';
import { LANDS, type Land, type Layer } from './lands';

export type Light = 'day' | 'dusk' | 'night';

/** How a place looks: the hues of land and sky are degrees of the colour wheel. */
export interface Look {
  land: Land;
  hue: number;
  sky: number;
  light: Light;
}

export interface Scene {
  /** From the top of the sky to the horizon. */
  sky: [string, string];
  /** What stands in the sky: sun, moon or lamp. */
  orb: { x: number; y: number; r: number; colour: string };
  stars: { x: number; y: number; r: number }[];
  /** From the farthest to the nearest; the landmark stands before the last. */
  layers: { path: string; colour: string }[];
  landmark: string;
  /** The ground on which words stand. */
  plate: string;
}

/** The box in which scenes are drawn. */
export const SCENE = { width: 320, height: 180 };

const SKIES: Record<Light, [[number, number], [number, number]]> = {
  day: [
    [52, 34],
    [58, 60],
  ],
  dusk: [
    [44, 20],
    [66, 48],
  ],
  night: [
    [50, 9],
    [46, 26],
  ],
};
const ORBS: Record<Light, string> = { day: '#fff4c9', dusk: '#ffd9a0', night: '#e6ecff' };
// Lightness of the land from far to near.
const LAND: Record<Light, [number, number]> = { day: [40, 17], dusk: [30, 11], night: [22, 7] };

const hsl = (hue: number, saturation: number, lightness: number) =>
  `hsl(${Math.round(hue)} ${Math.round(saturation)}% ${Math.round(lightness)}%)`;

const drawn = new Map<string, Scene>();

/** The scene of a base by its name; the same one for the same name. */
export function sceneOf(name: string): Scene {
  const scene = drawn.get(name) ?? draw(name);
  drawn.set(name, scene);
  return scene;
}

function draw(name: string): Scene {
  const chance = chanceFrom(name);
  const look = lookOf(name, chance);
  const [top, bottom] = SKIES[look.light];
  return {
    sky: [hsl(look.sky, ...top), hsl(look.sky + 14, ...bottom)],
    orb: {
      x: chance.between(40, SCENE.width - 40),
      y: chance.between(26, 62),
      r: chance.between(13, 26),
      colour: ORBS[look.light],
    },
    stars: look.light === 'night' ? starsOf(chance) : [],
    layers: coloured(LANDS[look.land](chance), look),
    landmark: landmarkOf(look),
    plate: hsl(look.hue, 30, 8),
  };
}

/** Dark before a bright sky, moonlit before a dark one. */
function landmarkOf({ hue, sky, light }: Look): string {
  return light === 'night' ? hsl(sky, 30, 46) : hsl(hue, 30, LAND[light][1] - 4);
}

function lookOf(name: string, chance: Chance): Look {
  const given = (known as Record<string, Look | undefined>)[name];
  if (given) return given;
  const lands = Object.keys(LANDS) as Land[];
  const lights: Light[] = ['day', 'dusk', 'night'];
  return {
    land: chance.pick(lands),
    hue: chance.between(0, 360),
    sky: chance.between(0, 360),
    light: chance.pick(lights),
  };
}

function starsOf(chance: Chance) {
  return Array.from({ length: 26 }, () => ({
    x: chance.between(0, SCENE.width),
    y: chance.between(0, 110),
    r: chance.between(0.5, 1.5),
  }));
}

function coloured(layers: Layer[], { hue, light }: Look) {
  const [far, near] = LAND[light];
  const step = (far - near) / Math.max(layers.length - 1, 1);
  return layers.map((path, i) => ({ path, colour: hsl(hue + 8 * i, 32 + 4 * i, far - step * i) }));
}
