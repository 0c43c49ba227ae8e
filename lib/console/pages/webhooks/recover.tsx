import { useState } from 'preact/hooks';
import type { GuardClient } from '../../../client/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './webhooks-texts.ts';

const FIELDS: readonly Field[] = [
  { name: 'since', label: texts.since, kind: 'datetime', isRequired: true, hint: texts.sinceHint },
];
const DAY_MS = 24 * 60 * 60_000;

interface RecoverProps {
  readonly guard: GuardClient;
  readonly webhookId: string;
  readonly onDone: () => void;
}

/** Sends everything again that failed for good since a chosen time. */
export function Recover({ guard, webhookId, onDone }: RecoverProps) {
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
