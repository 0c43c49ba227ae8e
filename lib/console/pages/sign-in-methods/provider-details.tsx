import { useState } from 'preact/hooks';
import type { IdentityProvider } from '../../../client/index.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Copy } from '../../components/copy.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Panel } from '../../components/page-layout.tsx';
import type { Opened } from '../../components/resource.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { problemText } from '../../services/problem.ts';
import { asSent, asTyped, providerFields } from './provider-fields.ts';
import { namesOf, ProviderPeoplePanel, readPeople } from './provider-people.tsx';
import { texts as impact } from './provider-people-texts.ts';
import { texts } from './sign-in-methods-texts.ts';
import { TestSignIn } from './sign-in-test.tsx';

const FIELDS = providerFields(false);

/** One identity provider: what to enter at the provider and in the DNS, and its settings. */
export function ProviderDetails(opened: Opened<IdentityProvider, undefined>) {
  const { guard } = useConsole();
  const { id, item, read, show } = opened;
  const [asked, setAsked] = useState<{ readonly text: string; readonly answer: (yes: boolean) => void }>();
  return (
    <>
      <Panel title={texts.registration}>
        <p>{texts.registrationText(item.issuer)}</p>
        <h3>{texts.redirectUri}</h3>
        <Copy label={texts.redirectUri} text={item.redirect_uri} />
        <h3>{texts.logoutUri}</h3>
        <Copy label={texts.logoutUri} text={`${baseUrlOf(location.href)}/api/v1/auth/sso/logout/${id}`} />
      </Panel>
      <TestSignIn provider={item} />
      <Domains
        domains={item.domains}
        verify={async () => {
          await guard.identityProviders.verify(id);
          show(await read());
        }}
      />
      <ProviderPeoplePanel {...opened} provider={item} />
      <Panel title={texts.settings}>
        <EditForm
          fields={FIELDS}
          item={asTyped(item)}
          read={async () => asTyped(await read())}
          confirm={async ({ status }) => {
            if (status !== 'disabled') return true;
            const { dependent, ending } = await readPeople(guard, item, opened.now);
            const text = [
              dependent.length > 0 && impact.lockedOut(namesOf(dependent)),
              ending.length > 0 && impact.lockedOutSoon(namesOf(ending)),
            ].filter(Boolean);
            return new Promise((answer) => setAsked({ text: text.join(' ') || impact.notLockedOut, answer }));
          }}
          save={async (changes, ifMatch) => {
            const saved = await guard.identityProviders.update(id, asSent(changes), { ifMatch });
            show(saved);
            return asTyped(saved);
          }}
          onSaved={() => {}}
        />
      </Panel>
      {asked && (
        <Confirm
          title={impact.disableTitle}
          text={asked.text}
          action={impact.disable}
          onConfirm={async () => asked.answer(true)}
          onClose={() => {
            asked.answer(false);
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}

interface DomainsProps {
  readonly domains: IdentityProvider['domains'];
  readonly verify: () => Promise<void>;
}

/** Whether the domains are verified, and the records that verify them. */
function Domains({ domains, verify }: DomainsProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [hasLooked, setLooked] = useState(false);
  const open = domains.filter(({ verified_at }) => verified_at === null);
  async function look() {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    setLooked(false);
    await verify().then(
      () => setLooked(true),
      (error: unknown) => setProblem(problemText(error)),
    );
    setBusy(false);
  }
  return (
    <Panel title={texts.domains}>
      <dl class="facts">
        {domains.map(({ domain, verified_at }) => (
          <div key={domain}>
            <dt>{domain}</dt>
            <dd>{verified_at ? texts.verified : texts.unverified}</dd>
          </div>
        ))}
      </dl>
      {open.length > 0 && (
        <>
          <p>{texts.recordsText}</p>
          {open.map(({ domain, challenge }) => (
            <Copy
              key={domain}
              label={texts.record(`_guard.${domain}`)}
              text={`_guard.${domain} TXT "${challenge}"`}
            />
          ))}
          <div class="buttons">
            <button type="button" aria-disabled={isBusy} onClick={look}>
              {texts.verify}
            </button>
          </div>
          <p class="problem" role="alert">
            {problem ||
              (hasLooked && texts.notFound(open.map(({ domain }) => `_guard.${domain}`).join(', ')))}
          </p>
        </>
      )}
    </Panel>
  );
}
