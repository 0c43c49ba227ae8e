import * as z from 'zod/mini';
import { recordedActorSchema } from '../base/actor.ts';
import { timeOfId } from '../base/ids.ts';
import { formatTimestamp } from '../base/time.ts';
import type { ItemKey } from '../table/keys.ts';
import { ALERT_EVENTS, type AlertEvent, COUNTS, ON_TEST } from './alert-event.ts';

/**
 * The attribute with history entries of an alert, by their ids without hyphens, which no expression could name. It is outside
 * `data`, so that no index copies it. An entry in it costs no write of its own, and its change needs no transaction. Entries
 * never move: those that did not fit are items.
 */
export const LOG = 'log';

/** The id of the newest history entry that is an item of its own; absent if there is none. */
export const OWN_ENTRY = 'own_entry';

/** How many entries the log takes: each makes every later change of the alert dearer. */
const MOST_LOGGED = 8;

/** The size in bytes up to which the log takes an entry. */
const LARGEST_LOGGED = 300;

type Fields = Readonly<Record<string, unknown>>;

/** The log of an alert: the entries in their stored form, by the names of their ids. */
export type AlertLog = Readonly<Record<string, Fields>>;

/** The name of an entry in the log. */
const nameOf = (id: string) => id.replaceAll('-', '');

/** The id of an entry of the log (RFC 9562, section 4: the groups of a UUID have 8, 4, 4, 4 and 12 digits). */
export const idOfLogged = (name: string) =>
  name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The entry of a log with this id. */
export const loggedAs = (log: AlertLog | undefined, id: string): Fields | undefined => log?.[nameOf(id)];

/** A history entry to record, and what marks it (alert-event.ts). */
export interface NewEntry {
  readonly event: AlertEvent;
  readonly mark?: typeof ON_TEST | typeof COUNTS | undefined;
}

type Alert = Pick<AlertEvent, 'tenant_id'> & { readonly id: string; readonly raised_by: AlertEvent['actor'] };

const fieldsSchema = z.looseObject({
  actor: z.optional(recordedActorSchema),
  note: z.optional(z.nullable(z.string())),
  at: z.optional(z.string()),
});

/** The form of an entry in the log: without what its alert and its id say. */
function storeEntry({ event, mark }: NewEntry, { raised_by }: Pick<Alert, 'raised_by'>): Fields {
  const { id, alert_id: _, tenant_id: __, actor, note, at, ...fields } = event;
  const isOfReporter =
    actor.kind === raised_by.kind && actor.id === raised_by.id && actor.name === raised_by.name;
  return {
    ...fields,
    ...(isOfReporter ? {} : { actor }),
    ...(note === null ? {} : { note }),
    ...(at === timestampOfEntry(id) ? {} : { at }),
    ...(mark ? { [mark]: true } : {}),
  };
}

/** The time of the change that an entry records, unless the entry says another one. */
export const timestampOfEntry = (id: string) => formatTimestamp(timeOfId(id));

/** Makes the item that an entry of the log would be, for those who read both. */
export function itemOfLogged(alert: Alert, id: string, stored: Fields): ItemKey & Fields {
  const {
    actor = alert.raised_by,
    note = null,
    at = timestampOfEntry(id),
    ...fields
  } = fieldsSchema.parse(stored);
  const { [ON_TEST]: isOnTest, [COUNTS]: counts, ...said } = fields;
  return {
    ...ALERT_EVENTS.key(alert.tenant_id, alert.id, id),
    id,
    ...(isOnTest === true ? { [ON_TEST]: true } : {}),
    ...(counts === true ? { [COUNTS]: true } : {}),
    data: { ...said, id, alert_id: alert.id, tenant_id: alert.tenant_id, actor, note, at },
  };
}

/** The items that the entries of an alert's log would be, oldest first. */
export function itemsOfLog(alert: Alert, log: AlertLog = {}): (ItemKey & Fields)[] {
  return Object.keys(log)
    .sort()
    .map((name) => itemOfLogged(alert, idOfLogged(name), log[name] ?? {}));
}

/** The entries of an alert's log, oldest first. */
export const eventsOfLog = (alert: Alert, log: AlertLog | undefined): AlertEvent[] =>
  itemsOfLog(alert, log).map(ALERT_EVENTS.peek);

/** Divides new entries into those that go into the log, added to it, and those that become items. */
export function divideEntries(
  alert: Pick<Alert, 'raised_by'>,
  log: AlertLog = {},
  entries: readonly NewEntry[],
): { readonly log: AlertLog; readonly own: readonly NewEntry[] } {
  const own: NewEntry[] = [];
  let extended = log;
  for (const entry of entries) {
    const stored = storeEntry(entry, alert);
    const isFull = Object.keys(extended).length >= MOST_LOGGED;
    if (isFull || Buffer.byteLength(JSON.stringify(stored)) > LARGEST_LOGGED) own.push(entry);
    else extended = { ...extended, [nameOf(entry.event.id)]: stored };
  }
  return { log: extended, own };
}
