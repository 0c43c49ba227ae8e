import { channelTestSchema } from '../../shared/channels/channel-contract.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { BUDGET_SETTINGS, SENDER_SETTINGS, SENDER_TABLE_USE } from '../../shared/senders/sender-settings.ts';
import { joinUses } from '../../shared/table/table-use.ts';

export const testChannelRoute = defineRoute('channels/test-channel', {
  method: 'POST',
  path: '/api/v1/auth/me/channels/{channel_id}/test',
  summary: 'Send a message to one of your channels',
  access: 'signed_in',
  isAudited: true,
  response: { description: 'Whether the provider took the message.', body: channelTestSchema },
  errors: ['channel_not_verified', 'not_found', 'too_many_requests'],
  table: joinUses(SENDER_TABLE_USE, { actions: ['GetItem', 'UpdateItem'] }),
  settings: [...SENDER_SETTINGS, ...BUDGET_SETTINGS],
  sendsMessages: true,
  queuesMail: true,
});
