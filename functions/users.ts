import * as z from 'zod/mini';
import { assignSites, getExistingAssignedSites } from '../shared/accounts/assignments.ts';
import { resetSecondFactor } from '../shared/accounts/change-second-factor.ts';
import { createUser, deleteUser, listUsers, updateUser } from '../shared/accounts/change-users.ts';
import { endSessionsOf } from '../shared/accounts/end-sessions.ts';
import { mayBeInvited } from '../shared/accounts/mailed-link.ts';
import { roleField, USERS, userSchema, userStatusField } from '../shared/accounts/user.ts';
import {
  assignedSitesSchema,
  userChangesSchema,
  userInputSchema,
  userPageSchema,
} from '../shared/accounts/user-contract.ts';
import { ApiError } from '../shared/base/errors.ts';
import { tenantQuery } from '../shared/base/fields.ts';
import { newId } from '../shared/base/ids.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { answerList } from '../shared/http/answer-list.ts';
import { createAuditedEndpoint, createEndpoint } from '../shared/http/endpoint.ts';
import { showTarget } from '../shared/http/plain-endpoints.ts';
import { defineRoute } from '../shared/http/route.ts';
import { tenantToCreateIn } from '../shared/http/tenant-to-create-in.ts';
import { isMailOn, requireMail } from '../shared/mail/mail-settings.ts';
import { findSuppression, mailStatusSchema } from '../shared/mail/mail-status.ts';
import { admitInvitation, informUser, queueMail } from '../shared/mail/queue-mail.ts';
import { listPeople, personFilterFields, personPageSchema } from '../shared/notify/list-people.ts';
import { listQuery } from '../shared/table/list-contract.ts';
import { joinUses, listUse } from '../shared/table/table-use.ts';

export const listPeopleRoute = defineRoute('users/list-people', {
  method: 'GET',
  path: '/api/v1/people',
  summary: 'List how users sign in and are reached, newest first',
  access: 'people:read',
  request: { query: listQuery(personFilterFields) },
  response: {
    description:
      'A page of the users within the scope, with their second factors, channels and invitations. With filters, a page may have fewer users than the limit before the last one.',
    body: personPageSchema,
  },
  table: joinUses(listUse(USERS), { actions: ['BatchGetItem'] }),
});

export const listPeopleHandler = createEndpoint(listPeopleRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, filters, page) =>
    listPeople(table, scope, filters, page, {
      // A platform admin names the tenant of a user in another one.
      tenantId: scope.kind === 'platform' ? request.caller.tenantId : scope.tenantId,
      now: request.now,
    }),
  ),
}));

export const listUsersRoute = defineRoute('users/list-users', {
  method: 'GET',
  path: '/api/v1/users',
  summary: 'List users, newest first',
  access: 'users:read',
  request: { query: listQuery({ role: z.optional(roleField), status: z.optional(userStatusField) }) },
  response: { description: 'A page of the users within the scope.', body: userPageSchema },
  table: joinUses(listUse(USERS), { actions: ['BatchGetItem', 'GetItem'] }),
});

export const listUsersHandler = createEndpoint(listUsersRoute, async (request, { table }) => ({
  body: await answerList(request, (scope, filters, page) => listUsers(table, scope, filters, page)),
}));

export const createUserRoute = defineRoute('users/create-user', {
  method: 'POST',
  path: '/api/v1/users',
  summary: 'Create a user',
  access: 'users:create',
  isAudited: true,
  request: { query: tenantQuery, body: userInputSchema },
  response: {
    status: 201,
    description: 'The new user. Without a password, but with password login, the user is sent an invitation.',
    body: userSchema,
  },
  errors: ['not_found', 'email_taken'],
  table: { actions: ['PutItem', 'UpdateItem'] },
  hashesPasswords: true,
  queuesMail: true,
});

export const createUserHandler = createAuditedEndpoint(
  createUserRoute,
  async ({ body, query, caller, scope, now }, runtime) => {
    const { table, randomBytes, settings } = runtime;
    const tenantId = tenantToCreateIn(scope, query.tenant_id);
    const isInvited = body.password_login_enabled && body.password === undefined && isMailOn(settings);
    if (isInvited) await admitInvitation(table, tenantId, now);
    const user = await createUser(table, body, {
      caller,
      id: newId(now, randomBytes),
      tenantId,
      at: formatTimestamp(now),
      isInvited,
    });
    // If an error occurs after this, the user exists, and the invitation can be sent again.
    if (isInvited)
      await queueMail(runtime, { template: 'invitation', tenant_id: tenantId, user_id: user.id });
    return { body: user };
  },
);

export const getUserRoute = defineRoute('users/get-user', {
  method: 'GET',
  path: '/api/v1/users/{user_id}',
  target: USERS,
  summary: 'Read a user',
  access: 'users:read',
  response: { description: 'The user.', body: userSchema },
});

export const getUserHandler = createEndpoint(getUserRoute, showTarget);

export const updateUserRoute = defineRoute('users/update-user', {
  method: 'PATCH',
  path: '/api/v1/users/{user_id}',
  target: USERS,
  summary: 'Change a user',
  access: 'users:update',
  isAudited: true,
  request: { body: userChangesSchema },
  response: { description: 'The changed user.', body: userSchema },
  errors: [
    'own_account_protected',
    'email_taken',
    'last_tenant_master',
    'last_platform_admin',
    'role_managed_by_sso',
  ],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS'],
  hashesPasswords: true,
  queuesMail: true,
});

