import { defineRoute } from '../../shared/http/route.ts';

/** docs/sign-in.md, "Invitations and lost passwords". */
export const inviteUserRoute = defineRoute('users/invite-user', {
  method: 'POST',
  path: '/api/v1/users/{user_id}/invitation',
  summary: 'Send a user another invitation',
  access: 'users:create',
  response: {
    status: 202,
    description: 'The user is sent a new link, valid for 72 hours. The one before is no longer valid.',
  },
  errors: ['mail_not_configured', 'invitation_not_open'],
  queuesMail: true,
});
