import * as z from 'zod/mini';
import type { ActionTime } from '../alerts/action-context.ts';
import { changeStored } from '../alerts/change-stored.ts';
import { findAlert } from '../alerts/find-alert.ts';
import { newEntry } from '../alerts/history.ts';
import { WORKED_AT } from '../alerts/reminder.ts';
import { changeAlert } from '../alerts/transition.ts';
import { type AuthenticatedUser, recordUser } from '../base/actor.ts';
import { ApiError, invalidField } from '../base/errors.ts';
import { textField, timestampInput } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { readSiteState } from '../openings/site-state.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { siteStateKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { timerAttributes } from '../table/timer.ts';
import { changeSupervision } from './change-supervisions.ts';
import { expectationOf } from './expectation.ts';
import { momentsAfter } from './judge.ts';
import { rulesOf } from './kinds.ts';
import { localTime } from './local-time.ts';
import {
  type Extension,
  type StoredSupervision,
  SUPERVISIONS,
  type Supervision,
  watchItem,
} from './supervision.ts';

/** How far ahead an extension may end. */
const LONGEST_MS = 12 * 3_600_000;

export const extensionInputSchema = withMeta(
  z.strictObject({
    until: withMeta(z.clone(timestampInput), {
      description: 'The new deadline: in the future, at most 12 hours ahead. No grace is added.',
    }),
    note: withMeta(textField(500), {
      description: 'Who asked for it, and why.',
      examples: ['Mrs. Seller has called: stocktaking'],
    }),
  }),
  {
    id: 'SupervisionExtensionInput',
    examples: [{ until: '2026-11-20T21:30:00.000+00:00', note: 'Mrs. Seller has called: stocktaking' }],
  },
);

type ExtensionInput = z.infer<typeof extensionInputSchema>;

interface Extending extends ActionTime {
  readonly caller: AuthenticatedUser;
  readonly now: Date;
}

/**
 * Moves the present deadline of a supervision, once. An open alert of it gets a note; if the deadline passes too, it is active
 * again. Nothing else is extended: a duress alarm rings as before. A repetition changes nothing. Throws `nothing_to_extend` if no
 * deadline passes before the new one and no alert is open.
 */
export function extendSupervision(
  table: Table,
  { entity }: StoredSupervision,
  { until, note }: ExtensionInput,
  { caller, now, ...time }: Extending,
): Promise<Supervision> {
  checkEnd(until, now);
  return changeSupervision(table, entity, async ({ site, stored }, writeId) => {
    const { entity: before, version, watch } = stored;
    const { id, kind, status } = before;
    const by = { id: caller.userId, name: caller.name };
    if (isSame(before.extension, { until, note, by })) return { writes: [], result: before };
    if (!rulesOf(kind).mayExtend || status === 'paused' || !watch) throw new ApiError('nothing_to_extend');
    const open = await findOpenAlert(table, before);
    const expected = await expectationOf(table, before, site.entity);
    const [next] = momentsAfter(expected, Date.parse(watch.watch.judged));
    if (!open && !(next && next.deadline < Date.parse(until))) throw new ApiError('nothing_to_extend');
    const extension = { until, note, by, at: time.at };
    const after = { ...before, extension, updated_at: time.at };
    const timer = timerAttributes('supervision', id, new Date(until));
    const context = { ...time, actor: recordUser(caller) };
    const writes = [
      changeItem(table, SUPERVISIONS.item(before), SUPERVISIONS.item(after), { version, writeId }),
      changeItem(
        table,
        watchItem(before, watch.watch),
        watchItem(before, { ...watch.watch, extended_until: until, ...timer }),
        { version: watch.version, writeId },
      ),
      ...(open
        ? noteWrites(table, open, `Extended until ${localTime(until, site.entity.timezone)}: ${note}`, {
            context,
            writeId,
          })
        : []),
      ...auditWrites(table, SUPERVISIONS, before, after),
    ];
    return { writes, result: after };
  });
}

function checkEnd(until: string, now: Date): void {
  const end = Date.parse(until);
  if (end <= now.getTime()) throw invalidField('until', 'The until field must be in the future.');
  if (end - now.getTime() > LONGEST_MS) {
    throw invalidField('until', 'The until field must be at most 12 hours ahead.');
  }
}

const isSame = (before: Extension | null, { until, note, by }: Omit<Extension, 'at'>): boolean =>
  before !== null && before.until === until && before.note === note && before.by.id === by.id;

/** The open alert of a supervision, if it has one. */
async function findOpenAlert(table: Table, { id, tenant_id, site_id }: Supervision) {
  const state = readSiteState(await getItem(table, siteStateKey(tenant_id, site_id)));
  const awaited = state.awaited.find((it) => it.supervision_id === id);
  const stored = awaited && (await findAlert(table, tenant_id, awaited.alert_id));
  return stored && stored.entity.status !== 'resolved' ? stored : undefined;
}

/** A note is work on an alert, so that nobody is reminded of it before long. */
function noteWrites(
  table: Table,
  stored: NonNullable<Awaited<ReturnType<typeof findOpenAlert>>>,
  text: string,
  {
    context,
    writeId,
  }: { readonly context: Parameters<typeof newEntry>[2] & { at: string }; readonly writeId: string },
): GuardedWrite[] {
  const alert = changeAlert(stored.entity, {}, context.at);
  const entries = [newEntry(alert, 'noted', context, text)];
  return changeStored(
    table,
    stored,
    { alert, entries, besideAfter: { [WORKED_AT]: alert.updated_at } },
    writeId,
  );
}