export const updateUserHandler = createAuditedEndpoint(
  updateUserRoute,
  async ({ target, body, caller, ifMatch, now }, runtime) => {
    const user = await updateUser(runtime.table, target, body, {
      caller,
      ifMatch,
      at: formatTimestamp(now),
      guessesPerHour: runtime.settings.failedLoginsPerHour,
    });
    if (body.password !== undefined) await informUser(runtime, 'password_changed', user);
    return { body: user };
  },
);

export const deleteUserRoute = defineRoute('users/delete-user', {
  method: 'DELETE',
  path: '/api/v1/users/{user_id}',
  target: USERS,
  summary: 'Delete a user',
  access: 'users:delete',
  isAudited: true,
  response: { description: 'The user is deleted and signed out everywhere.' },
  errors: ['own_account_protected', 'last_tenant_master', 'last_platform_admin'],
  table: { actions: ['ConditionCheckItem', 'DeleteItem', 'UpdateItem'] },
});

export const deleteUserHandler = createAuditedEndpoint(
  deleteUserRoute,
  ({ target, caller, ifMatch }, { table }) => deleteUser(table, target, { caller, ifMatch }),
);

/** The flow is described in docs/sign-in.md, "Invitations and lost passwords". */
export const inviteUserRoute = defineRoute('users/invite-user', {
  method: 'POST',
  path: '/api/v1/users/{user_id}/invitation',
  target: USERS,
  summary: 'Send a user another invitation',
  access: 'users:create',
  response: {
    status: 202,
    description: 'The user is sent a new link, valid for 72 hours. The one before is no longer valid.',
  },
  errors: ['mail_not_configured', 'invitation_not_open'],
  queuesMail: true,
});

export const inviteUserHandler = createEndpoint(inviteUserRoute, async ({ target, now }, runtime) => {
  requireMail(runtime.settings);
  if (!mayBeInvited(target, now)) throw new ApiError('invitation_not_open');
  const { tenant_id, id } = target.entity;
  await admitInvitation(runtime.table, tenant_id, now);
  await queueMail(runtime, { template: 'invitation', tenant_id, user_id: id });
});

export const getAssignedSitesRoute = defineRoute('users/get-assigned-sites', {
  method: 'GET',
  path: '/api/v1/users/{user_id}/sites',
  target: USERS,
  summary: 'Read the sites assigned to a user',
  access: 'users:read',
  response: { description: 'The assigned sites.', body: assignedSitesSchema },
  table: { actions: ['BatchGetItem', 'GetItem'] },
});

export const getAssignedSitesHandler = createEndpoint(
  getAssignedSitesRoute,
  async ({ target }, { table }) => ({
    body: { site_ids: await getExistingAssignedSites(table, target) },
  }),
);

export const getMailStatusRoute = defineRoute('users/get-mail-status', {
  method: 'GET',
  path: '/api/v1/users/{user_id}/mail',
  target: USERS,
  summary: 'Read whether a user gets mail',
  access: 'users:read',
  response: {
    description: 'Whether mail to the address of the user bounced for good, or led to a complaint.',
    body: mailStatusSchema,
    etag: false,
  },
  table: { actions: ['GetItem'] },
});

export const getMailStatusHandler = createEndpoint(getMailStatusRoute, async ({ target }, { table }) => ({
  body: { suppressed: (await findSuppression(table, target.entity.email)) ?? null },
}));

export const assignSitesRoute = defineRoute('users/assign-sites', {
  method: 'PUT',
  path: '/api/v1/users/{user_id}/sites',
  target: USERS,
  summary: 'Replace the sites assigned to an operator or viewer',
  access: 'users:update',
  isAudited: true,
  request: { body: assignedSitesSchema },
  response: { description: 'The assigned sites.', body: assignedSitesSchema },
  table: { actions: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'UpdateItem'] },
});

export const assignSitesHandler = createAuditedEndpoint(
  assignSitesRoute,
  async ({ target, body, ifMatch }, { table }) => ({
    body: { site_ids: await assignSites(table, target, body.site_ids, ifMatch) },
  }),
);

export const endUserSessionsRoute = defineRoute('users/end-user-sessions', {
  method: 'DELETE',
  path: '/api/v1/users/{user_id}/sessions',
  target: USERS,
  summary: 'End all sessions of another user, such as those on a lost phone',
  access: 'users:update',
  isAudited: true,
  response: { description: 'The user is signed out everywhere, and may sign in again.' },
  table: { actions: ['GetItem', 'UpdateItem'] },
});

export const endUserSessionsHandler = createAuditedEndpoint(
  endUserSessionsRoute,
  ({ target, caller, ifMatch }, { table }) => endSessionsOf(table, target, { caller, ifMatch }),
);

export const resetTotpRoute = defineRoute('users/reset-totp', {
  method: 'DELETE',
  path: '/api/v1/users/{user_id}/totp',
  target: USERS,
  summary: 'Remove the second factor of a user who lost it',
  access: 'second_factors:delete',
  isAudited: true,
  queuesMail: true,
  response: { description: 'It is removed, and the user is signed out everywhere.' },
  table: { actions: ['UpdateItem'] },
});

export const resetTotpHandler = createAuditedEndpoint(
  resetTotpRoute,
  async ({ target, caller, ifMatch }, runtime) => {
    await resetSecondFactor(runtime.table, target, { caller, ifMatch });
    await informUser(runtime, 'second_factor_reset', target.entity);
  },
);
