import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { getAccount } from '../../shared/accounts/account.ts';
import { createLink } from '../../shared/accounts/mailed-link.ts';
import { USERS } from '../../shared/accounts/user.ts';
import { tokenKey } from '../../shared/table/keys.ts';
import { PASSWORD } from '../support/new-entity.ts';
import { type Collection, patching } from './changed-things.ts';
import type { Lane } from './lane.ts';
import { newName, newSite, newUser, signedInUser, signIn } from './prepared-things.ts';
import { change, inTenant, type WriteCase } from './prepared-write.ts';

const TOTP_PATH = '/api/v1/auth/me/totp';

const codeNow = (lane: Lane, secret: string) =>
  new TOTP({ secret }).generate({ timestamp: lane.guard.clock.now.getTime() });

/** A signed-in user with a pending second factor. */
async function userWithPendingFactor(lane: Lane) {
  const user = await signedInUser(lane);
  const json = { current_password: PASSWORD };
  const { status, text, body } = await lane.guard.call(`POST ${TOTP_PATH}`, { token: user.token, json });
  if (status !== 201) throw new Error(text);
  return { ...user, secret: body.secret as string };
}

async function userWithFactor(lane: Lane) {
  const user = await userWithPendingFactor(lane);
  const json = { otp: codeNow(lane, user.secret) };
  const { status, text, body } = await lane.guard.call(`POST ${TOTP_PATH}/confirm`, {
    token: user.token,
    json,
  });
  if (status !== 200) throw new Error(text);
  return { ...user, recoveryCode: body.recovery_codes[0] as string };
}

const userCollection: Collection = { name: 'users', kind: USERS, make: (lane) => newUser(lane) };

