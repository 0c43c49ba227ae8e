// Uses the types that openapi-typescript generates, with openapi-fetch, as an integrator's program would.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import type { components, paths } from './client.js';

const { GUARD_URL: baseUrl = '', GUARD_EMAIL: email = '', GUARD_PASSWORD: password = '' } = process.env;

const anyone = createClient<paths>({ baseUrl });
const { data: signedIn } = await anyone.POST('/api/v1/auth/login', { body: { email, password } });
assert(signedIn);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${signedIn.token}` } });
console.log(`signed in as ${signedIn.user.name}`);

let active: components['schemas']['Alert'] | undefined;
let cursor: string | undefined;
let pages = 0;
do {
  const query = { limit: 50, ...(cursor === undefined ? {} : { cursor }) };
  const { data: page } = await client.GET('/api/v1/alerts', { params: { query } });
  assert(page);
  if (cursor === undefined) writeFileSync(process.env['GUARD_PAGE'] ?? '', JSON.stringify(page));
  active = page.data.find(({ status }) => status === 'active') ?? active;
  pages += 1;
  cursor = page.meta.next_cursor ?? undefined;
} while (cursor !== undefined);
assert(pages > 1 && active);

const path = { alert_id: active.id };
const { data: acknowledged } = await client.POST('/api/v1/alerts/{alert_id}/acknowledge', {
  params: { path },
});
assert.equal(acknowledged?.acknowledged_by, signedIn.user.id);
console.log(`acknowledged ${acknowledged.id}`);
const unknown = { alert_id: '01990000-0000-7000-8000-000000000000' };
const { error } = await client.GET('/api/v1/alerts/{alert_id}', { params: { path: unknown } });
assert(error && 'code' in error && error.code === 'not_found');
