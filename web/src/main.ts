import { mount } from 'svelte';
import './lib/theme.css';
import App from './App.svelte';
import { chosen, speak } from './lib/language';
import { keepForLater } from './lib/offline';
import { settings } from './lib/settings.svelte';

document.documentElement.dataset.theme = settings.theme;
// A language that cannot be loaded is no reason to have no table: then it is English.
await speak(chosen()).catch(() => undefined);
const target = document.getElementById('app');
if (target) mount(App, { target });
keepForLater();
