import { useCallback, useMemo, useState } from 'preact/hooks';
import type { IssuedWebhook, Webhook, WebhookInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Form } from '../../parts/form.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { Warnings } from '../../parts/warnings.tsx';
import { bodyOf, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { Deliveries } from './deliveries.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { webhookFields } from './webhook-fields.ts';
import { texts } from './webhooks-texts.ts';

/** Webhooks and their deliveries. */
export function WebhooksPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewWebhook {...props} />;
  if (itemId !== undefined) return <WebhookDetails key={itemId} {...props} id={itemId} />;
  return <WebhookList {...props} />;
}

function WebhookList({ guard, screen, change, tenantId, title }: PageProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.webhooks.list({ limit: 100, tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const list = useList(read);
  const columns = useMemo<readonly Column<Webhook>[]>(
    () => [
      {
        title: texts.url,
        cell: ({ id, url }) => (
          <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
            {url}
          </ScreenLink>
        ),
      },
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
    [screen, change],
  );
  return (
    <PageLayout
      title={title}
      actions={
        <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: 'new' }}>
          {texts.create}
        </ScreenLink>
      }
    >
      <p>{texts.about}</p>
      <ListView
        caption={title}
        list={list}
        columns={columns}
        searched={({ url, description }) => `${url} ${description ?? ''}`}
        empty={texts.none}
      />
    </PageLayout>
  );
}

/** Creates a webhook, and shows its signing secret once. */
export function NewWebhook({ guard, screen, change, tenantId, title }: PageProps) {
  const [issued, setIssued] = useState<IssuedWebhook>();
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: sites } = useItem(readSites);
  const fields = webhookFields(sites ?? [], true);
  return (
    <PageLayout
      title={issued?.url ?? texts.create}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
    >
      <Panel>
        {issued ? (
          <SigningSecret
            secret={issued.secret}
            onDone={() => change({ itemId: issued.id }, 'after saving')}
          />
        ) : (
          <Form
            fields={fields}
            initial={valuesOf(fields)}
            action={texts.create}
            onSubmit={async (values) =>
              setIssued(await guard.webhooks.create(bodyOf(fields, values) as WebhookInput, { tenantId }))
            }
            onCancel={() => change({ itemId: undefined })}
            hasFocus
          />
        )}
      </Panel>
    </PageLayout>
  );
}

/** One webhook: whether it works, its deliveries and its settings. */
export function WebhookDetails(props: PageProps & { readonly id: string }) {
  const { guard, screen, change, tenantId, id, title } = props;
  const [secret, setSecret] = useState<string>();
  const read = useCallback((signal?: AbortSignal) => guard.webhooks.get(id, { signal }), [guard, id]);
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: webhook, error, show, again } = useItem(read);
  const sites = useItem(readSites);
  // Deleted sites can be taken out.
  const known = new Set(sites.value?.map((site) => site.id));
  const gone = (webhook?.site_ids ?? []).filter((it) => !known.has(it)).map((it) => ({ id: it, name: it }));
  return (
    <PageLayout
      title={webhook?.url ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        webhook && (
          <>
            <AuditLink {...props} entityId={id} />
            <ConfirmButton
              label={texts.rotate}
              title={texts.rotateTitle(webhook.url)}
              text={texts.rotateText}
              action={texts.rotate}
              onConfirm={async () => setSecret((await guard.webhooks.rotate(id)).secret)}
            />
            <ConfirmButton
              label={common.delete}
              title={texts.deleteTitle(webhook.url)}
              text={texts.deleteText}
              action={common.delete}
              onConfirm={async () => {
                await guard.webhooks.delete(id);
                change({ itemId: undefined }, 'after saving');
              }}
            />
          </>
        )
      }
    >
      {secret !== undefined && (
        <Panel title={texts.secret}>
          <SigningSecret secret={secret} onDone={() => setSecret(undefined)} />
        </Panel>
      )}
      {webhook && <Health webhook={webhook} />}
      {webhook && <Deliveries guard={guard} webhook={webhook} onTested={again} />}
      {webhook && sites.value ? (
        <Panel title={texts.details}>
          <Warnings warnings={webhook.warnings} of={{}} />
          <EditForm
            fields={webhookFields([...sites.value, ...gone], false)}
            item={webhook}
            read={read}
            save={(changes, ifMatch) => guard.webhooks.update(id, changes, { ifMatch })}
            onSaved={show}
          />
        </Panel>
      ) : (
        <Reading
          error={error ?? sites.error}
          again={() => {
            again();
            sites.again();
          }}
        />
      )}
    </PageLayout>
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
