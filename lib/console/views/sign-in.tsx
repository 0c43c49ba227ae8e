import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GuardError } from '../../client/index.ts';
import { Logo } from '../components/logo.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { isMailOn } from '../services/mail.ts';
import { problemText } from '../services/problem.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';

export interface SignInProps {
  readonly notice: string | undefined;
  /** Whether the person has followed the link of an alert. Nothing about it is known before they are. */
  readonly hasAlert: boolean;
  readonly onSignIn: (email: string, password: string, otp?: string, isKept?: boolean) => Promise<void>;
}

export function SignIn({ notice, hasAlert, onSignIn }: SignInProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${desk.signIn.title} · Guard`;
  }, []);
  // The focus moves before the first paint, so that keys that are typed at once are not lost.
  useLayoutEffect(() => email.current?.focus(), []);

  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    const otp = given.get('otp') as string;
    try {
      await onSignIn(String(given.get('email')), String(given.get('password')), otp, given.has('keep'));
    } catch (error) {
      const isAboutCode = (error as GuardError).code === 'second_factor_required';
      if (isAboutCode) setNeedsCode(true);
      // The first time, the new field says enough.
      setProblem(!isAboutCode ? problemText(error) : otp ? desk.signIn.wrongCode : undefined);
      setBusy(false);
    }
  }

  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>
          <Logo /> Guard
        </h1>
        {hasAlert && <p class="notice">{desk.signIn.alertWaits}</p>}
        {notice && !problem && <p class="notice">{notice}</p>}
        <label>
          {desk.signIn.email}
          <input
            ref={email}
            name="email"
            inputMode="email"
            autocapitalize="none"
            spellcheck={false}
            autocomplete="username"
            // Another person may have no second factor.
            onInput={() => setNeedsCode(false)}
            required
          />
        </label>
        <PasswordField label={desk.signIn.password} name="password" autocomplete="current-password" />
        {needsCode && (
          <label>
            {common.problems.second_factor_required}
            <input ref={(it) => it?.focus()} name="otp" autocomplete="one-time-code" required />
          </label>
        )}
        <label class="check">
          <input type="checkbox" name="keep" aria-describedby="keep-hint" />
          {desk.signIn.keep}
        </label>
        <p class="hint" id="keep-hint">
          {desk.signIn.keepHint}
        </p>
        <p class="problem" role="alert">
          {problem}
        </p>
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? desk.signIn.signingIn : desk.signIn.signIn}
        </button>
        <a href="#/sso">{desk.signIn.sso}</a>
        {isMailOn && <a href="#/forgot">{desk.signIn.forgot}</a>}
      </form>
    </main>
  );
}
