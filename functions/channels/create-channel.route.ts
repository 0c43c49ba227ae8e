import { channelInputSchema, channelSchema } from '../../shared/channels/channel-contract.ts';
import { defineRoute } from '../../shared/http/route.ts';
import { BUDGET_SETTINGS, CODE_SETTINGS, SENDER_TABLE_USE } from '../../shared/senders/sender-settings.ts';
import { joinUses } from '../../shared/table/table-use.ts';

export const createChannelRoute = defineRoute('channels/create-channel', {
  method: 'POST',
  path: '/api/v1/auth/me/channels',
  summary: 'Add a channel, or send another code to one that is not verified',
  access: 'signed_in',
  isAudited: true,
  request: { body: channelInputSchema },
  response: {
    status: 201,
    description: 'The channel. Guard has sent a code to an e-mail address or phone number.',
    existing: 'The channel of a browser that was known. It has the keys of the new subscription.',
    body: channelSchema,
  },
  errors: [
    'changed_too_often',
    'channel_exists',
    'channel_not_reached',
    'channel_off',
    'too_many_channels',
    'too_many_requests',
  ],
  table: joinUses(SENDER_TABLE_USE, { actions: ['ConditionCheckItem', 'GetItem', 'UpdateItem'] }),
  settings: [...CODE_SETTINGS, ...BUDGET_SETTINGS],
  sendsMessages: true,
  queuesMail: true,
});
