import * as z from 'zod/mini';
import { endOtherSessions } from '../shared/accounts/end-sessions.ts';
import { listOwnSessions } from '../shared/accounts/list-sessions.ts';
import { changeOwnAccount, chooseLanguage, getOwnAccount } from '../shared/accounts/own-account.ts';
import { refreshToken } from '../shared/accounts/refresh-token.ts';
import { otpField } from '../shared/accounts/second-factor.ts';
import { sessionPageSchema, tokenIdParameter } from '../shared/accounts/session.ts';
import { beginSignIn, signIn } from '../shared/accounts/sign-in.ts';
import { endToken, isOfOpenSession } from '../shared/accounts/token.ts';
import { EXAMPLE_TOKEN, tokenField } from '../shared/accounts/token-field.ts';
import { EXAMPLE_USER, USERS, userSchema } from '../shared/accounts/user.ts';
import { EXAMPLE_PASSWORD, givenPasswordField, ownChangesSchema } from '../shared/accounts/user-contract.ts';
import { emailField } from '../shared/base/email-field.ts';
import { ApiError } from '../shared/base/errors.ts';
import {
  chosenPreferencesSchema,
  preferenceChangesSchema,
  preferencesSchema,
} from '../shared/base/language.ts';
import { withMeta } from '../shared/base/schema.ts';
import { readTenantReminders } from '../shared/base/severities.ts';
import { formatTimestamp } from '../shared/base/time.ts';
import { answerList } from '../shared/http/answer-list.ts';
import {
  auditedRuntime,
  createAuditedEndpoint,
  createEndpoint,
  type EndpointAnswer,
  senderOf,
} from '../shared/http/endpoint.ts';
import { parseBody } from '../shared/http/parse-input.ts';
import { createPipeline } from '../shared/http/pipeline.ts';
import type { PipelineEvent } from '../shared/http/pipeline-state.ts';
import { passRateGate, peekText } from '../shared/http/rate-limit.ts';
import { defineRoute } from '../shared/http/route.ts';
import { countLogin } from '../shared/limits/guesses.ts';
import { informUser } from '../shared/mail/queue-mail.ts';
import { auditWrites } from '../shared/table/audit-writes.ts';
import { EXISTS } from '../shared/table/expression.ts';
import { tenantKey } from '../shared/table/keys.ts';
import { pageQuery } from '../shared/table/list-contract.ts';
import { getItem } from '../shared/table/reads.ts';
import { TENANTS } from '../shared/tenants/tenant.ts';

