import type { Notification, NotificationStatus } from '../../client/index.ts';
import { reasonText } from '../state/notified.ts';
import { desk } from '../texts/desk.ts';
import { notifiedTexts as texts } from '../texts/notified-texts.ts';
import { Instant } from './instant.tsx';

/** A later release may know more kinds. */
const KINDS: Readonly<Record<string, string>> = texts.kinds;

const MARKS: Readonly<Record<NotificationStatus, string>> = {
  sent: 'mark',
  delivered: 'mark',
  queued: 'mark mark-off',
  suppressed: 'mark mark-off',
  failed: 'mark mark-bad',
};

/** What became of one message to a person. */
export function NotifiedRow(props: Notification & { readonly zone: string | undefined }) {
  const { user_name, schedule_id, channel, status, reason, event, zone } = props;
  const said = [
    reason !== null && reasonText(reason),
    props.in_summary && texts.summary,
    props.duplicate_possible && texts.twice,
  ].filter(Boolean);
  const [, action = ''] = event.split('.');
  return (
    <li>
      {user_name !== null && <span class="event">{user_name} </span>}
      <span class="muted">
        {[
          schedule_id !== null && user_name !== null && texts.onCall,
          channel !== null && (KINDS[channel] ?? channel),
        ]
          .filter(Boolean)
          .join(', ')}
      </span>{' '}
      <span class={MARKS[status] ?? 'mark mark-off'}>
        {texts.statuses[status] ?? status}
        {said.length > 0 && `: ${said.join(', ')}`}
      </span>
      <span class="muted">
        <Instant at={props.updated_at} zone={zone} />
        {(desk.events as Readonly<Record<string, string>>)[action] ?? event}
      </span>
    </li>
  );
}
