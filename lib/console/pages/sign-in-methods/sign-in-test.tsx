import { useEffect, useState } from 'preact/hooks';
import type { IdentityProvider, SignInTest } from '../../../client/index.ts';
import { Facts, Panel } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { problemText } from '../../services/problem.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { awaitReport, type SignInReport } from './sign-in-report.ts';
import { texts } from './sign-in-test-texts.ts';

interface TestSignInProps {
  readonly provider: IdentityProvider;
}

/** A real sign-in at the provider in a new window, which signs nobody in. This window shows what Guard would do. */
export function TestSignIn({ provider: { id, issuer } }: TestSignInProps) {
  const { guard } = useConsole();
  const [begun, setBegun] = useState<SignInTest>();
  const [report, setReport] = useState<SignInReport>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => begun && awaitReport(baseUrlOf(location.href), begun.test_id, setReport), [begun]);

  async function begin() {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    setReport(undefined);
    setBegun(undefined);
    try {
      setBegun(await guard.identityProviders.test(id));
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  return (
    <Panel
      title={texts.title}
      actions={
        <button type="button" class="primary" aria-disabled={isBusy} onClick={begin}>
          {isBusy ? texts.connecting : report ? texts.again : texts.begin}
        </button>
      }
    >
      <p>{texts.about}</p>
      <p class="problem" role="alert">
        {problem}
      </p>
      <div role="status">
        {begun && !report && (
          <>
            <p>
              <a class="button" href={begun.authorization_url} target="_blank" rel="noopener noreferrer">
                {texts.open(new URL(issuer).host)}
              </a>
            </p>
            <p class="muted">{texts.waiting}</p>
          </>
        )}
        {report && <Report {...report} />}
      </div>
    </Panel>
  );
}

/** What Guard would do, and the claims from which it follows. */
export function Report({ outcome, error, reason, email, name, role, claims }: SignInReport) {
  const isRefused = outcome === 'refused';
  const facts = [
    [texts.email, email],
    [common.name, name],
    [isRefused ? texts.claimedRole : texts.role, role && roleLabel(role)],
  ] as const;
  return (
    <>
      <p class={isRefused ? 'notice problem' : 'notice'}>
        <strong>{texts.outcomes[outcome]}</strong> {isRefused && reasonText(error, reason)}
      </p>
      <Facts facts={facts.map(([label, value]) => [label, value ?? '–'])} />
      {claims.length > 0 && (
        <details open={isRefused}>
          <summary>{texts.claims}</summary>
          <dl class="facts">
            {claims.map(([claim, value]) => (
              <div key={claim}>
                <dt>
                  <code>{claim}</code>
                </dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

/** Why a sign-in would be refused. What the provider did wrong has no words but its code. */
function reasonText(error = '', reason = ''): string {
  const words: Readonly<Record<string, string>> = texts.reasons;
  return words[reason] ?? words[error] ?? [error, reason].filter(Boolean).join(': ');
}
