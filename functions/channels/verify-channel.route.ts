import { channelCodeSchema, channelSchema } from '../../shared/channels/channel-contract.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const verifyChannelRoute = defineRoute('channels/verify-channel', {
  method: 'POST',
  path: '/api/v1/auth/me/channels/{channel_id}/verify',
  summary: 'Verify a channel by its code',
  access: 'signed_in',
  isAudited: true,
  request: { body: channelCodeSchema },
  response: { description: 'The verified channel.', body: channelSchema },
  errors: ['changed_too_often', 'channel_code_not_valid', 'channel_verified', 'not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});
