import * as z from 'zod/mini';
import { formatTimestamp, toEpochSeconds } from '../base/time.ts';
import { commit } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { ABSENT, expression } from '../table/expression.ts';
import { mailStateKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putIf } from '../table/writes.ts';

/** For how long after a mail the next one belongs to the same alert, if it is still open. */
const WINDOW_SECONDS = 300;
/** Within this time, a mail without a date that can be trusted is the same mail once more. */
const REPEATED_SECONDS = 60;
const MOST_SEEN = 20;
/** Longer than an alert is open, so that a late restore finds it. */
const KEPT_SECONDS = 400 * 86_400;

const stateSchema = z.object({
  /** The dedup key of the alert to which mails belong. */
  window: z.nullable(z.string()),
  /** When the last mail of the window arrived, in epoch seconds. */
  at: z.int(),
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
  usual: z.nullable(z.string()),
  seen: z.array(z.object({ content: z.string(), object: z.string(), at: z.int() })),
  sequence: z.int(),
});

/** What is known of the last mails to an address. */
export type MailState = z.infer<typeof stateSchema>;

const NOTHING: MailState = {
  window: null,
  at: 0,
  subject: null,
  text: null,
  usual: null,
  seen: [],
  sequence: 0,
};

interface Owner {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** A mail that arrived. */
export interface ArrivedMail {
  /** Identifies its content. */
  readonly content: string;
  /** Whether its content distinguishes it from the next mail. */
  readonly isDated: boolean;
  /** The name of the stored mail: that of the same arrival is always the same. */
  readonly object: string;
  readonly arrivedAt: Date;
  /** Hashes of its subject, and of its text without numbers. */
  readonly subject: string;
  readonly text: string;
}

export async function readMailState(table: Table, { tenantId, deviceId }: Owner): Promise<MailState> {
  const item = await getItem(table, mailStateKey(tenantId, deviceId));
  return item ? stateSchema.parse(item) : NOTHING;
}

/** Whether a mail has the subject of another one that had another text, so that the subject says nothing. */
export const hasUsualSubject = (mail: Pick<ArrivedMail, 'subject' | 'text'>, state: MailState): boolean =>
  state.usual === mail.subject || (state.subject === mail.subject && state.text !== mail.text);

export interface JoinedMail {
  /** The dedup key of the alert to which the mail belongs. */
  readonly window: string;
  /** Whether the mail came before, within a minute, and nothing in it dates it. */
  readonly isRepeated: boolean;
}

/** Finds out to which alert a mail belongs. Mails that arrive at the same time belong to one. */
export function joinWindow(
  table: Table,
  owner: Owner,
  mail: ArrivedMail,
  known: MailState,
): Promise<JoinedMail> {
  let state: MailState | undefined = known;
  const at = toEpochSeconds(mail.arrivedAt);
  return untilSettled(table, async () => {
    state ??= await readMailState(table, owner);
    const { window, next, isRepeated } = decide(mail, state, at);
    const { sequence } = state;
    state = undefined;
    if (!next) return { result: { window, isRepeated } };
    const item = {
      ...mailStateKey(owner.tenantId, owner.deviceId),
      ...next,
      sequence: sequence + 1,
      [TTL_ATTRIBUTE]: at + KEPT_SECONDS,
    };
    const isUnchanged = sequence === 0 ? ABSENT : expression`#sequence = ${sequence}`;
    const write = {
      ...putIf(table, item, isUnchanged, 'stale' as const),
      hasHappened: (found: Readonly<Record<string, unknown>> | undefined) =>
        found?.['sequence'] === item.sequence && found['window'] === item.window,
    };
    return (await commit(table, [write])) === 'written' ? { result: { window, isRepeated } } : undefined;
  });
}

function decide(mail: ArrivedMail, state: MailState, at: number) {
  const lately = state.seen.filter((it) => at - it.at < REPEATED_SECONDS);
  const same = mail.isDated ? undefined : lately.find((it) => it.content === mail.content);
  const isRepeated = same !== undefined && same.object !== mail.object;
  const isOpen = state.window !== null && at - state.at < WINDOW_SECONDS;
  const window = isOpen && state.window !== null ? state.window : `mail ${formatTimestamp(mail.arrivedAt)}`;
  // A mail that is repeated is no news, and the time of one that is late does not go back.
  const isUnchanged = isOpen && (isRepeated || state.at >= at) && (mail.isDated || same !== undefined);
  if (isUnchanged) return { window, isRepeated, next: undefined };
  const seen =
    mail.isDated || same ? lately : [...lately, { content: mail.content, object: mail.object, at }];
  const next = {
    window,
    at: Math.max(state.at, at),
    subject: mail.subject,
    text: mail.text,
    usual: hasUsualSubject(mail, state) ? mail.subject : state.usual,
    seen: seen.slice(-MOST_SEEN),
  };
  return { window, isRepeated, next };
}
