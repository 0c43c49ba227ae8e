import { useCallback, useMemo } from 'preact/hooks';
import type { NotificationRule } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { common } from '../../texts/common.ts';
import { eventNames } from '../../texts/event-names.ts';
import { texts as webhooks } from '../webhooks/webhooks-texts.ts';
import { NewRule } from './new-rule.tsx';
import { texts } from './notifications-texts.ts';
import { recipientName, recipientText } from './recipients.ts';
import { RuleDetails } from './rule-details.tsx';
import { kindsText } from './rule-fields.ts';
import { useRuleParts } from './use-rule-parts.ts';

/** Rules: who is notified of what; who cannot be reached. */
export function NotificationsPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewRule {...props} />;
  if (itemId !== undefined) return <RuleDetails key={itemId} {...props} id={itemId} />;
  return <RuleList {...props} />;
}

function RuleList({ guard, screen, change, tenantId, title }: PageProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.notificationRules.list({ limit: 100, tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const list = useList(read);
  const { value: parts } = useRuleParts(guard, tenantId);
  const columns = useMemo<readonly Column<NotificationRule>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
            {name}
          </ScreenLink>
        ),
      },
      {
        title: webhooks.events,
        cell: ({ events }) => events.map((it) => eventNames[it] ?? it).join(' · '),
      },
      {
        title: texts.who,
        cell: ({ recipients }) =>
          parts ? recipients.map((it) => recipientName(recipientText(it), parts)).join(', ') : common.reading,
      },
      { title: texts.channels, cell: ({ channels }) => kindsText(channels) },
      {
        title: common.status,
        cell: ({ status }) => (
          <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{webhooks.statuses[status]}</span>
        ),
      },
    ],
    [screen, change, parts],
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
      {parts && parts.off.length > 0 && <p class="notice">{texts.off(kindsText(parts.off))}</p>}
      <ListView
        caption={title}
        list={list}
        columns={columns}
        searched={({ name }) => name}
        empty={texts.none}
      />
    </PageLayout>
  );
}
