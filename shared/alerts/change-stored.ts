import { changeItem } from '../table/change-item.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import type { Expression } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import type { TimerAttributes } from '../table/timer.ts';
import { putOwn } from '../table/writes.ts';
import { ALERTS, type Alert, retentionTimer, type StoredAlert } from './alert.ts';
import { ALERT_EVENTS } from './alert-event.ts';
import { type AlertForm, isDivided } from './alert-form.ts';
import { type AlertLog, divideEntries, LOG, type NewEntry, OWN_ENTRY } from './alert-log.ts';
import type { PendingSteps } from './escalation-steps.ts';

type Attributes = Readonly<Record<string, unknown>>;
type Timer = PendingSteps | Partial<TimerAttributes>;

interface AlertChange {
  /** The alert after the change. */
  readonly alert: Alert;
  /** The entries of the change in the history, in their order. */
  readonly entries?: readonly NewEntry[];
  /** Its timer after the change. By default it stays, or begins the retention of a resolved alert. */
  readonly timer?: Timer;
  /** Attributes outside `data` as they are, if the change writes or removes some of these. */
  readonly beside?: Attributes;
  /** The same attributes after the change. */
  readonly besideAfter?: Attributes;
  /** The expiry time of the resolved alert in epoch seconds, if it is known already. */
  readonly removal?: number | undefined;
  readonly condition?: Expression;
}

/**
 * Makes the writes of a change of an alert that was read, for one transaction: its item, in its form, and the history entries
 * that the item has no room for. The first write is that of the item.
 */
export function changeStored(
  table: Table,
  stored: StoredAlert,
  change: AlertChange,
  writeId: string,
): [GuardedWrite, ...GuardedWrite[]] {
  const { entity, form, version, pending } = stored;
  const { alert, entries = [], beside = {}, besideAfter = {}, condition } = change;
  const { attributes, own } = placeEntries(alert, stored, entries);
  const before = { ...ALERTS.itemLike(form, entity), ...pending, ...historyOf(stored), ...beside };
  const ending = alert.status === 'resolved' ? endingOf(alert, stored, change, own.length > 0) : pending;
  const after = {
    ...ALERTS.itemLike(form, alert),
    ...(change.timer ?? ending),
    ...attributes,
    ...besideAfter,
  };
  const basis = { version, writeId, ...(condition ? { condition } : {}) };
  return [changeItem(table, before, after, basis), ...own.map((entry) => putEntry(table, entry))];
}

/** How a resolved alert ends: with an expiry time, or with the timer that sets one for it and for the items of its history. */
function endingOf(
  alert: Alert,
  { form, ownEntry, removal: known }: StoredAlert,
  { removal }: AlertChange,
  hasOwnEntry: boolean,
): Timer & { readonly [TTL_ATTRIBUTE]?: number } {
  const isAlone = isDivided(form) && !hasOwnEntry && ownEntry === undefined && !alert.picture_count;
  if (!isAlone) return retentionTimer(alert);
  if (known !== undefined) return {};
  return removal === undefined ? retentionTimer(alert) : { [TTL_ATTRIBUTE]: removal };
}

/** What the item of an alert has of its history. */
function historyOf({ log, ownEntry }: Pick<StoredAlert, 'log' | 'ownEntry'>): Attributes {
  return {
    ...(log === undefined ? {} : { [LOG]: log }),
    ...(ownEntry === undefined ? {} : { [OWN_ENTRY]: ownEntry }),
  };
}

interface Placed {
  readonly attributes: Attributes;
  /** The entries that become items. */
  readonly own: readonly NewEntry[];
}

interface History {
  readonly form: AlertForm;
  readonly log?: AlertLog | undefined;
  readonly ownEntry?: string | undefined;
}

/** Divides new history entries into those that the item of an alert gets, by its form, and those that become items. */
export function placeEntries(
  alert: Alert,
  { form, log, ownEntry }: History,
  entries: readonly NewEntry[],
): Placed {
  if (!isDivided(form)) return { attributes: {}, own: entries };
  const divided = divideEntries(alert, log, entries);
  const newest = divided.own.at(-1)?.event.id ?? ownEntry;
  return { attributes: historyOf({ log: divided.log, ownEntry: newest }), own: divided.own };
}

/** The first history entries of a new alert of a form: the attributes of its item, and the writes of the others. */
export function beginHistory(
  table: Table,
  alert: Alert,
  form: AlertForm,
  entries: readonly NewEntry[],
): { readonly attributes: Attributes; readonly writes: readonly GuardedWrite[] } {
  const { attributes, own } = placeEntries(alert, { form }, entries);
  return { attributes, writes: own.map((entry) => putEntry(table, entry)) };
}

function putEntry(table: Table, { event, mark }: NewEntry): GuardedWrite {
  return putOwn(table, { ...ALERT_EVENTS.item(event), ...(mark ? { [mark]: true } : {}) });
}
