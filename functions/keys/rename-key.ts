import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { KEYS } from '../../shared/keys/key.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { updateEntity } from '../../shared/table/change-entity.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { renameKeyRoute } from './rename-key.route.ts';

export const createHandler = createAuditedEndpoint(
  renameKeyRoute,
  async ({ target, body, ifMatch, now }, { table }) => ({
    body: await updateEntity(table, KEYS, target, body, { ifMatch, at: formatTimestamp(now) }),
  }),
);

export const handler = createHandler(lambdaRuntime);