/** Signing in, and what people change about themselves and others. */
export const ACCOUNT_CASES: readonly WriteCase[] = [
  {
    route: 'login',
    async prepare(lane) {
      const email = 'operator@acme.test';
      const user = (await lane.items('USER#')).find(({ data }) => data.email === email);
      const tokens = () => lane.items(`TOKEN#${user.id}#`);
      const before = (await tokens()).length;
      return {
        request: 'POST /api/v1/auth/login',
        options: { json: { email, password: DEMO_PASSWORD } },
        timesDone: async () => (await tokens()).length - before,
      };
    },
  },
  {
    route: 'login',
    how: 'with a recovery code',
    repeated: 401, // the code is used
    async prepare(lane) {
      const { id, email, recoveryCode: otp } = await userWithFactor(lane);
      const tokens = () => lane.items(`TOKEN#${id}#`);
      const before = (await tokens()).length;
      return {
        request: 'POST /api/v1/auth/login',
        options: { json: { email, password: PASSWORD, otp } },
        timesDone: async () => (await tokens()).length - before,
      };
    },
  },
  {
    route: 'begin-totp',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      const options = { json: { current_password: PASSWORD }, token };
      return change(lane, inTenant(lane, USERS, id), `POST ${TOTP_PATH}`, options, false);
    },
  },
  {
    route: 'confirm-totp',
    repeated: 409,
    async prepare(lane) {
      const { id, token, secret } = await userWithPendingFactor(lane);
      // Each attempt has the code of its time.
      const json = {
        get otp() {
          return codeNow(lane, secret);
        },
      };
      const options = { json, token };
      return change(lane, inTenant(lane, USERS, id), `POST ${TOTP_PATH}/confirm`, options, false);
    },
  },
  {
    route: 'disable-totp',
    repeated: 404,
    async prepare(lane) {
      const { id, token, recoveryCode } = await userWithFactor(lane);
      const options = { json: { current_password: PASSWORD, otp: recoveryCode }, token };
      return change(lane, inTenant(lane, USERS, id), `POST ${TOTP_PATH}/disable`, options, false);
    },
  },
  {
    route: 'end-user-sessions',
    async prepare(lane) {
      const { id } = await userWithFactor(lane);
      const options = { token: lane.master };
      return change(lane, inTenant(lane, USERS, id), `DELETE /api/v1/users/${id}/sessions`, options, false);
    },
  },
  {
    route: 'reset-totp',
    repeated: 404,
    async prepare(lane) {
      const { id } = await userWithFactor(lane);
      const options = { token: lane.master };
      return change(lane, inTenant(lane, USERS, id), `DELETE /api/v1/users/${id}/totp`, options, false);
    },
  },
  {
    route: 'update-preferences',
    async prepare(lane) {
      const { token } = await signedInUser(lane);
      const path = '/api/v1/auth/me/preferences';
      return {
        request: `PATCH ${path}`,
        options: { json: { language: 'pt' }, token },
        async timesDone() {
          const { body } = await lane.guard.call(`GET ${path}`, { token });
          return Number(body.language === 'pt');
        },
      };
    },
  },
  {
    route: 'refresh-token',
    async prepare(lane) {
      const { id, token, tokenId } = await signedInUser(lane);
      const presented = tokenKey(lane.tenantId, id, tokenId);
      return {
        request: 'POST /api/v1/auth/refresh',
        options: { token },
        timesDone: async () => {
          const tokens = (await lane.items(`TOKEN#${id}#`)).length;
          return (await lane.item(presented)) ? tokens - 1 : tokens;
        },
      };
    },
  },
  {
    route: 'logout',
    repeated: 401,
    async prepare(lane) {
      const { id, token, tokenId } = await signedInUser(lane);
      const key = tokenKey(lane.tenantId, id, tokenId);
      return {
        request: 'POST /api/v1/auth/logout',
        options: { token },
        timesDone: async () => Number((await lane.item(key)) === undefined),
      };
    },
  },
  {
    route: 'update-current-user',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      return change(lane, inTenant(lane, USERS, id), 'PATCH /api/v1/auth/me', { json: newName(lane), token });
    },
  },
  {
    route: 'update-current-user',
    how: 'that sets a password',
    repeated: 422, // the password that was current is replaced
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      const options = { json: { password: 'another long password', current_password: PASSWORD }, token };
      return change(lane, inTenant(lane, USERS, id), 'PATCH /api/v1/auth/me', options, false);
    },
  },
  {
    route: 'confirm-password-reset',
    repeated: 422, // the link is used
    async prepare(lane) {
      const { id } = await signedInUser(lane);
      const { table, clock } = lane.guard;
      const account = await getAccount(table, { tenantId: lane.tenantId, userId: id });
      if (!account) throw new Error(`There is no user ${id}.`);
      const token = await createLink({ table, randomBytes }, account, { purpose: 'reset', now: clock.now });
      const options = { json: { token, password: PASSWORD } };
      const request = 'POST /api/v1/auth/password-resets/confirm';
      return change(lane, inTenant(lane, USERS, id), request, options, false);
    },
  },
  {
    route: 'end-session',
    repeated: 404,
    async prepare(lane) {
      const { id, email, tokenId } = await signedInUser(lane);
      const key = tokenKey(lane.tenantId, id, tokenId);
      const { token } = await signIn(lane, email);
      return {
        request: `DELETE /api/v1/auth/sessions/${tokenId}`,
        options: { token },
        timesDone: async () => Number((await lane.item(key)) === undefined),
      };
    },
  },
  {
    route: 'end-other-sessions',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane);
      return change(lane, inTenant(lane, USERS, id), 'DELETE /api/v1/auth/sessions', { token }, false);
    },
  },
  patching(
    'update-user',
    userCollection,
    (lane) => ({ email: `${lane.unique()}@acme.test`, role: 'tenant_admin' }),
    'that changes the e-mail address and removes the assigned sites',
  ),
  {
    route: 'update-user',
    how: 'by a master who changes their own password',
    async prepare(lane) {
      const { id, token } = await signedInUser(lane, 'tenant_master');
      const options = { json: { password: 'another long password', current_password: PASSWORD }, token };
      return change(lane, inTenant(lane, USERS, id), `PATCH /api/v1/users/${id}`, options);
    },
  },
  {
    route: 'assign-sites',
    async prepare(lane) {
      const id = await newUser(lane);
      const key = { ...inTenant(lane, USERS, id), sk: `ASSIGNMENT#${id}` };
      const options = { json: { site_ids: [await newSite(lane)] }, token: lane.master };
      return change(lane, key, `PUT /api/v1/users/${id}/sites`, options);
    },
  },
  {
    route: 'create-live-ticket',
    async prepare(lane) {
      // The ticket of a separate user, who has no other ticket.
      const email = `${lane.unique()}@acme.test`;
      const id = await newUser(lane, { email, password: PASSWORD });
      const { body } = await lane.guard.call('POST /api/v1/auth/login', {
        json: { email, password: PASSWORD },
      });
      return {
        request: 'POST /api/v1/live/tickets',
        options: { token: body.token },
        timesDone: async () => (await lane.items(`TICKET#${id}#`)).length,
      };
    },
  },
];
