import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { warnMasters } from '../../shared/mail/warn-masters.ts';
import { type Budget, perDayOf } from '../../shared/rate-limits/budget.ts';
import { type ConnectSenders, connectOnce } from '../../shared/senders/connect-once.ts';
import { testChannel } from '../../shared/senders/test-channel.ts';
import { testChannelRoute } from './test-channel.route.ts';

export function createHandler(source: RuntimeSource, connect?: ConnectSenders) {
  const send = connectOnce(source, connect);
  return createAuditedEndpoint(testChannelRoute, async ({ caller, path, now, baseUrl }, runtime) => {
    const { table, settings } = runtime;
    const nearEnd: Budget[] = [];
    const budgets = { now, perDay: perDayOf(settings), onNearEnd: (it: Budget) => nearEnd.push(it) };
    const body = await testChannel(
      { table, settings, send, link: `${baseUrl}/console`, ...budgets },
      caller,
      path.channel_id,
    );
    for (const budget of nearEnd) await warnMasters(runtime, budget);
    return { body };
  })(source);
}

export const handler = createHandler(lambdaRuntime);
