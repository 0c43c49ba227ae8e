import { useState } from 'preact/hooks';
import { GuardError } from '../../../client/index.ts';
import { PasswordField } from '../../components/password-field.tsx';
import * as limits from '../../state/limits.ts';
import { PasswordForm } from './password-form.tsx';
import type { PasswordPageProps } from './password-props.ts';
import { texts } from './password-texts.ts';

/** Sets a password by the link of a mail, an invitation or a reset, and signs the person in with it. */
export function SetPasswordPage({ guard, view, token, email, onSignIn }: PasswordPageProps) {
  const [outcome, setOutcome] = useState<'set' | 'not valid' | undefined>(token ? undefined : 'not valid');
  const own = view === 'invitation' ? texts.invitation : texts.reset;
  const signIn = <a href="#/">{texts.signIn}</a>;
  if (outcome === 'set') return <PasswordForm title={texts.isSet} text={texts.isSetText} links={signIn} />;
  if (outcome === 'not valid') {
    return (
      <PasswordForm
        title={texts.notValid}
        text={own.notValidText}
        links={
          <>
            {view === 'reset' && <a href="#/forgot">{texts.again}</a>}
            {signIn}
          </>
        }
      />
    );
  }
  return (
    <PasswordForm
      title={own.title}
      text={own.text}
      action={texts.setPassword}
      onSubmit={async (given) => {
        const password = String(given.get('password'));
        try {
          await guard.confirmPasswordReset({ token, password }, { maxAttempts: 1 });
        } catch (error) {
          if (!(error instanceof GuardError) || error.code !== 'link_not_valid') throw error;
          return setOutcome('not valid');
        }
        // The password is set, whatever happens next: a code of a second factor belongs to the page that signs in.
        if (email) await onSignIn(email, password, view === 'invitation').catch(() => setOutcome('set'));
        else setOutcome('set');
      }}
      links={signIn}
    >
      {email && (
        <label>
          {texts.email}
          {/* Password managers keep it with the new password. */}
          <input name="email" value={email} autocomplete="username" readOnly />
        </label>
      )}
      <PasswordField
        label={texts.password}
        name="password"
        autocomplete="new-password"
        minLength={limits.PasswordReset.password.least}
        maxLength={limits.PasswordReset.password.most}
        aria-describedby="password-hint"
      />
      <p class="hint" id="password-hint">
        {texts.passwordHint}
      </p>
    </PasswordForm>
  );
}
