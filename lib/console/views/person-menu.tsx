import { CircleUser } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { ScreenLink } from '../components/link.tsx';
import type { PageProps } from '../components/page-props.ts';
import { Severity } from '../components/severity.tsx';
import { useConsole } from '../hooks/use-console.ts';
import { ACCOUNT } from '../pages/pages.tsx';
import type { Preferences } from '../services/preferences.ts';
import { problemText } from '../services/problem.ts';
import { applyTheme, keepTheme, keptTheme, THEMES, type Theme } from '../services/theme.ts';
import { ownedBy } from '../state/alerts.ts';
import { NO_FILTER } from '../state/screen.ts';
import { messageOf, roleLabel } from '../state/words.ts';
import { desk } from '../texts/desk.ts';
import { keepLanguage, LANGUAGE, LANGUAGES, type Language } from '../texts/language.ts';

interface PersonMenuProps extends Pick<PageProps, 'alerts'> {
  readonly preferences: Preferences;
  readonly onSignOut: () => void;
}

const MENU = 'person-menu';

/** The maximum number of named alerts: the buttons must stay on the screen. */
const MOST_NAMED = 5;

/** The person who is signed in; their account, language and theme; and the way out. */
export function PersonMenu(props: PersonMenuProps) {
  const { guard, user, screen } = useConsole();
  const { alerts, preferences, onSignOut } = props;
  const owned = ownedBy(user.id, alerts);
  const [isLeaving, setLeaving] = useState(false);
  const [theme, setTheme] = useState(() => keptTheme(preferences));
  const close = () => document.getElementById(MENU)?.hidePopover();
  /** Whoever leaves is told which alerts nobody else has. */
  const leave = () => {
    if (owned.length === 0) return onSignOut();
    close();
    setLeaving(true);
  };
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
          onFollow={close}
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
        <button type="button" onClick={leave}>
          {desk.shell.signOut}
        </button>
      </div>
      {isLeaving && owned.length > 0 && (
        <Dialog title={desk.shell.stillYours(owned.length)} onClose={() => setLeaving(false)}>
          {(close) => (
            <>
              <p>{desk.shell.stillYoursText}</p>
              <ul>
                {owned.slice(0, MOST_NAMED).map((alert) => (
                  <li key={alert.id}>
                    <Severity severity={alert.severity} /> {messageOf(alert)}
                    {alert.site_name && ` · ${alert.site_name}`}
                  </li>
                ))}
                {owned.length > MOST_NAMED && <li>{desk.shell.moreOfYours(owned.length - MOST_NAMED)}</li>}
              </ul>
              <div class="buttons">
                <ScreenLink
                  class="button"
                  onFollow={close}
                  to={{
                    ...NO_FILTER,
                    status: 'acknowledged',
                    holderId: user.id,
                    view: 'alerts',
                    itemId: undefined,
                    alertId: undefined,
                  }}
                >
                  {desk.shell.showYours}
                </ScreenLink>
                <button type="button" onClick={close}>
                  {desk.shell.staySignedIn}
                </button>
                <button type="button" class="danger" onClick={onSignOut}>
                  {desk.shell.signOut}
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
