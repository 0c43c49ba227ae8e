import { render } from 'preact';
import { LANGUAGE } from './texts/language.ts';
import { App } from './views/app.tsx';

document.documentElement.lang = LANGUAGE;
const place = document.getElementById('console');
if (place) render(<App />, place);
