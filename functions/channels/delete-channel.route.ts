import { defineRoute } from '../../shared/http/route.ts';

export const deleteChannelRoute = defineRoute('channels/delete-channel', {
  method: 'DELETE',
  path: '/api/v1/auth/me/channels/{channel_id}',
  summary: 'Delete one of your channels',
  access: 'signed_in',
  isAudited: true,
  response: { description: 'The channel is deleted.' },
  errors: ['changed_too_often', 'not_found'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});
