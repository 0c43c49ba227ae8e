import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { USERS } from '../../shared/accounts/user.ts';
import { sha256 } from '../../shared/base/digest.ts';
import { IDENTITY_PROVIDERS } from '../../shared/sso/identity-provider.ts';
import { CODES } from '../../shared/sso/sign-in-items.ts';
import { tokenPrefix } from '../../shared/table/keys.ts';
import { readAll } from '../support/find-inconsistencies.ts';
import type { Lane } from './lane.ts';
import {
  change,
  creation,
  deletion,
  inTenant,
  type PreparedWrite,
  type WriteCase,
} from './prepared-write.ts';

const PATH = '/api/v1/identity-providers';
const VERIFIER = 'a-verifier-that-only-this-browser-knows-0123';
const HOUR_MS = 3_600_000;

const inputOf = (lane: Lane, email_domains: string[]) => ({
  name: lane.unique(),
  issuer: lane.issuer.url,
  client_id: 'guard',
  email_domains,
  creates_users: true,
  default_role: 'viewer',
});

/** A tenant has few. */
async function deleteProviders(lane: Lane): Promise<void> {
  for (const { id } of (await lane.read(PATH)).body.data) {
    await lane.guard.call(`DELETE ${PATH}/${id}`, { token: lane.master });
  }
}

async function newProvider(lane: Lane, domain = 'acme.test'): Promise<string> {
  await deleteProviders(lane);
  return lane.create(PATH, inputOf(lane, [domain]));
}

/** A person whom a new provider has signed in. The code is valid for longer than the minutes between the requests of a case. */
async function newCode(lane: Lane, email: string): Promise<{ subject: string; json: object }> {
  const { table, clock } = lane.guard;
  const [code, subject] = [lane.unique(), lane.unique()];
  const identity = { subject_hash: sha256(subject), email, email_verified: true, role_values: [] };
  const owner = { tenant_id: lane.tenantId, provider_id: await newProvider(lane) };
  const data = { ...owner, code_challenge: sha256(VERIFIER), identity, logouts: [] };
  const Item = CODES.item(code, data, new Date(clock.now.getTime() + HOUR_MS));
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return { subject, json: { code, code_verifier: VERIFIER } };
}

const redemption = (json: object, timesDone: PreparedWrite['timesDone']): PreparedWrite => ({
  request: 'POST /api/v1/auth/sso/token',
  options: { json },
  timesDone,
});

async function newPerson(lane: Lane): Promise<{ id: string; email: string }> {
  const email = `${lane.unique()}@acme.test`;
  const fields = { role: 'operator', password_login_enabled: false, sso_login_enabled: true };
  return { email, id: await lane.create('/api/v1/users', { name: email, email, ...fields }) };
}

const sessionsOf = (lane: Lane, id: string) => async () => (await lane.items(tokenPrefix(id))).length;

export const SSO_CASES: readonly WriteCase[] = [
  {
    route: 'create-identity-provider',
    async prepare(lane) {
      await deleteProviders(lane);
      return creation(lane, IDENTITY_PROVIDERS, PATH, inputOf(lane, ['acme.example']));
    },
  },
  {
    route: 'update-identity-provider',
    async prepare(lane) {
      const id = await newProvider(lane);
      // Releases a domain, too.
      const json = { name: lane.unique(), email_domains: ['acme.example'] };
      const options = { json, token: lane.master };
      return change(lane, inTenant(lane, IDENTITY_PROVIDERS, id), `PATCH ${PATH}/${id}`, options);
    },
  },
  {
    route: 'delete-identity-provider',
    async prepare(lane) {
      const id = await newProvider(lane);
      return deletion(lane, inTenant(lane, IDENTITY_PROVIDERS, id), `${PATH}/${id}`);
    },
    repeated: 404,
  },
  {
    route: 'verify-identity-provider',
    async prepare(lane) {
      const id = await newProvider(lane, 'acme.example');
      const key = inTenant(lane, IDENTITY_PROVIDERS, id);
      const { table } = lane.guard;
      // A domain that counts as proven, and is not claimed yet.
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: key,
          UpdateExpression: 'SET #data.#domains[0].#domain = :domain',
          ExpressionAttributeNames: { '#data': 'data', '#domains': 'domains', '#domain': 'domain' },
          ExpressionAttributeValues: { ':domain': `${lane.unique()}.test` },
        }),
      );
      return change(lane, key, `POST ${PATH}/${id}/verify`, { token: lane.master }, false);
    },
  },
  {
    route: 'start-sso',
    async prepare(lane) {
      await newProvider(lane);
      const code_challenge = sha256(lane.unique());
      const redirect_uri = `${lane.guard.url}/console`;
      const json = { email: 'somebody@acme.test', redirect_uri, code_challenge };
      return {
        request: 'POST /api/v1/auth/sso',
        options: { json },
        async timesDone() {
          const items = await readAll(lane.guard.table);
          return items.filter(({ sk, data }) => sk === 'SSO_FLOW' && data.code_challenge === code_challenge)
            .length;
        },
      };
    },
  },
  {
    route: 'test-identity-provider',
    async prepare(lane) {
      const id = await newProvider(lane);
      return {
        request: `POST ${PATH}/${id}/test`,
        options: { token: lane.master },
        async timesDone() {
          const items = await readAll(lane.guard.table);
          return items.filter(({ sk, data }) => sk === 'SSO_TEST_FLOW' && data.provider_id === id).length;
        },
      };
    },
  },
  {
    route: 'redeem-sso-code',
    async prepare(lane) {
      const { id, email } = await newPerson(lane);
      return redemption((await newCode(lane, email)).json, sessionsOf(lane, id));
    },
    repeated: 422, // the code is used
  },
  {
    route: 'redeem-sso-code',
    how: 'for a person without an account',
    async prepare(lane) {
      const email = `${lane.unique()}@acme.test`;
      const { json } = await newCode(lane, email);
      return redemption(
        json,
        async () => (await lane.items(USERS.prefix())).filter(({ data }) => data.email === email).length,
      );
    },
    repeated: 422,
  },
  {
    route: 'end-sso-sessions',
    async prepare(lane) {
      const { id, email } = await newPerson(lane);
      const { json, subject } = await newCode(lane, email);
      const { request, options, timesDone: open } = redemption(json, sessionsOf(lane, id));
      const signedIn = await lane.guard.call(request, options);
      if (signedIn.status !== 200) throw new Error(signedIn.text);
      const [{ id: providerId }] = (await lane.read(PATH)).body.data;
      const iat = Math.floor(lane.guard.clock.now.getTime() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const token = await lane.issuer.signed({
        ...{ iss: lane.issuer.url, aud: 'guard', iat, exp: iat + 600, jti: lane.unique(), events },
        sub: subject,
      });
      return {
        request: `POST /api/v1/auth/sso/logout/${providerId}`,
        options: {
          body: new URLSearchParams({ logout_token: token }).toString(),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        },
        timesDone: async () => 1 - (await open()),
      };
    },
    repeated: 400, // the token is used
  },
];
