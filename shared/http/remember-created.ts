import * as z from 'zod/mini';
import { SCOPE } from '../access.ts';
import { isKey } from '../actor.ts';
import { createdKey } from '../table/keys.ts';
import { putItem } from '../table/put-item.ts';
import { toEpochSeconds } from '../time.ts';
import type { PipelineRequest, PipelineStep } from './pipeline-state.ts';
import type { EndpointResult } from './respond.ts';
import type { Route } from './route.ts';

/** Far longer than the delay of an index. */
const KEPT_SECONDS = 600;

const createdSchema = z.object({ id: z.string(), tenant_id: z.string() });

/**
 * Remembers the tenant of an entity that a platform admin created. Platform admins find the tenant of an id in an
 * index, which follows the table with a delay. This note makes a new entity readable at once. If the note fails, the
 * entity stays created.
 */
export function rememberCreated(route: Route): PipelineStep {
  return {
    async after({ event: { state }, response }: PipelineRequest) {
      const { caller, runtime, now } = state;
      if (route.response.status !== 201 || !caller) return;
      if (isKey(caller) || SCOPE[caller.role] !== 'platform') return;
      const result: EndpointResult = response as unknown as EndpointResult;
      const created = createdSchema.safeParse(result.body);
      if (!created.success) return; // a tenant needs no note: its id is the tenant id
      const { id, tenant_id } = created.data;
      const item = { ...createdKey(id), tenant_id, ttl: toEpochSeconds(now) + KEPT_SECONDS };
      await putItem(runtime.table, item).catch((error: unknown) =>
        runtime.logger.warn('The tenant of a new entity could not be remembered', { error }),
      );
    },
  };
}
