import { getChannelBook, shownChannel } from '../../shared/channels/channel-book.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { readUsed } from '../../shared/rate-limits/budget.ts';
import { channelsOff } from '../../shared/senders/channels-off.ts';
import { getPushKey } from '../../shared/senders/vapid-key.ts';
import { listChannelsRoute } from './list-channels.route.ts';

export const createHandler = createEndpoint(listChannelsRoute, async ({ caller, now }, runtime) => {
  const { table, settings } = runtime;
  const { tenantId } = caller;
  const [{ channels }, pushKey, sms, mail] = await Promise.all([
    getChannelBook(table, caller),
    getPushKey(runtime),
    readUsed(table, { kind: 'sms', tenantId, now }),
    readUsed(table, { kind: 'email', tenantId, now }),
  ]);
  return {
    body: {
      data: channels.map(shownChannel),
      off: channelsOff(settings),
      push_key: pushKey,
      sms_today: { used: sms, limit: settings.smsPerDay },
      mail_today: { used: mail, limit: settings.mailPerDay },
    },
  };
});

export const handler = createHandler(lambdaRuntime);
