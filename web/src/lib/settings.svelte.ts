/** What a player likes, kept in the browser. */
import { load, save } from './storage';

export type Speed = 'slow' | 'normal' | 'fast' | 'instant';
export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'reduced' | 'full';

export interface Settings {
  name: string;
  speed: Speed;
  /** 1 is 16 px; 0.85 to 1.5. */
  textSize: number;
  motion: Motion;
  theme: Theme;
  /** Pass by itself in a window in which nothing but passing is possible. */
  autoPass: boolean;
  /** Ask before the turn ends while plays are left. */
  confirmEnd: boolean;
  showChances: boolean;
  sortHand: boolean;
  /** Of the sounds: 0 is off, 1 as loud as can be. */
  volume: number;
  /** Tell by the system when this player is asked and looks elsewhere. */
  notices: boolean;
  /** Its code; empty: the browser's. */
  language: string;
}

export const DEFAULTS: Settings = {
  name: '',
  speed: 'normal',
  textSize: 1,
  motion: 'system',
  theme: 'system',
  autoPass: true,
  confirmEnd: true,
  showChances: true,
  sortHand: true,
  volume: 0.5,
  notices: false,
  language: '',
};

export const settings = $state<Settings>(load('settings', DEFAULTS));

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  save('settings', $state.snapshot(settings));
}

const wish = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Whether things may move. */
export function reducedMotion(): boolean {
  return settings.motion === 'reduced' || (settings.motion === 'system' && !!wish?.matches);
}
