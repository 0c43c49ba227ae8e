import { useEffect, useState } from 'preact/hooks';
import { GuardError } from '../../../client/index.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { currentSession, lifetimeOf } from '../../services/guard-session.ts';
import { problemText } from '../../services/problem.ts';
import { SessionStore } from '../../services/session-store.ts';
import { PasswordForm } from '../password/password-form.tsx';
import type { PasswordPageProps } from '../password/password-props.ts';
import { texts } from './sso-texts.ts';
import { SsoVerifier } from './sso-verifier.ts';

/** Sends a person to their identity provider, and signs in whom it sends back. */
export function SsoPage({ guard, token }: PasswordPageProps) {
  const [answer] = useState(() => readAnswer(token));
  const [problem, setProblem] = useState(answer.error);

  async function redeem(code: string, code_verifier: string) {
    const issuedAt = Date.now();
    const signedIn = await guard.redeemSsoCode({ code, code_verifier }, { maxAttempts: 1 });
    const session = { token: signedIn.token, issuedAt };
    guard.useSession(session);
    const lifetimeMinutes = lifetimeOf(await currentSession(guard));
    new SessionStore(() => sessionStorage, baseUrl()).write({
      ...session,
      lifetimeMinutes,
      userId: signedIn.user.id,
    });
    location.replace(location.pathname);
  }
  useEffect(() => {
    if (!problem && answer.code) {
      redeem(answer.code, answer.verifier).catch((error: unknown) => setProblem(ssoProblem(error)));
    }
  }, []);

  const links = <a href="#/">{texts.password}</a>;
  if (answer.code && !problem)
    return <PasswordForm title={texts.title} text={texts.signingIn} links={links} />;
  return (
    <PasswordForm
      key="form"
      title={texts.title}
      text={texts.text}
      action={texts.next}
      failure={problem}
      textOf={ssoProblem}
      onSubmit={async (given) => {
        const redirect_uri = `${baseUrl()}/console`;
        const verifier = new SsoVerifier(baseUrl());
        const code_challenge = await verifier.begin();
        try {
          const input = { email: String(given.get('email')), redirect_uri, code_challenge };
          const { authorization_url } = await guard.startSso(input, { maxAttempts: 1 });
          location.assign(authorization_url);
        } catch (error) {
          verifier.take();
          throw error;
        }
      }}
      links={links}
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

const baseUrl = () => baseUrlOf(location.href);

/** Reads the provider's redirect. A code that this tab has not asked for is refused: it may be somebody else's. */
function readAnswer(query: string) {
  const given = new URLSearchParams(query);
  const [code, error] = [given.get('code') ?? '', given.get('error')];
  const verifier = query ? new SsoVerifier(baseUrl()).take() : '';
  if (error !== null) return { code, verifier, error: textOfCode(error) ?? texts.problems.sso_failed };
  return { code, verifier, error: code && !verifier ? texts.problems.sso_code_not_valid : undefined };
}

const textOfCode = (code: string): string | undefined =>
  Object.entries(texts.problems).find(([known]) => known === code)?.[1];

function ssoProblem(error: unknown): string {
  return (error instanceof GuardError ? textOfCode(error.code) : undefined) ?? problemText(error);
}
