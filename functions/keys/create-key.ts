import { etagOf } from '../../shared/etag.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { tenantToCreateIn } from '../../shared/http/tenant-to-create-in.ts';
import { newId } from '../../shared/ids.ts';
import { createKey } from '../../shared/keys/create-key.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createKeyRoute } from './create-key.route.ts';

export const createHandler = createAuditedEndpoint(
  createKeyRoute,
  async ({ body, query, scope, now, url }, { table, randomBytes }) => {
    const { key, plainText } = await createKey(table, body, {
      id: newId(now, randomBytes),
      tenantId: tenantToCreateIn(scope, query.tenant_id),
      at: formatTimestamp(now),
      randomBytes,
    });
    // The ETag is that of the key as later reads return it, without its plain text.
    const headers = { Location: `${url}/${key.id}`, ETag: etagOf(key) };
    return { body: { ...key, key: plainText }, headers };
  },
);

export const handler = createHandler(lambdaRuntime);
