import { useState } from 'preact/hooks';
import { PasswordForm } from './password-form.tsx';
import type { PasswordPageProps } from './password-props.ts';
import { texts } from './password-texts.ts';

/** Requests a link for a lost password. The answer is the same for every address. */
export function ForgotPage({ guard }: PasswordPageProps) {
  const [isSent, setSent] = useState(false);
  const back = <a href="#/">{texts.signIn}</a>;
  if (isSent) return <PasswordForm title={texts.requested} text={texts.requestedText} links={back} />;
  return (
    <PasswordForm
      title={texts.forgot}
      text={texts.forgotText}
      action={texts.request}
      onSubmit={async (given) => {
        await guard.requestPasswordReset({ email: String(given.get('email')) }, { maxAttempts: 1 });
        setSent(true);
      }}
      links={back}
    >
      <label>
        {texts.email}
        <input
          name="email"
          inputMode="email"
          autocapitalize="none"
          spellcheck={false}
          autocomplete="username"
          required
        />
      </label>
    </PasswordForm>
  );
}