/** The contract is in docs/api-contract.md, "Authentication". */
export const loginRoute = defineRoute('auth/login', {
  method: 'POST',
  path: '/api/v1/auth/login',
  summary: 'Sign in with e-mail and password',
  access: 'anyone',
  isAudited: true,
  rateClass: 'login',
  request: {
    body: withMeta(
      z.strictObject({
        email: emailField,
        password: givenPasswordField,
        otp: z.optional(otpField),
        keep_signed_in: withMeta(z.optional(z.boolean()), {
          description:
            'Whether the person asks to stay signed in on their device. Their sessions show it (`kept`). It changes no lifetime.',
        }),
      }),
      {
        id: 'Credentials',
        examples: [{ email: EXAMPLE_USER.email, password: EXAMPLE_PASSWORD }],
      },
    ),
  },
  response: {
    description: 'A new token and its user.',
    body: withMeta(z.object({ token: tokenField, user: userSchema }), {
      id: 'SignedIn',
      examples: [{ token: EXAMPLE_TOKEN, user: EXAMPLE_USER }],
    }),
  },
  errors: ['invalid_credentials', 'second_factor_required', 'account_not_active', 'password_login_disabled'],
  table: { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS', 'GUARD_TOTP_DECRYPTION_KEY', 'TOKEN_EXPIRATION'],
  hashesPasswords: true,
});

/**
 * The request is counted while the account is read (docs/decisions/0012-count-password-attempts-first.md). If several errors
 * apply, a limit comes first, then an invalid body, then the account.
 */
export const loginHandler = createPipeline(loginRoute, logIn);

async function logIn(event: PipelineEvent): Promise<EndpointAnswer<typeof loginRoute>> {
  const { state } = event;
  const { runtime, now } = state;
  const sender = senderOf(event);
  const { ip_address: address } = sender;
  const known = Promise.withResolvers<boolean>();
  const limits = countLogin(runtime, {
    email: peekText(event, 'email'),
    address,
    now,
    isKnown: known.promise,
  });
  const login = Promise.try(() => ({ ...parseBody(loginRoute, event), address, sender, now }));
  const [rate, begun] = await Promise.allSettled([
    limits.all,
    login
      .then((valid) => beginSignIn(runtime, valid, limits, known.resolve))
      .finally(() => known.resolve(false)),
  ]);
  if (rate.status === 'rejected') throw rate.reason;
  passRateGate(event, rate.value);
  if (begun.status === 'rejected') throw begun.reason;
  const signedIn = await signIn(auditedRuntime(event), await login, begun.value);
  state.metrics.push({ name: 'SignIns', value: 1 });
  return { body: signedIn };
}

/** The contract is in docs/api-contract.md, "Authentication". */
export const refreshTokenRoute = defineRoute('auth/refresh-token', {
  method: 'POST',
  path: '/api/v1/auth/refresh',
  summary: 'Exchange the presented token for a new one',
  access: 'signed_in',
  isForSetUp: true,
  rateClass: 'auth',
  response: {
    description: 'The new token. The presented token is revoked.',
    body: withMeta(z.object({ token: tokenField }), {
      id: 'RefreshedToken',
      examples: [{ token: EXAMPLE_TOKEN }],
    }),
  },
  table: { actions: ['DeleteItem', 'GetItem', 'PutItem'] },
  settings: ['TOKEN_EXPIRATION'],
});

export const refreshTokenHandler = createEndpoint(
  refreshTokenRoute,
  async ({ caller, now, sender }, runtime) => ({
    body: { token: await refreshToken(runtime, caller, { now, sender }) },
  }),
);

/** The contract is in docs/api-contract.md, "Authentication". */
export const logoutRoute = defineRoute('auth/logout', {
  method: 'POST',
  path: '/api/v1/auth/logout',
  summary: 'Revoke the presented token',
  access: 'signed_in',
  isForSetUp: true,
  rateClass: 'auth',
  response: {
    description: 'The presented token is revoked.',
    body: withMeta(z.object({ message: z.string() }), {
      id: 'Message',
      examples: [{ message: 'Logged out.' }],
    }),
  },
  table: { actions: ['DeleteItem'] },
});

export const logoutHandler = createEndpoint(logoutRoute, async ({ caller }, { table }) => {
  await endToken(table, caller, new ApiError('unauthenticated', { reason: 'token_replaced' }));
  return { body: { message: 'Logged out.' } };
});

export const getCurrentUserRoute = defineRoute('auth/get-current-user', {
  method: 'GET',
  path: '/api/v1/auth/me',
  summary: 'Read the signed-in user',
  access: 'signed_in',
  opensScreens: true,
  isForSetUp: true,
  response: { description: 'The user of the presented token.', body: userSchema, etag: true },
  table: { actions: ['GetItem'] },
});

export const getCurrentUserHandler = createEndpoint(getCurrentUserRoute, async ({ caller }, { table }) => {
  const { entity: user } = await getOwnAccount(table, caller);
  return { body: user };
});

export const getPreferencesRoute = defineRoute('auth/get-preferences', {
  method: 'GET',
  path: '/api/v1/auth/me/preferences',
  summary: 'Read your preferences, and the time zone and reminders of your tenant',
  access: 'signed_in',
  opensScreens: true,
  response: { description: 'The preferences of the signed-in user.', body: preferencesSchema },
  table: { actions: ['GetItem'] },
});

export const getPreferencesHandler = createEndpoint(getPreferencesRoute, async ({ caller }, { table }) => {
  const [{ language = null }, tenant] = await Promise.all([
    getOwnAccount(table, caller),
    getItem(table, tenantKey(caller.tenantId)),
  ]);
  const tenant_time_zone = tenant ? TENANTS.entityOf(tenant).time_zone : null;
  return { body: { language, tenant_time_zone, tenant_reminders: readTenantReminders(tenant) } };
});

/** Counts as an ordinary request, because guesses of the current password have their own counter. */
export const updateCurrentUserRoute = defineRoute('auth/update-current-user', {
  method: 'PATCH',
  path: '/api/v1/auth/me',
  summary: 'Change your own name or password',
  access: 'signed_in',
  isAudited: true,
  request: { body: ownChangesSchema },
  response: {
    description: 'The changed user. A new password ends all other sessions.',
    body: userSchema,
    etag: true,
  },
  table: { actions: ['GetItem', 'UpdateItem'] },
  settings: ['GUARD_RATE_LIMIT_FAILED_LOGINS'],
  hashesPasswords: true,
  queuesMail: true,
});

export const updateCurrentUserHandler = createAuditedEndpoint(
  updateCurrentUserRoute,
  async ({ body, caller, ifMatch, now }, runtime) => {
    const user = await changeOwnAccount(runtime.table, body, {
      caller,
      ifMatch,
      at: formatTimestamp(now),
      guessesPerHour: runtime.settings.failedLoginsPerHour,
    });
    if (body.password !== undefined) await informUser(runtime, 'password_changed', user);
    return { body: user };
  },
);

export const updatePreferencesRoute = defineRoute('auth/update-preferences', {
  method: 'PATCH',
  path: '/api/v1/auth/me/preferences',
  summary: 'Choose the language of messages to you',
  access: 'signed_in',
  request: { body: preferenceChangesSchema },
  response: { description: 'The changed preferences.', body: chosenPreferencesSchema },
  table: { actions: ['UpdateItem'] },
});

export const updatePreferencesHandler = createEndpoint(
  updatePreferencesRoute,
  async ({ body, caller }, { table }) => {
    await chooseLanguage(table, caller, body.language);
    return { body };
  },
);

export const listOwnSessionsRoute = defineRoute('auth/list-own-sessions', {
  method: 'GET',
  path: '/api/v1/auth/sessions',
  summary: 'List your sessions, newest first',
  access: 'signed_in',
  opensScreens: true,
  request: { query: pageQuery },
  response: {
    description: 'A page of your open sessions.',
    body: sessionPageSchema,
    etag: true,
  },
  table: { actions: ['GetItem', 'Query'] },
});

export const listOwnSessionsHandler = createEndpoint(listOwnSessionsRoute, async (request, { table }) => {
  const { caller, now } = request;
  const scope = { kind: 'tenant', tenantId: caller.tenantId } as const;
  return {
    body: await answerList({ ...request, scope }, (_scope, _filters, page) =>
      listOwnSessions(table, caller, now, page),
    ),
  };
});

export const endOtherSessionsRoute = defineRoute('auth/end-other-sessions', {
  method: 'DELETE',
  path: '/api/v1/auth/sessions',
  summary: 'End all of your sessions except the current one',
  access: 'signed_in',
  isAudited: true,
  response: { description: 'All other tokens are revoked.' },
  errors: ['changed_too_often'],
  table: { actions: ['GetItem', 'UpdateItem'] },
});

export const endOtherSessionsHandler = createAuditedEndpoint(endOtherSessionsRoute, ({ caller }, { table }) =>
  endOtherSessions(table, caller),
);

/** Counts as an ordinary request, because a user who tidies up may end more than five sessions a minute. */
export const endSessionRoute = defineRoute('auth/end-session', {
  method: 'DELETE',
  path: '/api/v1/auth/sessions/{token_id}',
  summary: 'End one of your sessions',
  access: 'signed_in',
  isAudited: true,
  request: { path: { token_id: tokenIdParameter } },
  response: { description: 'The token of the session is revoked, also if it is the presented token.' },
  errors: ['not_found'],
  table: { actions: ['DeleteItem', 'GetItem'] },
});

export const endSessionHandler = createAuditedEndpoint(
  endSessionRoute,
  async ({ caller, path, now }, { table }) => {
    const user = { id: caller.userId, tenant_id: caller.tenantId, name: caller.name };
    const alongside = auditWrites(table, USERS, user, user, { action: 'session_ended' });
    const tokenId = Number(path.token_id);
    // The caller's own session is open, even if another request has just changed its version.
    const isOwn = tokenId === caller.tokenId;
    const condition = isOwn ? EXISTS : isOfOpenSession(caller.sessionVersion, now);
    await endToken(table, { ...caller, tokenId }, 'not_found', { alongside, condition });
  },
);
