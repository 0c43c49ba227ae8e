import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { type ConnectSenders, connectOnce } from '../../shared/senders/connect-once.ts';
import { testChannel } from '../../shared/senders/test-channel.ts';
import { testChannelRoute } from './test-channel.route.ts';

export function createHandler(source: RuntimeSource, connect?: ConnectSenders) {
  const send = connectOnce(source, connect);
  return createEndpoint(testChannelRoute, async ({ caller, path, now, baseUrl }, { table, settings }) => ({
    body: await testChannel(
      { table, settings, now, send, link: `${baseUrl}/console` },
      caller,
      path.channel_id,
    ),
  }))(source);
}

export const handler = createHandler(lambdaRuntime);
