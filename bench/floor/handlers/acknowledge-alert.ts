import { randomBytes } from 'node:crypto';
import { BatchGetCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { v7 } from 'uuid';
import { alertSchema } from '../../../shared/alerts/alert.ts';
import { alertOf } from './alert.ts';
import { answer } from './answer.ts';
import { countRequest } from './count-request.ts';
import { logLine } from './log-line.ts';
import { TABLE_NAME, table } from './table.ts';

/**
 * The floor of acknowledging an active alert: the same calls, schema of an alert and answer, by hand, for a tenant master
 * and for an operator with assigned sites.
 *
 * It leaves out: metrics; platform admins; a look at the shape of an alert's other attributes and of an assignment; alerts
 * that other releases wrote; deciding anew where another change came first; every answer but success.
 */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const now = new Date();
  const { user_id: userId, tenant_id: tenantId, role, user_name } = event.requestContext.authorizer ?? {};
  const name = decodeURIComponent(user_name);
  if (role !== 'tenant_master' && role !== 'operator') throw new Error('The floor knows two profiles only.');
  const pk = `TENANT#${tenantId}`;
  const key = { pk, sk: `ALERT#${decodeURIComponent(event.pathParameters?.['alert_id'] ?? '')}` };
  const [counted, { alert, assignment, units }] = await Promise.all([
    countRequest(`alert_action#${userId}`, now),
    role === 'operator' ? getBoth(key, { pk, sk: `ASSIGNMENT#${userId}` }) : getOne(key),
  ]);
  const before = alert?.['data'];
  const isInScope = role === 'tenant_master' || assignment?.['site_ids'].includes(before?.site_id);
  if (before?.status !== 'active' || !isInScope)
    throw new Error('The floor acknowledges active alerts in reach.');
  alertSchema.parse(alertOf(alert));

  const at = now.toISOString().replace('Z', '+00:00');
  const entryId = v7({ msecs: now.getTime(), random: randomBytes(16) });
  const { ConsumedCapacity } = await table.send(
    new UpdateCommand({
      TableName: TABLE_NAME,
      Key: key,
      UpdateExpression:
        'SET #data.#status = :status, #data.acknowledged_at = :at, #data.acknowledged_by = :by, #data.updated_at = :at, #data.ack_by = :name, #log.#entry = :entry, revision = :revision, recent_writes = :recent_writes',
      ConditionExpression: 'revision = :read_revision AND #data.updated_at = :read_updated_at',
      ExpressionAttributeNames: {
        '#data': 'data',
        '#status': 'status',
        '#log': 'log',
        '#entry': entryId.replaceAll('-', ''),
      },
      ExpressionAttributeValues: {
        ':status': 'acknowledged',
        ':at': at,
        ':by': userId,
        ':name': name,
        ':entry': { action: 'acknowledged', actor: { kind: 'user', id: userId, name } },
        ':revision': alert?.['revision'] + 1,
        ':recent_writes': [
          randomBytes(12).toString('base64url').slice(0, 8),
          ...(alert?.['recent_writes'] ?? []),
        ].slice(0, 20),
        ':read_revision': alert?.['revision'],
        ':read_updated_at': before.updated_at,
      },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  const after = {
    ...before,
    status: 'acknowledged',
    acknowledged_at: at,
    acknowledged_by: userId,
    ack_by: name,
    updated_at: at,
  };
  const metadata = alert?.['metadata'] ?? {};
  const result = answer(
    event,
    alertSchema.parse({ ...alertOf({ ...alert, data: after }), metadata }),
    counted,
  );
  logLine(event, {
    route: 'acknowledge-alert',
    now,
    readUnits: units,
    writeUnits: counted.units + (ConsumedCapacity?.CapacityUnits ?? 0),
    calls: 3,
  });
  return result;
}

interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The attributes of an alert's item or an assignment's item. */
interface Found {
  // biome-ignore lint/suspicious/noExplicitAny: the floor looks at no types
  readonly alert: Record<string, any> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the floor looks at no types
  readonly assignment?: Record<string, any> | undefined;
  readonly units: number;
}

async function getOne(key: Key): Promise<Found> {
  const { Item, ConsumedCapacity } = await table.send(
    new GetCommand({
      TableName: TABLE_NAME,
      Key: key,
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  return { alert: Item, units: ConsumedCapacity?.CapacityUnits ?? 0 };
}

async function getBoth(alert: Key, assignment: Key): Promise<Found> {
  const { Responses, ConsumedCapacity } = await table.send(
    new BatchGetCommand({
      RequestItems: { [TABLE_NAME]: { Keys: [assignment, alert], ConsistentRead: true } },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  const find = ({ sk }: Key) => Responses?.[TABLE_NAME]?.find((item) => item['sk'] === sk);
  return {
    alert: find(alert),
    assignment: find(assignment),
    units: ConsumedCapacity?.[0]?.CapacityUnits ?? 0,
  };
}
