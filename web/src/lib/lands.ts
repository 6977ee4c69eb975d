/** The kinds of land in scenes: each draws a few layers, from the farthest to the nearest. */
import type { Chance } from './chance';

/** The outline of a layer, as an SVG path in the box of scenes (320 by 180). */
export type Layer = string;
export type Land =
  | 'hills'
  | 'peaks'
  | 'dunes'
  | 'sea'
  | 'woods'
  | 'city'
  | 'hall'
  | 'cave'
  | 'graves'
  | 'stage'
  | 'deep'
  | 'space';

const WIDE = 320;
const LOW = 180;

export const LANDS: Record<Land, (chance: Chance) => Layer[]> = {
  hills: (c) => [rolling(c, 96, 16, 4), rolling(c, 120, 14, 3), rolling(c, 150, 9, 3)],
  peaks: (c) => [jagged(c, 84, 46, 5), jagged(c, 116, 30, 7), rolling(c, 152, 8, 3)],
  dunes: (c) => [rolling(c, 112, 9, 2), rolling(c, 130, 15, 2), rolling(c, 155, 12, 2)],
  sea: (c) => [
    jagged(c, 112, 14, 4),
    waves(c, 120, 4, 9),
    waves(c, 138, 5, 7),
    waves(c, 158, 6, 5),
  ],
  woods: (c) => [trees(c, 104, 26, 22), trees(c, 128, 38, 14), rolling(c, 154, 6, 4)],
  city: (c) => [towers(c, 92, 44, 18), towers(c, 120, 34, 12), rolling(c, 158, 2, 2)],
  hall: (c) => [columns(c, 7, 14), columns(c, 4, 24), rolling(c, 152, 2, 2)],
  cave: (c) => [hanging(c, 46, 34, 9), hanging(c, 22, 30, 6), jagged(c, 150, 22, 9)],
  graves: (c) => [rolling(c, 108, 14, 3), stones(c, 136, 16), rolling(c, 156, 6, 3)],
  stage: (c) => [beams(c, 5), crowd(c, 146, 9, 19), crowd(c, 164, 12, 13)],
  deep: (c) => [rolling(c, 110, 20, 3), weeds(c, 13, 76), weeds(c, 9, 48), rolling(c, 162, 6, 3)],
  space: (c) => [planet(c, 300, 214), jagged(c, 152, 12, 8), craters(c, 164)],
};

/** A line of points over the ground, closed below. */
function ground(points: string): Layer {
  return `M0 ${LOW}${points}L${WIDE} ${LOW}Z`;
}

function rolling(chance: Chance, height: number, swing: number, bumps: number): Layer {
  const wide = WIDE / bumps;
  let path = `L0 ${height}`;
  for (let i = 0; i < bumps; i++) {
    const up = height - chance.between(0.3, 1) * swing * 2;
    const to = height + chance.between(-0.5, 0.5) * swing;
    path += `Q${Math.round((i + 0.5) * wide)} ${Math.round(up)} ${Math.round((i + 1) * wide)} ${Math.round(to)}`;
  }
  return ground(path);
}

function jagged(chance: Chance, height: number, swing: number, peaks: number): Layer {
  const wide = WIDE / peaks;
  let path = `L0 ${height}`;
  for (let i = 0; i < peaks; i++) {
    const at = (i + chance.between(0.3, 0.7)) * wide;
    path += `L${Math.round(at)} ${Math.round(height - chance.between(0.4, 1) * swing)}`;
    path += `L${Math.round((i + 1) * wide)} ${Math.round(height + chance.between(0, 0.3) * swing)}`;
  }
  return ground(path);
}

function waves(chance: Chance, height: number, swing: number, crests: number): Layer {
  const wide = WIDE / crests;
  const shift = chance.between(0, wide);
  let path = `L0 ${height}`;
  for (let x = shift - wide; x < WIDE + wide; x += wide) {
    path += `Q${Math.round(x + wide * 0.55)} ${height + swing} ${Math.round(x + wide)} ${height - swing}`;
  }
  return ground(path);
}

function trees(chance: Chance, height: number, tall: number, count: number): Layer {
  const wide = WIDE / count;
  let path = `L0 ${height}`;
  for (let i = 0; i < count; i++) {
    const top = height - chance.between(0.5, 1) * tall;
    path += `L${Math.round(i * wide)} ${height}L${Math.round((i + 0.5) * wide)} ${Math.round(top)}L${Math.round((i + 1) * wide)} ${height}`;
  }
  return ground(path);
}

