// Uses the client that @hey-api/openapi-ts generates, with its plugin of zod, as an integrator's program would.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { client } from './client/client.gen.js';
import { type Alert, acknowledgeAlert, getAlert, listAlerts, login } from './client/index.js';

const { GUARD_URL: baseUrl = '', GUARD_EMAIL: email = '', GUARD_PASSWORD: password = '' } = process.env;

client.setConfig({ baseUrl });
const { data: signedIn } = await login({ body: { email, password }, throwOnError: true });
client.setConfig({ auth: signedIn.token });
console.log(`signed in as ${signedIn.user.name}`);

let active: Alert | undefined;
let cursor: string | undefined;
let pages = 0;
do {
  const { data: page } = await listAlerts({
    query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) },
    throwOnError: true,
  });
  if (cursor === undefined) writeFileSync(process.env['GUARD_PAGE'] ?? '', JSON.stringify(page));
  active = page.data.find(({ status }) => status === 'active') ?? active;
  pages += 1;
  cursor = page.meta.next_cursor ?? undefined;
} while (cursor !== undefined);
assert(pages > 1 && active);

const { data: acknowledged } = await acknowledgeAlert({ path: { alert_id: active.id }, throwOnError: true });
assert.equal(acknowledged.acknowledged_by, signedIn.user.id);
console.log(`acknowledged ${acknowledged.id}`);
const { error } = await getAlert({ path: { alert_id: '01990000-0000-7000-8000-000000000000' } });
assert(error && 'code' in error && error.code === 'not_found');
