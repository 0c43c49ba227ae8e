import { useState } from 'preact/hooks';
import type { Webhook, WebhookInput } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Instant } from '../../components/instant.tsx';
import { Panel } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Opened, Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { type NamedSite, readSites, withDeleted } from '../../services/read-sites.ts';
import { bodyOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { Deliveries } from './deliveries.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { webhookFields } from './webhook-fields.ts';
import { texts } from './webhooks-texts.ts';

/** Webhooks and their deliveries. */
export function WebhooksPage(props: PageProps) {
  return <ResourcePage {...props} resource={WEBHOOKS} />;
}

const WEBHOOKS: Resource<Webhook, readonly NamedSite[]> = {
  texts,
  api: ({ webhooks }) => webhooks,
  nameTitle: texts.url,
  nameOf: ({ url }) => url,
  searched: ({ description }) => description ?? '',
  readNeeded: readSites,
  columns: () => [
    { title: texts.description, cell: ({ description }) => description },
    { title: texts.events, cell: ({ events }) => events.join(', ') },
    {
      title: common.status,
      cell: ({ status, failing_since }) => (
        <>
          <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{texts.statuses[status]}</span>
          {failing_since !== null && (
            <span class="problem">
              {' '}
              {texts.failing} <Instant at={failing_since} />
            </span>
          )}
        </>
      ),
    },
  ],
  fields: (_, sites, webhook) => webhookFields(withDeleted(sites, webhook?.site_ids), webhook === undefined),
  create: async ({ guard, tenantId, fields }, values) => {
    const body = bodyOf(fields, values) as WebhookInput;
    const { id, url, secret } = await guard.webhooks.create(body, { tenantId });
    return { id, title: url, view: (onDone) => <SigningSecret url={url} secret={secret} onDone={onDone} /> };
  },
  head: (opened) => <Head {...opened} />,
  intro: ({ item }) => <Warnings warnings={item.warnings} of={{}} />,
};

/** Whether a webhook works, and its deliveries. */
function Head({ id, item, again }: Opened<Webhook, unknown>) {
  const { guard } = useConsole();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Health webhook={item} />
      <Panel
        title={texts.secret}
        actions={
          <ConfirmButton
            label={texts.rotate}
            title={texts.rotateTitle(item.url)}
            text={texts.rotateText}
            action={texts.rotate}
            onConfirm={async () => setSecret((await guard.webhooks.rotate(id)).secret)}
          />
        }
      >
        {secret === undefined ? (
          <p class="muted">{texts.rotateText}</p>
        ) : (
          <SigningSecret url={item.url} secret={secret} onDone={() => setSecret(undefined)} />
        )}
      </Panel>
      <Deliveries webhook={item} onTested={again} />
    </>
  );
}

/** Says why nothing arrives, if nothing does. */
function Health({ webhook: { disabled_reason, failing_since } }: { readonly webhook: Webhook }) {
  if (disabled_reason === null && failing_since === null) return null;
  return (
    <p class="notice problem">
      {disabled_reason === 'gone' && texts.gone}
      {disabled_reason === 'failing' && texts.failingTooLong}{' '}
      {failing_since !== null && (
        <>
          {texts.failing} <Instant at={failing_since} />
        </>
      )}
    </p>
  );
}
