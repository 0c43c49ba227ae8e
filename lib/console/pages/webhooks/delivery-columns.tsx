import type { Delivery, DeliveryStatus } from '../../../client/index.ts';
import { Instant } from '../../parts/instant.tsx';
import type { Column } from '../../parts/table.tsx';
import { common } from '../../texts/common.ts';
import { eventNames } from '../../texts/event-names.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './webhooks-texts.ts';

const MARKS: Readonly<Record<DeliveryStatus, string>> = {
  delivered: 'mark',
  pending: 'mark mark-off',
  failed: 'mark mark-bad',
};

export function deliveryColumns(onResend: (delivery: Delivery) => void): readonly Column<Delivery>[] {
  return [
    { title: common.created, cell: ({ created_at }) => <Instant at={created_at} /> },
    {
      title: texts.event,
      cell: ({ event }) => (event === 'webhook.test' ? texts.testEvent : (eventNames[event] ?? event)),
    },
    {
      title: common.status,
      cell: ({ status, next_attempt_at }) => (
        <>
          <span class={MARKS[status]}>{texts.deliveryStatuses[status]}</span>
          {next_attempt_at !== null && (
            <span class="muted">
              {' '}
              {texts.next} <Instant at={next_attempt_at} />
            </span>
          )}
        </>
      ),
    },
    { title: texts.attempts, isNumber: true, cell: ({ attempts }) => formatNumber(attempts) },
    { title: texts.answer, cell: (delivery) => <Answer {...delivery} /> },
    {
      title: common.actions,
      // A delivery that is under way cannot be sent a second time.
      cell: (delivery) =>
        delivery.status !== 'pending' && (
          <button type="button" class="quiet" onClick={() => onResend(delivery)}>
            {texts.resend}
            <span class="unseen"> {delivery.id}</span>
          </button>
        ),
    },
  ];
}

/** The last answer of the receiver. */
function Answer({ status_code, milliseconds, error, response }: Delivery) {
  if (status_code === null && error === null) return <span class="muted">–</span>;
  return (
    <>
      {status_code ?? error ?? texts.noAnswer}
      {milliseconds !== null && <span class="muted"> {formatNumber(milliseconds)} ms</span>}
      {response && (
        <details>
          <summary>{texts.response}</summary>
          <pre class="note">{response}</pre>
        </details>
      )}
    </>
  );
}
