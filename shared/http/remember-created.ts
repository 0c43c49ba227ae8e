import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { SCOPE } from '../access.ts';
import { isKey } from '../actor.ts';
import { createdKey } from '../table/keys.ts';
import { toEpochSeconds } from '../time.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import type { EndpointResult } from './respond.ts';
import type { Route } from './route.ts';

/** Far longer than the index takes to follow the table. */
const KEPT_SECONDS = 600;

const createdSchema = z.object({ id: z.string(), tenant_id: z.string() });

/**
 * A platform admin finds by an index which tenant an id belongs to, and an index follows the table with a delay. So
 * that they can read what they have just created, its tenant is noted where it is read without one. What was created
 * stays created if that fails.
 */
export function rememberCreated(route: Route): PipelineStep {
  return {
    async after({ event: { state }, response }: PipelineRequest) {
      const { caller, runtime, now } = state;
      if (route.response.status !== 201 || !caller) return;
      if (isKey(caller) || SCOPE[caller.role] !== 'platform') return;
      const result: EndpointResult = response as unknown as EndpointResult;
      const created = createdSchema.safeParse(result.body);
      if (!created.success) return; // a tenant is its own
      const { id, tenant_id } = created.data;
      const item = { ...createdKey(id), tenant_id, ttl: toEpochSeconds(now) + KEPT_SECONDS };
      await runtime.table.client
        .send(new PutCommand({ TableName: runtime.table.name, Item: item }))
        .catch((error: unknown) => runtime.logger.warn('What was created could not be noted', { error }));
    },
  };
}
