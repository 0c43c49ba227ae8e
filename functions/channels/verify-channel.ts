import { shownChannel } from '../../shared/channels/channel-book.ts';
import { verifyChannel } from '../../shared/channels/verify-channel.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { verifyChannelRoute } from './verify-channel.route.ts';

export const createHandler = createAuditedEndpoint(
  verifyChannelRoute,
  async ({ caller, path, body, now }, { table }) => ({
    body: shownChannel(await verifyChannel(table, caller, { id: path.channel_id, code: body.code, now })),
  }),
);

export const handler = createHandler(lambdaRuntime);
