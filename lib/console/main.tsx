import './styles/main.css';
import { render } from 'preact';
import { App } from './views/app.tsx';

const place = document.getElementById('console');
if (place) render(<App />, place);
