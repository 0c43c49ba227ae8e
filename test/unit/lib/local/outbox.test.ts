import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createGateway } from '../../../../lib/local/gateway.ts';
import { Outbox } from '../../../../lib/local/outbox.ts';

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly host?: string;
  readonly type?: string;
  readonly body?: string;
}

async function ask(
  path: string,
  outbox?: Outbox,
  { method = 'GET', host = 'localhost:80', type, body }: Asked = {},
) {
  const gateway = createGateway({
    routes: [],
    functions: () => Promise.reject(new Error('none')),
    authorizer: () => Promise.reject(new Error('none')),
    outbox,
    corsOrigin: 'none',
    clock: () => new Date(),
    newRequestId: randomUUID,
  });
  const url = `http://127.0.0.1:${await gateway.listen('127.0.0.1', 0)}`;
  const headers = {
    ...(host === 'localhost:80' ? {} : { origin: `http://${host}` }),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  await gateway.close();
  return { status: response.status, headers: response.headers, text };
}

const at = '2026-11-20T12:00:00.000Z';
const outbox = new Outbox();
outbox.add({
  channel: 'email',
  to: '"><script>1</script>@acme.test',
  subject: '<b>Hello & goodbye</b>',
  text: `Open http://localhost:3000/console#/reset?token=a&b='"<i>, or ignore it.`,
  at,
});
outbox.add({ channel: 'sms', to: '+351', text: 'Code 123', at });
outbox.add({
  channel: 'push',
  to: 'push.example.com',
  text: 'Intrusion',
  link: 'http://localhost:3000/console#/alerts/1',
  at,
});

test('The local server’s mail outbox shows messages with clickable links, and escapes HTML in messages', async () => {
  const { status, headers, text } = await ask('/outbox', outbox);
  expect(status).toBe(200);
  expect(text).toContain(`<a href="http://localhost:3000/console#/reset?token=a&amp;b=&#39;">`);
  expect(text).toContain('<h2>&lt;b&gt;Hello &amp; goodbye&lt;/b&gt;</h2>');
  expect(text).toContain('<h2>sms</h2>');
  expect(text).toContain(`<a href="http://localhost:3000/console#/alerts/1">`);
  expect(text).not.toMatch(/<script|<b>|<i>/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('Scripts read the mail outbox of the local server as JSON, oldest first', async () => {
  expect(JSON.parse((await ask('/outbox.json', outbox)).text)).toEqual(outbox.items);
});

test('The page of an empty mail outbox says that it is empty', async () => {
  expect((await ask('/outbox', new Outbox())).text).toContain('Nothing was sent');
});

test('The local server’s mail outbox rejects other hosts and methods, and answers 404 if the server has no outbox', async () => {
  expect((await ask('/outbox.json', outbox, { host: 'evil.example' })).status).toBe(403);
  expect((await ask('/outbox.json', outbox, { method: 'POST' })).status).toBe(404);
  expect((await ask('/outbox')).status).toBe(404);
});

test('The mail outbox of the local server keeps the last 200 messages', () => {
  const full = new Outbox();
  for (let count = 0; count <= 200; count += 1) full.add({ channel: 'email', to: 'a', text: `${count}`, at });
  expect(full.items).toHaveLength(200);
  expect(full.items[0]?.text).toBe('1');
});

const FAIL = { method: 'PUT', type: 'application/json' } as const;

test('A request can make one channel of the local outbox fail, or work again, without affecting other channels', async () => {
  const failing = new Outbox();
  const asked = await ask('/outbox/failures', failing, { ...FAIL, body: '{"sms":"refused"}' });
  expect(asked.status).toBe(200);
  expect(JSON.parse(asked.text)).toEqual({ email: 'none', sms: 'refused', push: 'none' });
  await ask('/outbox/failures', failing, { ...FAIL, body: '{"push":"no_answer","sms":"none"}' });
  const state = { email: 'none', sms: 'none', push: 'no_answer' };
  expect(failing.failures).toEqual(state);
  expect(JSON.parse((await ask('/outbox/failures', failing)).text)).toEqual(state);
});

test('The local outbox page shows which channels fail, and a command to change that', async () => {
  const failing = new Outbox();
  failing.fail({ email: 'no_answer' });
  const { text } = await ask('/outbox', failing);
  expect(text).toContain('<li>email: no_answer</li>');
  expect(text).toMatch(/curl -X PUT http:\/\/127\.0\.0\.1:\d+\/outbox\/failures/);
});

test.each([
  [
    'in a content type that pages may send without asking',
    { type: 'text/plain', body: '{"sms":"refused"}' },
    415,
  ],
  ['without a content type', { body: '' }, 415],
  ['from a foreign page', { ...FAIL, host: 'evil.example', body: '{"sms":"refused"}' }, 403],
  ['of an unknown channel', { ...FAIL, body: '{"fax":"refused"}' }, 422],
  ['with an unknown failure', { ...FAIL, body: '{"sms":"slow"}' }, 422],
  ['that is no JSON', { ...FAIL, body: '{' }, 422],
])('The local outbox refuses a setting of failing channels %s', async (_, asked, status) => {
  const failing = new Outbox();
  expect((await ask('/outbox/failures', failing, { method: 'PUT', ...asked })).status).toBe(status);
  expect(failing.failures).toEqual({ email: 'none', sms: 'none', push: 'none' });
});
