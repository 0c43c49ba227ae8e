import { useCallback, useState } from 'preact/hooks';
import type { IdentityProvider } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Copy } from '../../parts/copy.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { problemText } from '../../services/problem.ts';
import { common } from '../../texts/common.ts';
import { asSent, asTyped, providerFields } from './provider-fields.ts';
import { texts } from './sign-in-methods-texts.ts';

const FIELDS = providerFields(false);

/** One identity provider: what to enter at the provider and in the DNS, and its settings. */
export function ProviderDetails(props: PageProps & { readonly id: string }) {
  const { guard, screen, change, id, title } = props;
  const read = useCallback(
    (signal?: AbortSignal) => guard.identityProviders.get(id, { signal }),
    [guard, id],
  );
  const { value: provider, error, show, again } = useItem(read);
  return (
    <PageLayout
      title={provider?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        provider && (
          <>
            <AuditLink {...props} entityId={id} />
            <ConfirmButton
              label={common.delete}
              title={texts.deleteTitle(provider.name)}
              text={texts.deleteText}
              action={common.delete}
              onConfirm={async () => {
                await guard.identityProviders.delete(id);
                change({ itemId: undefined }, 'after saving');
              }}
            />
          </>
        )
      }
    >
      {provider ? (
        <>
          <Panel title={texts.registration}>
            <p>{texts.registrationText(provider.issuer)}</p>
            <Copy label={texts.redirectUri} text={provider.redirect_uri} />
          </Panel>
          <Domains
            domains={provider.domains}
            verify={async () => {
              await guard.identityProviders.verify(id);
              show(await read());
            }}
          />
          <Panel title={texts.settings}>
            <EditForm
              fields={FIELDS}
              item={asTyped(provider)}
              read={async () => asTyped(await read())}
              save={async (changes, ifMatch) => {
                const saved = await guard.identityProviders.update(id, asSent(changes), { ifMatch });
                show(saved);
                return asTyped(saved);
              }}
              onSaved={() => {}}
            />
          </Panel>
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
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
  const open = domains.filter(({ verified_at }) => verified_at === null);
  async function look() {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    await verify().catch((error: unknown) => setProblem(problemText(error)));
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
            {problem}
          </p>
        </>
      )}
    </Panel>
  );
}
