/** Telling a player that they are asked: in the tab's icon, and by the system where that is wished. */
import { settings } from './settings.svelte';
import { strings } from './strings';

const PLAIN = './icon.svg';
const ASKED = './icon-asked.svg';

/** Shows in the tab's icon whether somebody waits for this player. */
export function markTab(asked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const wanted = asked ? ASKED : PLAIN;
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}

/** Asks the browser to let this page tell things by the system; why not, if it does not. */
export async function allowNotices(): Promise<string> {
  if (!('Notification' in globalThis) || !isSecureContext) return strings.people.noticesInsecure;
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? '' : strings.people.noticesOff;
}

/** Tells by the system, if that is wished and allowed, and this page is out of sight. */
export function notify(title: string, body: string, tag: string): void {
  if (!settings.notices || !document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission !== 'granted') return;
  const notice = new Notification(title, { body, tag, icon: PLAIN });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
