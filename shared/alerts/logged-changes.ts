import { type ItemKey, tenantIdOf } from '../table/keys.ts';
import { ALERTS } from './alert.ts';
import { ALERT_EVENTS, COUNTS, ON_TEST } from './alert-event.ts';
import { idOfLogged, LOG, timestampOfEntry } from './alert-log.ts';

/** A value of the table's stream, as far as history entries have such values. */
export interface StreamValue {
  readonly S?: string | undefined;
  readonly BOOL?: boolean | undefined;
  readonly M?: Readonly<Record<string, StreamValue>> | undefined;
}

export type StreamImage = Readonly<Record<string, StreamValue>>;

export interface StreamRecord {
  readonly dynamodb?:
    | {
        readonly Keys?: StreamImage | undefined;
        readonly NewImage?: StreamImage | undefined;
        readonly OldImage?: StreamImage | undefined;
      }
    | undefined;
}

/** Of which items the stream has new history entries of alerts: the prefixes of their sort keys, by the name of the event. */
export const ENTRY_CHANGES = {
  INSERT: [ALERT_EVENTS.prefix(), ALERTS.prefix()],
  MODIFY: [ALERTS.prefix()],
} as const;

/** A new history entry. Alerts and devices have the same prefix, and a device's entry is here, too. */
export interface EntryChange {
  readonly key: ItemKey;
  /** The item of the entry, or what it would be for an entry in the log of its alert. */
  readonly image: StreamImage | undefined;
  readonly isLogged: boolean;
}

/** Takes the new history entries from a change: the item of one, or those that the log of an alert got. */
export function newEntriesOf({ dynamodb: { Keys, NewImage, OldImage } = {} }: StreamRecord): EntryChange[] {
  const [pk, sk] = [Keys?.['pk']?.S, Keys?.['sk']?.S];
  if (pk === undefined || sk === undefined) return [];
  if (sk.startsWith(ALERT_EVENTS.prefix())) {
    return OldImage ? [] : [{ key: { pk, sk }, image: NewImage, isLogged: false }];
  }
  const log = NewImage?.[LOG]?.M;
  if (!log || !sk.startsWith(ALERTS.prefix())) return [];
  const former = OldImage?.[LOG]?.M ?? {};
  return Object.keys(log)
    .filter((name) => former[name] === undefined)
    .sort()
    .map((name) => {
      const image = imageOfLogged(alertIdOf({ pk, sk }), name, log[name]?.M ?? {});
      return { key: keyOfLogged({ pk, sk }, name), image, isLogged: true };
    });
}

const alertIdOf = ({ sk }: ItemKey) => sk.slice(ALERTS.prefix().length);

/** The key that an entry would have as an item, by the key of its alert and its name in the log. */
export const keyOfLogged = (alertKey: ItemKey, name: string): ItemKey =>
  ALERT_EVENTS.key(tenantIdOf(alertKey), alertIdOf(alertKey), idOfLogged(name));

function imageOfLogged(alertId: string, name: string, fields: StreamImage): StreamImage {
  const { [ON_TEST]: isOnTest, [COUNTS]: counts, ...data } = fields;
  return {
    ...(isOnTest ? { [ON_TEST]: isOnTest } : {}),
    ...(counts ? { [COUNTS]: counts } : {}),
    data: { M: { at: { S: timestampOfEntry(idOfLogged(name)) }, ...data, alert_id: { S: alertId } } },
  };
}