function towers(chance: Chance, height: number, tall: number, count: number): Layer {
  const wide = WIDE / count;
  let path = '';
  for (let i = 0; i < count; i++) {
    const top = Math.round(height - chance.between(0, 1) * tall);
    path += `L${Math.round(i * wide)} ${top}L${Math.round((i + 1) * wide)} ${top}`;
  }
  return ground(path);
}

/** A ceiling, pillars and a floor. */
function columns(chance: Chance, count: number, thick: number): Layer {
  const wide = WIDE / count;
  const shift = chance.between(0.1, 0.6) * wide;
  let path = `M0 0H${WIDE}V18H0Z`;
  for (let i = 0; i < count; i++) {
    const x = Math.round(i * wide + shift);
    path += `M${x} 18h${thick}v${LOW}h${-thick}Z`;
    path += `M${x - 5} 18h${thick + 10}v8h${-thick - 10}Z`;
  }
  return `${path}M0 146H${WIDE}V${LOW}H0Z`;
}

function hanging(chance: Chance, height: number, long: number, count: number): Layer {
  const wide = WIDE / count;
  let path = `M0 0L0 ${height}`;
  for (let i = 0; i < count; i++) {
    const tip = Math.round(height + chance.between(0.2, 1) * long);
    path += `L${Math.round((i + 0.5) * wide)} ${tip}L${Math.round((i + 1) * wide)} ${height}`;
  }
  return `${path}L${WIDE} 0Z`;
}

function stones(chance: Chance, height: number, count: number): Layer {
  let path = '';
  for (let i = 0; i < count; i++) {
    const x = Math.round((i * WIDE) / count + chance.between(0, 8));
    const tall = Math.round(chance.between(8, 18));
    path += `M${x} ${height + 10}v${-tall}q5 -7 10 0v${tall}Z`;
  }
  return `${path}M0 ${height + 4}H${WIDE}V${LOW}H0Z`;
}

/** Light that falls from above. */
function beams(chance: Chance, count: number): Layer {
  let path = '';
  for (let i = 0; i < count; i++) {
    const x = Math.round(((i + 0.5) * WIDE) / count);
    const to = Math.round(x + chance.between(-60, 60));
    path += `M${x - 4} 0h8L${to + 30} 140h-60Z`;
  }
  return path;
}

function crowd(chance: Chance, height: number, round: number, count: number): Layer {
  let path = '';
  for (let i = 0; i < count; i++) {
    const x = Math.round(((i + chance.between(0.3, 0.7)) * WIDE) / count);
    const y = Math.round(height + chance.between(-3, 4));
    path += `M${x - round} ${y}a${round} ${round} 0 0 1 ${2 * round} 0v40h${-2 * round}Z`;
  }
  return `${path}M0 ${height + 8}H${WIDE}V${LOW}H0Z`;
}

function weeds(chance: Chance, count: number, tall: number): Layer {
  let path = '';
  for (let i = 0; i < count; i++) {
    const x = Math.round(((i + chance.between(0, 1)) * WIDE) / count);
    const up = Math.round(chance.between(0.4, 1) * tall);
    const lean = Math.round(chance.between(-14, 14));
    path += `M${x - 4} ${LOW}q${lean} ${-up} ${lean + 4} ${-up - 40}q${6 - lean} ${up - 10} 6 ${up + 40}Z`;
  }
  return path;
}

/** The curve of a world seen from near. */
function planet(chance: Chance, round: number, down: number): Layer {
  const x = Math.round(chance.between(90, 230));
  const y = down + round - 100;
  return `M${x - round} ${y}a${round} ${round} 0 1 1 ${2 * round} 0a${round} ${round} 0 1 1 ${-2 * round} 0Z`;
}

function craters(chance: Chance, height: number): Layer {
  let path = '';
  for (let i = 0; i < 6; i++) {
    const x = Math.round(((i + chance.between(0.2, 0.8)) * WIDE) / 6);
    const wide = Math.round(chance.between(10, 22));
    path += `M${x - wide} ${height}q${wide} -7 ${2 * wide} 0Z`;
  }
  return `${path}M0 ${height}H${WIDE}V${LOW}H0Z`;
}
