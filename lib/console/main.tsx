import { render } from 'preact';
import { baseUrlOf } from './services/base-url.ts';
import { Preferences } from './services/preferences.ts';
import { applyTheme, keptTheme } from './services/theme.ts';
import { LANGUAGE } from './texts/language.ts';
import { App } from './views/app.tsx';

document.documentElement.lang = LANGUAGE;
applyTheme(keptTheme(new Preferences(() => localStorage, baseUrlOf(location.href))));
const place = document.getElementById('console');
if (place) render(<App />, place);
