import { Panel } from '../../parts/page-layout.tsx';
import { keepLanguage, LANGUAGE, LANGUAGES, type Language } from '../../texts/language.ts';
import { texts } from './account-texts.ts';

/** The language of the console, on this machine. */
export function LanguageChoice() {
  return (
    <Panel title={texts.language}>
      <div class="field">
        <label for="language">{texts.language}</label>
        <select
          id="language"
          value={LANGUAGE}
          aria-describedby="language-hint"
          onChange={({ currentTarget: { value } }) => {
            keepLanguage(value as Language);
            location.reload();
          }}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <span class="hint" id="language-hint">
          {texts.languageText}
        </span>
      </div>
    </Panel>
  );
}
