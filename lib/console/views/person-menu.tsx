import { CircleUser } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { ACCOUNT } from '../pages/pages.tsx';
import { ScreenLink } from '../parts/link.tsx';
import type { PageProps } from '../parts/page-props.ts';
import type { Preferences } from '../services/preferences.ts';
import { problemText } from '../services/problem.ts';
import { applyTheme, keepTheme, keptTheme, THEMES, type Theme } from '../services/theme.ts';
import { roleLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { keepLanguage, LANGUAGE, LANGUAGES, type Language } from '../texts/language.ts';

interface PersonMenuProps extends Pick<PageProps, 'guard' | 'user' | 'screen' | 'change'> {
  readonly preferences: Preferences;
  readonly onSignOut: () => void;
}

const MENU = 'person-menu';

/** The person who is signed in; their account, language and theme; and the way out. */
export function PersonMenu({ guard, user, screen, change, preferences, onSignOut }: PersonMenuProps) {
  const [theme, setTheme] = useState(() => keptTheme(preferences));
  const close = () => document.getElementById(MENU)?.hidePopover();
  const chooseTheme = (chosen: Theme) => {
    keepTheme(preferences, chosen);
    applyTheme(chosen);
    setTheme(chosen);
  };
  const [problem, setProblem] = useState<string>();
  /** The language of the console is also that of messages to the person: neither changes without the other. */
  const chooseLanguage = async (select: HTMLSelectElement) => {
    const language = select.value as Language;
    try {
      await guard.updatePreferences({ language });
      keepLanguage(language);
      location.reload();
    } catch (error) {
      select.value = LANGUAGE;
      setProblem(problemText(error));
    }
  };
  return (
    <>
      <button
        type="button"
        class="quiet person"
        popovertarget={MENU}
        aria-label={desk.shell.personMenu(user.name)}
      >
        <CircleUser aria-hidden="true" />
        <span class="person-name">{user.name}</span>
      </button>
      <div id={MENU} popover="auto" class="person-menu">
        <p>
          {user.name}
          <br />
          <span class="muted">{roleLabel(user.role)}</span>
        </p>
        <ScreenLink
          screen={screen}
          change={(...changes) => {
            close();
            change(...changes);
          }}
          to={{ view: ACCOUNT.name, itemId: undefined, alertId: undefined }}
          isCurrent={screen.view === ACCOUNT.name}
        >
          {ACCOUNT.title}
        </ScreenLink>
        <label>
          {desk.shell.language}
          <select value={LANGUAGE} onChange={({ currentTarget }) => chooseLanguage(currentTarget)}>
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <span class="muted">{desk.shell.languageHint}</span>
        {problem !== undefined && <span class="problem">{problem}</span>}
        <label>
          {desk.shell.theme}
          <select value={theme} onChange={({ currentTarget: { value } }) => chooseTheme(value as Theme)}>
            {THEMES.map((it) => (
              <option key={it} value={it}>
                {desk.shell.themes[it]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={onSignOut}>
          {desk.shell.signOut}
        </button>
      </div>
    </>
  );
}
