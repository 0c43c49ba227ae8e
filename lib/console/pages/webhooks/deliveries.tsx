import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Delivery, GuardClient, Webhook } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { ListView } from '../../parts/list-view.tsx';
import { Panel } from '../../parts/page-layout.tsx';
import { problemText } from '../../services/problem.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { Recover } from './recover.tsx';
import { texts } from './webhooks-texts.ts';

interface DeliveriesProps {
  readonly guard: GuardClient;
  readonly webhook: Webhook;
  /** Called after a test, which may end or begin the failing of a webhook. */
  readonly onTested: () => void;
}

/** The interval at which deliveries are read while one of them is pending. */
const EVERY_MS = 3_000;

/** The deliveries of a webhook, newest first, and the buttons that send them again. */
export function Deliveries({ guard, webhook, onTested }: DeliveriesProps) {
  const { id, status } = webhook;
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const read = useCallback(
    (signal: AbortSignal) => guard.webhooks.deliveries(id, { limit: 50 }, { signal }),
    [guard, id],
  );
  const list = useList<Delivery>(read);
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
          {status === 'active' && <Recover guard={guard} webhookId={id} onDone={again} />}
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
