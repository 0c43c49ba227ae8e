import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Alert } from '../alerts/alert.ts';
import type { AlertEventAction } from '../alerts/alert-event.ts';
import type { Device } from '../devices/device.ts';
import type { SiteOpenings } from '../openings/site-state.ts';
import { connectionIdKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { SiteTest } from '../test-mode/site-test.ts';
import type { TestEventAction } from '../test-mode/test-event.ts';
import { type Connection, readConnection } from './connection.ts';

/** Why a connection is closed. By the reason, the client decides to sign in again, to give up, or to connect again. */
export type ClosingReason =
  | 'session_ended'
  | 'account_not_active'
  | 'tenant_not_active'
  | 'reach_changed'
  | 'lifetime_over'
  | 'too_many_messages';

/** A person who has an alert open. */
export interface Viewer {
  readonly user_id: string;
  readonly name: string;
}

export type Change =
  /** The state of the alert after its last action. */
  | { readonly type: 'alert'; readonly action: AlertEventAction; readonly alert: Alert }
  | { readonly type: 'device'; readonly device: Device }
  /** The state of the test after its last action. */
  | { readonly type: 'test'; readonly action: TestEventAction; readonly test: SiteTest }
  /** Whether the site is open, after its last opening or closing. */
  | { readonly type: 'openings'; readonly site_id: string; readonly openings: SiteOpenings }
  /** All people who have the alert open, among them the receiver. */
  | { readonly type: 'viewers'; readonly alert_id: string; readonly viewers: readonly Viewer[] }
  /** The device was deleted, or moved to a site outside the scope of the connection. */
  | { readonly type: 'device_removed'; readonly device_id: string };

/**
 * A change as a screen on a wall receives it. Of an alert it has what happened where and when, but no people and no text that
 * people write. Fields are named one by one, so that a new field of alerts is not shown on walls by accident.
 */
export function withoutPeople(change: Change): Change {
  if (change.type !== 'alert') return change;
  const { alert } = change;
  return {
    ...change,
    alert: {
      id: alert.id,
      tenant_id: alert.tenant_id,
      site_id: alert.site_id,
      zone_id: alert.zone_id,
      device_id: alert.device_id,
      type: alert.type,
      severity: alert.severity,
      status: alert.status,
      message: '',
      acknowledged_at: alert.acknowledged_at,
      acknowledged_by: null,
      resolved_at: alert.resolved_at,
      resolved_by: null,
      created_at: alert.created_at,
      updated_at: alert.updated_at,
      version: alert.version,
      occurred_at: alert.occurred_at,
      occurrences: alert.occurrences,
      last_occurred_at: alert.last_occurred_at,
      dedup_key: null,
      raised_by: { kind: alert.raised_by.kind, id: null, name: '' },
      acknowledged_by_name: null,
      resolved_by_name: null,
      site_name: alert.site_name,
      zone_name: alert.zone_name,
      device_name: alert.device_name,
      resolution: alert.resolution,
      escalation_level: alert.escalation_level,
    },
  };
}

/** Every message of the service to a client (docs/api-contract.md, "Live"). */
export type Message =
  | { readonly type: 'ready' }
  | Change
  | { readonly type: 'changes'; readonly changes: readonly Change[] }
  | { readonly type: 'closing'; readonly reason: ClosingReason }
  /** `late_seconds`: how long the newest alert of the tenant has been waiting to be sent; 0 if it was sent. */
  | { readonly type: 'pong'; readonly late_seconds: number }
  | { readonly type: 'error'; readonly message: string };

export const writeMessage = (message: Message) => JSON.stringify(message);

/**
 * The largest message. API Gateway counts each 32 KB of a message as one message, and takes no frames above that (AWS,
 * "WebSocket API quotas").
 */
const MAXIMUM_BYTES = 32 * 1024;
const ENVELOPE_BYTES = 64;

/** Packs changes into as few messages as possible, in their order. */
export function packChanges(changes: readonly Change[]): string[] {
  const packs: Change[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    const size = Buffer.byteLength(JSON.stringify(change)) + 1;
    if (bytes + size > MAXIMUM_BYTES) {
      packs.push([]);
      bytes = ENVELOPE_BYTES;
    }
    packs.at(-1)?.push(change);
    bytes += size;
  }
  return packs.map((pack) => {
    const [only, ...others] = pack;
    return writeMessage(only && others.length === 0 ? only : { type: 'changes', changes: pack });
  });
}

/**
 * How many messages a client may send: this many immediately, and more for each minute for which its connection is open.
 * Regular pings do not count.
 */
const MESSAGE_LIMIT = { atOnce: 30, perMinute: 6 } as const;

/** Clients send a ping every 20 seconds. */
const REGULAR_PING_MS = 15_000;

/**
 * The pings that cost no write, because a client sends them no more often than it must. Each running copy of the function
 * remembers its own; in a flood, each copy sees a second ping at once, and counts it.
 */
export class RegularPings {
  /** The times of the last pings by the id of their connection, oldest first. */
  readonly #last = new Map<string, number>();

  /** Whether a ping need not be counted. */
  takes(connectionId: string, now: Date): boolean {
    const at = now.getTime();
    for (const [id, before] of this.#last) {
      if (at - before < REGULAR_PING_MS) break;
      this.#last.delete(id);
    }
    const isRegular = !this.#last.has(connectionId);
    this.#last.delete(connectionId);
    this.#last.set(connectionId, at);
    return isRegular;
  }
}

export interface CountedMessage {
  readonly connection: Connection;
  /** Whether the client has sent more messages than the limit. */
  readonly isTooMany: boolean;
}

const countSchema = z.object({ messages: z.int() });

/** Counts a message of a client by one atomic write. Resolves to `undefined` if no open connection has this id. */
export async function countMessage(table: Table, id: string, now: Date): Promise<CountedMessage | undefined> {
  const item = await incrementCount(table, id);
  if (!item) return undefined;
  const connection = readConnection(item);
  const minutes = Math.max(0, now.getTime() - connection.connectedAt.getTime()) / 60_000;
  const limit = MESSAGE_LIMIT.atOnce + MESSAGE_LIMIT.perMinute * minutes;
  return { connection, isTooMany: countSchema.parse(item).messages > limit };
}

async function incrementCount(
  table: Table,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...connectionIdKey(id) },
        UpdateExpression: 'ADD #messages :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#messages': 'messages' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
