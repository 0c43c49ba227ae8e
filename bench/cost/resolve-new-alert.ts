import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ALERTS } from '../../shared/alerts/alert.ts';
import type { Table } from '../../shared/table/table.ts';
import { formatTimestamp } from '../../shared/time.ts';
import type { BenchData } from '../bench-data.ts';
import type { RecordingGuard } from './recording-guard.ts';
import { signInToPost } from './sign-in.ts';

const createdSchema = z.object({ id: z.string(), tenant_id: z.string() });

/** Longer ago than an alert can be reopened. */
const RESOLVED_AGO_MS = 2 * 86_400_000;

/**
 * Signs in a tenant master, who raises, acknowledges and resolves an alert each time that this is called. Gives its id. The alert
 * says that it was resolved two days ago, so that its retention is due.
 */
export async function resolveNewAlert(
  guard: RecordingGuard,
  table: Table,
  { tenantMaster, operatorSiteIds }: BenchData,
): Promise<() => Promise<string>> {
  const post = await signInToPost(guard, tenantMaster);
  const [site_id] = operatorSiteIds;
  const report = { site_id, type: 'panic', severity: 'low', message: 'The back door is open' };
  return async () => {
    const { id, tenant_id } = createdSchema.parse(await post('/alerts', report));
    await post(`/alerts/${id}/acknowledge`);
    await post(`/alerts/${id}/resolve`);
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...ALERTS.key(tenant_id, id) },
        UpdateExpression: 'SET #data.resolved_at = :at, due = :at',
        ExpressionAttributeNames: { '#data': 'data' },
        ExpressionAttributeValues: { ':at': formatTimestamp(new Date(Date.now() - RESOLVED_AGO_MS)) },
      }),
    );
    return id;
  };
}
