import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { resendDelivery } from '../../shared/webhooks/resend-delivery.ts';
import { resendDeliveryRoute } from './resend-delivery.route.ts';

export const createHandler = createEndpoint(
  resendDeliveryRoute,
  async ({ target, path, now }, { table }) => ({
    body: await resendDelivery(table, target.entity, path.delivery_id, now),
  }),
);

export const handler = createHandler(lambdaRuntime);
