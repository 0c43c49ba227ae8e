import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Delivery, DeliveryStatus, Webhook } from '../../../client/index.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Instant } from '../../components/instant.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Panel } from '../../components/page-layout.tsx';
import type { Column } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { problemText } from '../../services/problem.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { eventNames } from '../../texts/event-names.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './webhooks-texts.ts';

interface DeliveriesProps {
  readonly webhook: Webhook;
  /** Called after a test, which may end or begin the failing of a webhook. */
  readonly onTested: () => void;
}

/** The interval at which deliveries are read while one of them is pending. */
const EVERY_MS = 3_000;

/** The deliveries of a webhook, newest first, and the buttons that send them again. */
export function Deliveries({ webhook, onTested }: DeliveriesProps) {
  const { guard } = useConsole();
  const { id, status } = webhook;
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const list = useList<Delivery>(
    (signal) => guard.webhooks.deliveries(id, { limit: 50 }, { signal }),
    [guard, id],
  );
  const { items, again } = list;
  const isPending = items?.some((it) => it.status === 'pending') ?? false;
  // A hidden page waits: nobody sees it.
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isPending, again]);

  const act = useCallback(
    async (action: () => Promise<string>) => {
      setBusy(true);
      setMessage('');
      setMessage(await action().catch(problemText));
      setBusy(false);
      again();
    },
    [again],
  );
  async function test() {
    const { status: result } = await guard.webhooks.test(id);
    onTested();
    return `${texts.testEvent}: ${texts.deliveryStatuses[result]}`;
  }
  const columns = useMemo(
    () =>
      deliveryColumns((delivery) =>
        act(async () => {
          await guard.webhooks.resend(id, delivery.id);
          return texts.resent;
        }),
      ),
    [act, guard, id],
  );
  return (
    <Panel
      title={texts.deliveries}
      actions={
        <>
          <button type="button" class="primary" aria-disabled={isBusy} onClick={() => isBusy || act(test)}>
            {isBusy ? texts.testing : texts.test}
          </button>
          {status === 'active' && <Recover webhookId={id} onDone={again} />}
          <button type="button" onClick={again}>
            {texts.refresh}
          </button>
        </>
      }
    >
      <p role="status">{message}</p>
      <ListView caption={texts.deliveries} list={list} columns={columns} empty={texts.noDeliveries} />
    </Panel>
  );
}

const FIELDS: readonly Field[] = [
  { name: 'since', label: texts.since, kind: 'datetime', isRequired: true, hint: texts.sinceHint },
];
const DAY_MS = 24 * 60 * 60_000;

interface RecoverProps {
  readonly webhookId: string;
  readonly onDone: () => void;
}

/** Sends everything again that failed for good since a chosen time. */
function Recover({ webhookId, onDone }: RecoverProps) {
  const { guard } = useConsole();
  const [isAsked, setAsked] = useState(false);
  const [queued, setQueued] = useState<number>();
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        {texts.recover}
      </button>
      <span role="status">{queued !== undefined && texts.recovered(formatNumber(queued))}</span>
      {isAsked && (
        <Dialog title={texts.recoverTitle} onClose={() => setAsked(false)}>
          {(close) => (
            <>
              <p>{texts.recoverText}</p>
              <Form
                fields={FIELDS}
                initial={valuesOf(FIELDS, { since: new Date(Date.now() - DAY_MS).toISOString() })}
                action={texts.recover}
                onCancel={close}
                onSubmit={async (values) => {
                  const { since } = bodyOf(FIELDS, values);
                  let [all, hasMore] = [0, true];
                  while (hasMore) {
                    const { queued, has_more } = await guard.webhooks.recover(webhookId, String(since));
                    all += queued;
                    hasMore = has_more && queued > 0;
                    setQueued(all);
                  }
                  onDone();
                  close();
                }}
              />
            </>
          )}
        </Dialog>
      )}
    </>
  );
}

const MARKS: Readonly<Record<DeliveryStatus, string>> = {
  delivered: 'mark',
  pending: 'mark mark-off',
  failed: 'mark mark-bad',
};

function deliveryColumns(onResend: (delivery: Delivery) => void): readonly Column<Delivery>[] {
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
