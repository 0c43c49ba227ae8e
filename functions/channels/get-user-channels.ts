import { getChannelBook } from '../../shared/channels/channel-book.ts';
import { verifiedKinds } from '../../shared/channels/verified-kinds.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getUserChannelsRoute } from './get-user-channels.route.ts';

export const createHandler = createEndpoint(getUserChannelsRoute, async ({ target }, { table }) => {
  const { tenant_id: tenantId, id: userId } = target.entity;
  const { channels } = await getChannelBook(table, { tenantId, userId });
  return { body: { kinds: verifiedKinds(channels) } };
});

export const handler = createHandler(lambdaRuntime);
