import { useCallback, useMemo } from 'preact/hooks';
import type { Webhook } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { common } from '../../texts/common.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookDetails } from './webhook-details.tsx';
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
