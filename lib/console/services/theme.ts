import type { Preferences } from './preferences.ts';

/** The colours of the console: those of the system, or always light or dark. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const NAME = 'theme';

export const keptTheme = (preferences: Preferences): Theme =>
  THEMES.find((it) => it === preferences.read(NAME)) ?? 'system';

export const keepTheme = (preferences: Preferences, theme: Theme): void => preferences.write(NAME, theme);

/** Makes the page use a theme (styles/colours.css). */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
