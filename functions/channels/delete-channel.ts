import { deleteChannel } from '../../shared/channels/delete-channel.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { deleteChannelRoute } from './delete-channel.route.ts';

export const createHandler = createAuditedEndpoint(
  deleteChannelRoute,
  async ({ caller, path }, { table }) => {
    await deleteChannel(table, caller, path.channel_id);
    return {};
  },
);

export const handler = createHandler(lambdaRuntime);
