import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isGsm } from '../../shared/notify/sms-form.ts';
import { en } from '../../shared/texts/en.ts';
import { type CallAs, listAll, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import type { TestGuard } from '../support/guard.ts';
import { startNotifications, type TestNotifications } from '../support/notifications/pipeline.ts';

const PATH = '/api/v1/auth/me/preferences';
const CHANNELS = '/api/v1/auth/me/channels';
const DAY = 86_400_000;

let guard: TestGuard;
let people: TestNotifications;
let as: CallAs;
beforeAll(async () => {
  people = await startNotifications();
  guard = people.guard;
  as = await signInCallers(guard);
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await people.stop();
});
beforeEach(() => {
  guard.clock.advance(DAY);
  people.answer = () => ({ outcome: 'sent' });
});
afterEach(async () => {
  await choose(null);
  for (const { id } of (await as('operator', `GET ${CHANNELS}`)).body.data) {
    await as('operator', `DELETE ${CHANNELS}/${id}`);
  }
});

const choose = (language: string | null) => as('operator', `PATCH ${PATH}`, { json: { language } });

test('A person chooses the language of messages to them, and removes the choice; the account stays as it is', async () => {
  expect((await as('operator', `GET ${PATH}`)).body).toEqual({
    language: null,
    tenant_time_zone: null,
    tenant_reminders: { critical: 30 },
  });
  const before = (await as('operator', 'GET /api/v1/auth/me')).body;
  for (const language of ['pt', 'de', 'es', 'en', null, null]) {
    const answer = await choose(language);
    expect([answer.status, answer.body]).toEqual([200, { language }]);
    expect((await as('operator', `GET ${PATH}`)).body).toMatchObject({ language });
  }
  await choose('pt');
  expect((await as('operator', 'GET /api/v1/auth/me')).body).toEqual(before);
  expect(Object.keys(before)).toHaveLength(12);
  expect((await as('master', `GET ${PATH}`)).body).toMatchObject({ language: null });
});

test.each([[{}], [{ language: 'fr' }], [{ language: 'PT' }], [{ language: 'pt', name: 'X' }]])(
  'Preferences %j are 422',
  async (json) => {
    expect((await as('operator', `PATCH ${PATH}`, { json })).status).toBe(422);
  },
);

test('The language of a person outlives changes of their account by themselves and by a master', async () => {
  await choose('es');
  const { id, name } = (await as('operator', 'GET /api/v1/auth/me')).body;
  await as('operator', 'PATCH /api/v1/auth/me', { json: { name: 'Olga' } });
  await as('master', `PATCH /api/v1/users/${id}`, { json: { name } });
  expect((await as('operator', `GET ${PATH}`)).body).toMatchObject({ language: 'es' });
});

/** Adds and verifies a channel of the operator with the code in the last message. */
async function addChannel(kind: 'email' | 'sms', address: string): Promise<string> {
  const { status, body } = await as('operator', `POST ${CHANNELS}`, { json: { kind, address } });
  expect([status, body.errors]).toEqual([201, undefined]);
  const [code] = /\d{6}/.exec(people.attempted.at(-1)?.text.text ?? '') ?? [];
  await as('operator', `POST ${CHANNELS}/${body.id}/verify`, { json: { code } });
  return body.id;
}

test.each([
  {
    language: 'pt',
    code: ['O seu código para o Guard', /^Codigo do Guard: \d{6}\. Valido 10 minutos\. Nao o partilhe\.$/],
    test: ['Mensagem de teste do Guard', /^Mensagem de teste do Guard\nhttp/],
    raised: ['CRÍTICO: incêndio em ', /^CRITICO: incendio em .+, \d+\/\d\d \d\d:\d\d \S+\. http/],
    summary: [/^Mais 2 alertas \(CRÍTICO\)$/, /^Mais 2 alertas \(CRITICO\): incendio em .+ \(2\)\. http/],
  },
  {
    language: 'es',
    code: ['Su código para Guard', /^Codigo de Guard: \d{6}\. Valido 10 minutos\. No lo comparta\.$/],
    test: ['Mensaje de prueba de Guard', /^Mensaje de prueba de Guard\nhttp/],
    raised: ['CRÍTICA: incendio en ', /^CRITICA: incendio en .+, \d+ [a-z]+ \d\d:\d\d \S+\. http/],
    summary: [/^2 alertas más \(CRÍTICA\)$/, /^2 alertas mas \(CRITICA\): incendio en .+ \(2\)\. http/],
  },
  {
    language: 'de',
    code: ['Ihr Code für Guard', /^Guard-Code: \d{6}\. 10 Minuten gültig\. Geben Sie ihn nicht weiter\.$/],
    test: ['Testnachricht von Guard', /^Testnachricht von Guard\nhttp/],
    raised: ['KRITISCH: Feuer bei ', /^KRITISCH: Feuer bei .+, \d+\. \S+ \d\d:\d\d \S+\. http/],
    summary: [/^Noch 2 Alarme \(KRITISCH\)$/, /^Noch 2 Alarme \(KRITISCH\): Feuer bei .+ \(2\)\. http/],
  },
])(
  'Codes, tests, messages and summaries are in the language $language that the person has chosen, each SMS in one segment',
  async (expected) => {
    await choose(expected.language);
    people.attempted.length = 0;
    const ids = [await addChannel('email', 'olga@people.test'), await addChannel('sms', '+4915123456789')];
    expect(people.attempted[0]?.text.subject).toBe(expected.code[0]);
    expect(people.attempted[1]?.text.text).toMatch(expected.code[1] ?? '');
    for (const id of ids) await as('operator', `POST ${CHANNELS}/${id}/test`);
    expect(people.attempted[2]?.text.subject).toBe(expected.test[0]);
    expect(people.attempted[3]?.text.text).toMatch(expected.test[1] ?? '');
    people.attempted.length = 0;
    const { id: user_id } = (await as('operator', 'GET /api/v1/auth/me')).body;
    const rule = {
      name: 'R',
      events: ['alert.raised'],
      recipients: [{ user_id }],
      channels: ['email', 'sms'],
    };
    await as('master', 'POST /api/v1/notification-rules', { json: rule });
    guard.clock.advance(1_000);
    const [site] = (await as('operator', 'GET /api/v1/sites')).body.data;
    const alert = { site_id: site.id, type: 'fire', severity: 'critical', message: 'Smoke' };
    for (let count = 0; count < 7; count += 1) await as('master', 'POST /api/v1/alerts', { json: alert });
    await people.notify();
    const of = (kind: string) =>
      people.attempted.filter(({ to }) => to.kind === kind).map(({ text }) => text);
    expect(of('email')[0]?.subject.startsWith(String(expected.raised[0]))).toBe(true);
    expect(of('sms')[0]?.text).toMatch(expected.raised[1] ?? '');
    guard.clock.advance(60_000);
    await people.tick();
    expect(of('email').at(-1)?.subject).toMatch(expected.summary[0] ?? '');
    expect(of('sms').at(-1)?.text).toMatch(expected.summary[1] ?? '');
    for (const { text } of of('sms')) expect([isGsm(text), text.length <= 160]).toEqual([true, true]);
    for (const { id } of await listAll(as, 'master', '/api/v1/notification-rules')) {
      await as('master', `DELETE /api/v1/notification-rules/${id}`);
    }
  },
);

test('Mails about an account are in the language of its owner, and in English for others', async () => {
  const reset = async () => {
    const before = people.outbox.items.length;
    await as('operator', 'POST /api/v1/auth/password-resets', { json: { email: 'operator@acme.test' } });
    await people.mail();
    return people.outbox.items.slice(before).map((it) => ('subject' in it ? it.subject : undefined));
  };
  expect(await reset()).toEqual([en.mails.passwordReset('').subject]);
  await choose('de');
  expect(await reset()).toEqual(['Legen Sie ein neues Passwort für Guard fest']);
});
