import { channelsSchema } from '../../shared/channels/channel-contract.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { BUDGET_SETTINGS, CHANNEL_SETTINGS } from '../../shared/senders/sender-settings.ts';

export const listChannelsRoute = defineRoute('channels/list-channels', {
  method: 'GET',
  path: '/api/v1/auth/me/channels',
  summary: 'List your channels',
  access: 'signed_in',
  response: { description: 'Your channels, and which kinds are off.', body: channelsSchema, etag: true },
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: [...CHANNEL_SETTINGS, ...BUDGET_SETTINGS, 'GUARD_PUSH_ENCRYPTION_KEY'],
});
