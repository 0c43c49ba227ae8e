import * as z from 'zod/mini';
import { type RecordedActor, recordedActorSchema } from '../actor.ts';
import { EXAMPLE_IDS } from '../example-ids.ts';
import { idField, timestampField } from '../fields.ts';
import { newId, type RandomBytes } from '../ids.ts';
import type { GuardedWrite } from '../table/commit.ts';
import { defineKind } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { putOwn } from '../table/writes.ts';
import { formatTimestamp } from '../time.ts';
import { withMeta } from '../with-meta.ts';
import type { Alert } from './alert.ts';

const ALERT_EVENT_ACTIONS = [
  'raised',
  'reoccurred',
  'acknowledged',
  'noted',
  'escalated',
  'resolved',
] as const;

/** An entry of an alert's history (docs/api-contract.md, "History"). */
export const alertEventSchema = withMeta(
  z.object({
    id: idField,
    alert_id: idField,
    tenant_id: idField,
    action: withMeta(z.enum(ALERT_EVENT_ACTIONS), { id: 'AlertEventAction' }),
    actor: recordedActorSchema,
    note: z.nullable(z.string()),
    at: timestampField,
  }),
  {
    id: 'AlertEvent',
    description: 'What was done to an alert, when, and by whom.',
    examples: [
      {
        id: EXAMPLE_IDS.entry,
        alert_id: EXAMPLE_IDS.alert,
        tenant_id: EXAMPLE_IDS.tenant,
        action: 'acknowledged',
        actor: { kind: 'user', id: EXAMPLE_IDS.user, name: 'Olga Operator' },
        note: 'On my way',
        at: '2026-11-20T12:01:05.000+00:00',
      },
    ],
  },
);

export type AlertEvent = z.infer<typeof alertEventSchema>;
export type AlertEventAction = AlertEvent['action'];

/** The entries of an alert, in their order. They stand under it and in no index. */
export const ALERT_EVENTS = defineKind({
  name: 'HISTORY',
  schema: alertEventSchema,
  under: ({ alert_id }) => alert_id,
});

/** Who changes an alert, when, and what ids are made of. */
export interface Doing {
  readonly actor: RecordedActor;
  /** A timestamp of the API. */
  readonly at: string;
  /** A new id that is of a time. */
  readonly newId: (at: string) => string;
}

/** The time of what is done now, and what its ids are made of. */
export function timeOf(now: Date, randomBytes: RandomBytes): Pick<Doing, 'at' | 'newId'> {
  return { at: formatTimestamp(now), newId: (at) => newId(new Date(at), randomBytes) };
}

/**
 * The entry of one change of an alert, written in the same transaction. It is of the time of the change, so that entries
 * are in the order of the changes.
 */
export function recordEvent(
  table: Table,
  alert: Pick<Alert, 'id' | 'tenant_id' | 'updated_at'>,
  action: AlertEventAction,
  { actor, newId }: Doing,
  note: string | undefined,
): GuardedWrite {
  const event: AlertEvent = {
    id: newId(alert.updated_at),
    alert_id: alert.id,
    tenant_id: alert.tenant_id,
    action,
    actor,
    note: note ?? null,
    at: alert.updated_at,
  };
  return putOwn(table, ALERT_EVENTS.item(event));
}
