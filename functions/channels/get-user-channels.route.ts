import { userChannelsSchema } from '../../shared/channels/channel-contract.ts';
import { defineRoute } from '../../shared/http/route.ts';

export const getUserChannelsRoute = defineRoute('channels/get-user-channels', {
  method: 'GET',
  path: '/api/v1/users/{user_id}/channels',
  summary: 'Read by which kinds of channels a user is reached',
  access: 'users:read',
  response: { description: 'The kinds, without addresses.', body: userChannelsSchema, etag: false },
  table: { actions: ['GetItem'] },
});
