import { getChannelBook, shownChannel } from '../../shared/channels/channel-book.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { readSmsToday } from '../../shared/rate-limits/sms-of-tenant.ts';
import { channelsOff } from '../../shared/senders/channels-off.ts';
import { getPushKey } from '../../shared/senders/vapid-key.ts';
import { listChannelsRoute } from './list-channels.route.ts';

export const createHandler = createEndpoint(listChannelsRoute, async ({ caller, now }, runtime) => {
  const { table, settings } = runtime;
  const [{ channels }, pushKey, used] = await Promise.all([
    getChannelBook(table, caller),
    getPushKey(runtime),
    readSmsToday(table, caller.tenantId, now),
  ]);
  return {
    body: {
      data: channels.map(shownChannel),
      off: channelsOff(settings),
      push_key: pushKey,
      sms_today: { used, limit: settings.smsPerDay },
    },
  };
});

export const handler = createHandler(lambdaRuntime);
