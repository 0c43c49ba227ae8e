import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../shared/base/ids.ts';
import {
  admitChannelCode,
  CODES_PER_ADDRESS,
  CODES_PER_ADDRESS_OF_ALL,
  CODES_PER_TENANT,
  CODES_PER_USER,
  TESTS_PER_DAY,
  TESTS_PER_MINUTE,
} from '../../shared/notify/channel-limits.ts';
import type { Destination, OutgoingText, SendResult } from '../../shared/notify/sender.ts';
import { channelsKey } from '../../shared/table/keys.ts';
import { en } from '../../shared/texts/en.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { PASSWORD } from '../support/new-entity.ts';
import { playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

const SETTINGS = {
  mailFrom: 'guard@example.com',
  smsFrom: 'Guard',
  smsCountries: 'DE GB',
  smsPerDay: 1_000,
  mailPerDay: 2_000,
  tokenExpirationMinutes: 525_600,
};

interface Sent extends Destination {
  readonly text: OutgoingText;
}

const BUDGETS = { perDay: { sms: 1_000, email: 2_000 }, onNearEnd: () => {} };

/** The answers of the providers, by address; by default `sent`. */
const answers = new Map<string, SendResult>();
const sent: Sent[] = [];
const connectSenders = () => async (destination: Destination, text: OutgoingText) => {
  sent.push({ ...destination, text });
  return answers.get(destination.address) ?? ({ outcome: 'sent' } as const);
};

let guard: TestGuard;
let master: string;
let globex: string;
beforeAll(async () => {
  guard = await startGuard({ settings: SETTINGS, connectSenders });
  master = await guard.signIn('master@acme.test');
  globex = await guard.signIn('master@globex.test');
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
});

const PATH = '/api/v1/auth/me/channels';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

// Each test has the codes of a day.
beforeEach(() => guard.clock.advance(DAY_MS));

let count = 0;

interface Person {
  readonly id: string;
  readonly token: string;
}

async function newPerson(creator = master): Promise<Person> {
  count += 1;
  const email = `channel-${count}@people.test`;
  const json = { name: `Channel ${count}`, email, role: 'operator', password: PASSWORD };
  const { status, text, body } = await guard.call('POST /api/v1/users', { token: creator, json });
  if (status !== 201) throw new Error(text);
  const login = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  return { id: body.id, token: login.body.token };
}

/** Counts a code to another user of a tenant and another address, without the requests that ask for it. */
async function countCode(tenantId: string): Promise<void> {
  const { now } = guard.clock;
  const owner = { tenantId, userId: newId(now, randomBytes) };
  const address = { kind: 'email', address: newEmail() } as const;
  await admitChannelCode(guard.table, owner, { ...BUDGETS, address, now, isOwn: false });
}

const newEmail = () => {
  count += 1;
  return `address-${count}@reached.test`;
};
const newNumber = () => {
  count += 1;
  return `+4915123${String(count).padStart(6, '0')}`;
};
/** As `PushSubscription.toJSON()` of a browser. */
const subscriptionOf = (endpoint: string, auth = 'a'.repeat(22)) => ({
  endpoint,
  expirationTime: null,
  keys: { p256dh: 'B'.repeat(87), auth },
});

type Asking = Pick<Person, 'token'>;

const call = ({ token }: Asking, request: string, json?: object) =>
  guard.call(request, { token, ...(json ? { json } : {}) });
const add = (person: Asking, json: object) => call(person, `POST ${PATH}`, json);
const addEmail = (person: Asking, address: string) => add(person, { kind: 'email', address });
const addSms = (person: Asking, address: string) => add(person, { kind: 'sms', address });
const addPush = (person: Asking, endpoint: string, auth?: string) =>
  add(person, { kind: 'push', subscription: subscriptionOf(endpoint, auth) });
const verify = (person: Asking, id: string, code: string) =>
  call(person, `POST ${PATH}/${id}/verify`, { code });
const tryOut = (person: Asking, id: string) => call(person, `POST ${PATH}/${id}/test`);
const remove = (person: Asking, id: string) => call(person, `DELETE ${PATH}/${id}`);
const listOf = async (person: Asking) => (await call(person, `GET ${PATH}`)).body.data;
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

const messagesTo = (address: string) => sent.filter((it) => it.address === address);
const codesTo = (address: string) =>
  messagesTo(address).map(({ text }) => /\b[0-9]{6}\b/.exec(text.text)?.[0] ?? 'no code');
const lastCodeTo = (address: string) => codesTo(address).at(-1) ?? 'none';
const wrongCode = (address: string) => (lastCodeTo(address) === '123456' ? '654321' : '123456');

async function verified(person: Asking, address = newEmail()) {
  const { body } = await addEmail(person, address);
  const answer = await verify(person, body.id, lastCodeTo(address));
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

const itemOf = async (person: Person) => {
  const [tenantId] = (await readAll(guard.table))
    .filter(({ sk }) => sk === `USER#${person.id}`)
    .map(({ data }) => data.tenant_id);
  const key = channelsKey(tenantId, person.id);
  return (await readAll(guard.table)).find(({ pk, sk }) => pk === key.pk && sk === key.sk);
};

/** Reads the entries of the audit log about a channel. */
const auditedOf = async (id: string) =>
  (await readAll(guard.table)).filter(({ pk, data }) => pk.startsWith('AUDIT#') && data.entity.id === id);

describe('adding a channel', () => {
  test('An e-mail address becomes a channel once its code is entered; upper and lower case do not matter', async () => {
    const person = await newPerson();
    const address = newEmail();
    const answer = await addEmail(person, ` ${address.toUpperCase()} `);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toMatch(new RegExp(`${PATH}/${answer.body.id}$`));
    expect(answer.body).toMatchObject({ kind: 'email', address, verified_at: null });
    expect(messagesTo(address).map(({ text }) => text.subject)).toEqual([en.code.email('').subject]);
    const { status, body } = await verify(person, answer.body.id, lastCodeTo(address));
    const at = guard.clock.now.toISOString().replace('Z', '+00:00');
    expect([status, body]).toEqual([200, { ...answer.body, verified_at: at }]);
    expect(outcome(await addEmail(person, address))).toEqual([409, 'channel_exists']);
    expect(outcome(await verify(person, body.id, lastCodeTo(address)))).toEqual([409, 'channel_verified']);
    expect(await listOf(person)).toEqual([body]);
  });

  test('A phone number becomes a channel once its code is entered; another spelling of the number is the same channel', async () => {
    const person = await newPerson();
    const address = newNumber();
    const { body } = await addSms(person, address.replace('+49', '+490'));
    expect(body.address).toBe(address);
    expect(messagesTo(address).map(({ text }) => text.text)).toEqual([en.code.sms(lastCodeTo(address)).text]);
    expect((await verify(person, body.id, lastCodeTo(address))).status).toBe(200);
    expect(outcome(await addSms(person, address))).toEqual([409, 'channel_exists']);
  });

  test.each([
    ['+88161234567', /existing phone number/],
    ['+3906698', /existing phone number/],
    // Premium, toll-free and personal numbers, a landline, and a pager.
    ['+499001234567', /mobile phone/],
    ['+443069990123', /mobile phone/],
    ['+448701234567', /mobile phone/],
    ['+448001111111', /mobile phone/],
    ['+447012345678', /mobile phone/],
    ['+493012345678', /mobile phone/],
    ['+447600123456', /mobile phone/],
    ['+12025550123', /: DE, GB\.$/],
    ['+18765551234', /: DE, GB\.$/],
    // Jersey shares the country code of the United Kingdom.
    ['+447797712345', /: DE, GB\.$/],
    ['+79261234567', /: DE, GB\.$/],
    ['＋015123456789', /a number such as/],
    ['+٤٩١٥١٢٣٤٥٦٧٨٩', /a number such as/],
    ['+4915123456789;ext=1', /a number such as/],
    ['+49151\u200b23456789', /a number such as/],
    ['0151 23456789', /a number such as/],
    [`+49${'1'.repeat(10_000)}`, /a number such as/],
  ])(
    'No SMS is sent to %s, and the error says what to change without repeating the number',
    async (number, text) => {
      const person = await newPerson();
      const before = sent.length;
      const { status, body } = await addSms(person, number);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['address']]);
      expect(body.message).toMatch(text);
      expect(JSON.stringify(body)).not.toContain(number);
      expect(sent.length).toBe(before);
    },
  );

  test.each([
    [{ kind: 'email', address: 'nobody' }, 'address'],
    [{ kind: 'email', address: 'a@b.test\r\nBcc: c@d.test' }, 'address'],
    [{ kind: 'email', address: `${'x'.repeat(250)}@b.test` }, 'address'],
    [{ kind: 'email' }, 'address'],
    [{ kind: 'fax', address: '+4915123456789' }, 'kind'],
    [{ kind: 'push', subscription: subscriptionOf('https://127.0.0.1/x') }, 'subscription.endpoint'],
    [{ kind: 'push', subscription: subscriptionOf('https://169.254.169.254/') }, 'subscription.endpoint'],
    [{ kind: 'push', subscription: subscriptionOf('https://[::1]/') }, 'subscription.endpoint'],
    [{ kind: 'push', subscription: subscriptionOf('http://push.example.com/x') }, 'subscription.endpoint'],
    [
      { kind: 'push', subscription: subscriptionOf('https://a:b@push.example.com/') },
      'subscription.endpoint',
    ],
    [{ kind: 'push', subscription: subscriptionOf('javascript:alert(1)') }, 'subscription.endpoint'],
    [
      { kind: 'push', subscription: subscriptionOf(`https://p.test/${'x'.repeat(1_000)}`) },
      'subscription.endpoint',
    ],
    [{ kind: 'push', subscription: subscriptionOf('https://p.test/', 'short') }, 'subscription.keys.auth'],
  ])('Adding the channel %j is refused with an error at the field %s', async (json, field) => {
    const { status, body } = await add(await newPerson(), json);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  test('A browser becomes a channel without a code; renewing its push subscription changes the keys of the same channel', async () => {
    const person = await newPerson();
    const { status, body } = await addPush(person, 'https://push.example.com/send/1');
    expect([status, body.address, body.verified_at]).toEqual([201, 'push.example.com', body.created_at]);
    const again = await addPush(person, 'https://push.example.com/send/1', 'b'.repeat(22));
    expect([again.status, again.body]).toEqual([200, body]);
    expect(await listOf(person)).toEqual([body]);
    expect((await itemOf(person)).channels[0].subscription.keys.auth).toBe('b'.repeat(22));
    expect((await addPush(person, 'https://push.example.com/send/2')).status).toBe(201);
    expect((await tryOut(person, body.id)).body).toEqual({ status: 'sent', reason: null });
    expect(sent.at(-1)?.subscription?.keys.auth).toBe('b'.repeat(22));
  });

  test('Adding an unverified address again sends a new code for the same channel, and allows new attempts', async () => {
    const person = await newPerson();
    const address = newEmail();
    const { body } = await addEmail(person, address);
    const old = lastCodeTo(address);
    for (let tries = 0; tries < 5; tries += 1) await verify(person, body.id, wrongCode(address));
    expect(outcome(await verify(person, body.id, old))).toEqual([422, 'channel_code_not_valid']);
    const again = await addEmail(person, address);
    expect([again.status, again.body]).toEqual([201, body]);
    expect(await listOf(person)).toHaveLength(1);
    if (old !== lastCodeTo(address)) expect((await verify(person, body.id, old)).status).toBe(422);
    expect((await verify(person, body.id, lastCodeTo(address))).status).toBe(200);
  });

  test('A person has at most ten channels, even if requests add them in parallel', async () => {
    const person = await newPerson();
    const added = await Promise.all(
      Array.from({ length: 14 }, (_, number) => addPush(person, `https://push.example.com/many/${number}`)),
    );
    expect(added.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of added.filter(({ status }) => status !== 201)) {
      expect(outcome(answer)).toEqual([409, 'too_many_channels']);
    }
    const address = newEmail();
    expect(outcome(await addEmail(person, address))).toEqual([409, 'too_many_channels']);
    expect(messagesTo(address)).toEqual([]);
    const list = await listOf(person);
    expect(list).toHaveLength(10);
    expect((await remove(person, list[0].id)).status).toBe(204);
    expect((await addEmail(person, address)).status).toBe(201);
  });

  test('Two parallel requests for the same address make one channel, and the newest code verifies it', async () => {
    await playRounds(repetitions({ few: 4, many: 40 }), async (round) => {
      const person = await newPerson();
      const address = newEmail();
      const both = await race(
        round,
        () => addEmail(person, address),
        () => addEmail(person, address),
      );
      expect(both.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
      expect(await listOf(person)).toHaveLength(1);
      const answers: number[] = [];
      for (const code of codesTo(address)) {
        answers.push((await verify(person, both[0].body.id, code)).status);
        if (answers.at(-1) === 200) break;
      }
      expect(answers.at(-1)).toBe(200);
    });
  });
});

describe('the code of a channel', () => {
  test.each<[string, (code: string) => string]>([
    ['with a space', (code) => `${code.slice(0, 3)} ${code.slice(3)} `],
    ['with an en dash', (code) => `${code.slice(0, 3)}–${code.slice(3)}`],
    [
      'in full-width digits',
      (code) => code.replaceAll(/\d/g, (it) => '０１２３４５６７８９'.charAt(Number(it))),
    ],
  ])('The code of a channel is accepted in each spelling: %s', async (_, typed) => {
    const person = await newPerson();
    const { body } = await addEmail(person, newEmail());
    expect((await verify(person, body.id, typed(lastCodeTo(body.address)))).status).toBe(200);
  });

  test('After five wrong codes for a channel, the right code is rejected, too', async () => {
    const person = await newPerson();
    const address = newEmail();
    const { body } = await addEmail(person, address);
    for (let tries = 0; tries < 4; tries += 1) {
      expect(outcome(await verify(person, body.id, wrongCode(address)))).toEqual([
        422,
        'channel_code_not_valid',
      ]);
    }
    const other = await newPerson();
    const second = (await addEmail(other, newEmail())).body;
    expect(outcome(await verify(other, second.id, lastCodeTo(second.address)))).toEqual([200, undefined]);
    await verify(person, body.id, wrongCode(address));
    expect((await verify(person, body.id, lastCodeTo(address))).status).toBe(422);
    expect((await listOf(person))[0].verified_at).toBeNull();
  });

  test('Of ten wrong codes that are sent in parallel, at most five are compared with the right one', async () => {
    const person = await newPerson();
    const address = newEmail();
    const { body } = await addEmail(person, address);
    const guesses = Array.from({ length: 10 }, () => verify(person, body.id, wrongCode(address)));
    for (const answer of await Promise.all(guesses)) expect(answer.status).toBe(422);
    expect((await itemOf(person)).channels[0].code.tries).toBe(5);
  });

  test('If two requests send the right code at once, one verifies the channel, and the other finds it verified', async () => {
    await playRounds(repetitions({ few: 4, many: 40 }), async (round) => {
      const person = await newPerson();
      const address = newEmail();
      const { id } = (await addEmail(person, address)).body;
      const guess = () => verify(person, id, lastCodeTo(address));
      const both = await race(round, guess, guess);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await auditedOf(id)).map(({ data }) => data.action).sort()).toEqual([
        'channel.created',
        'channel.verified',
      ]);
    });
  });

  test('The code of a channel is valid for ten minutes', async () => {
    const person = await newPerson();
    const [first, second] = [newEmail(), newEmail()];
    const one = (await addEmail(person, first)).body;
    const two = (await addEmail(person, second)).body;
    guard.clock.advance(10 * MINUTE_MS - 1);
    expect((await verify(person, one.id, lastCodeTo(first))).status).toBe(200);
    guard.clock.advance(1);
    expect(outcome(await verify(person, two.id, lastCodeTo(second)))).toEqual([
      422,
      'channel_code_not_valid',
    ]);
  });

  test('The code of one channel verifies no other, and only its hash is stored', async () => {
    const person = await newPerson();
    const [first, second] = [newEmail(), newEmail()];
    const one = (await addEmail(person, first)).body;
    await addEmail(person, second);
    if (lastCodeTo(first) !== lastCodeTo(second)) {
      expect((await verify(person, one.id, lastCodeTo(second))).status).toBe(422);
    }
    const stored = (await itemOf(person)).channels;
    expect(stored.map(({ code }: { code: object }) => Object.keys(code).sort())).toEqual([
      ['expires_at', 'hash', 'tries'],
      ['expires_at', 'hash', 'tries'],
    ]);
    expect((await verify(person, one.id, lastCodeTo(first))).status).toBe(200);
    expect((await itemOf(person)).channels[0]).not.toHaveProperty('code');
  });

  test.each(['', '12345', '1234567', '12345a', '１２３４５', '------', '1,23456', `123456${' '.repeat(60)}`])(
    'The code %j has an invalid form, so it is rejected without using up an attempt',
    async (code) => {
      const person = await newPerson();
      const { body } = await addEmail(person, newEmail());
      const answer = await verify(person, body.id, code);
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
      expect((await itemOf(person)).channels[0].code.tries).toBe(0);
    },
  );
});

describe('what a provider answers', () => {
  const REFUSED = { outcome: 'refused', reason: 'address_suppressed', isFinal: true } as const;

  test('Adding an address that the provider refuses returns channel_not_reached and stores no channel', async () => {
    const person = await newPerson();
    const address = newEmail();
    answers.set(address, REFUSED);
    const answer = await addEmail(person, address);
    expect(outcome(answer)).toEqual([422, 'channel_not_reached']);
    expect(answer.text).not.toContain(address);
    expect(await listOf(person)).toEqual([]);
  });

  test('If a channel’s second code cannot be sent, the first code stays valid with its remaining attempts', async () => {
    const person = await newPerson();
    const address = newEmail();
    const { id } = (await addEmail(person, address)).body;
    const first = lastCodeTo(address);
    await verify(person, id, wrongCode(address));
    answers.set(address, REFUSED);
    expect((await addEmail(person, address)).status).toBe(422);
    expect((await itemOf(person)).channels[0].code.tries).toBe(1);
    expect((await verify(person, id, first)).status).toBe(200);
  });

  test('If Guard does not know whether a code was sent, the channel is created and can be verified with that code', async () => {
    const person = await newPerson();
    const address = newEmail();
    answers.set(address, { outcome: 'unknown', reason: 'no_answer' });
    const { status, body } = await addEmail(person, address);
    expect(status).toBe(201);
    expect((await verify(person, body.id, lastCodeTo(address))).status).toBe(200);
    expect((await tryOut(person, body.id)).body).toEqual({ status: 'failed', reason: 'no_answer' });
  });
});

describe('the limits of codes', () => {
  test('A tenant sends at most five codes a day to an address, and so cannot block it for other tenants', async () => {
    const address = newNumber();
    const strangers = [await newPerson(globex), await newPerson(globex)];
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const person of strangers) statuses.push((await addSms(person, address)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect(messagesTo(address)).toHaveLength(CODES_PER_ADDRESS);
    const refused = await addSms(strangers[0] as Person, address);
    expect(outcome(refused)).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // What was refused at the address does not count for the person.
    expect((await addSms(strangers[0] as Person, newNumber())).status).toBe(201);
    const owner = await newPerson();
    const { body } = await addSms(owner, address);
    expect((await verify(owner, body.id, lastCodeTo(address))).status).toBe(200);
    guard.clock.advance(DAY_MS);
    expect((await addSms(strangers[0] as Person, address)).status).toBe(201);
  });

  test('An address that belongs to no user gets at most 20 codes a day from all tenants together, even in parallel', async () => {
    const { now } = guard.clock;
    const address = { kind: 'sms', address: newNumber() } as const;
    const codes = Array.from({ length: 6 * CODES_PER_ADDRESS }, (_, number) => {
      const owner = { tenantId: `tenant-${address.address}-${number % 6}`, userId: newId(now, randomBytes) };
      return admitChannelCode(guard.table, owner, { ...BUDGETS, address, now, isOwn: false });
    });
    const counted = await Promise.allSettled(codes);
    expect(counted.filter(({ status }) => status === 'fulfilled')).toHaveLength(CODES_PER_ADDRESS_OF_ALL);
  });

  test('Other people cannot use up the codes for a user’s own address: only the user’s own daily limit applies', async () => {
    const victim = await newPerson();
    const { body: me } = await call(victim, 'GET /api/v1/auth/me');
    // Colleagues use up the codes of the address in its own tenant.
    for (const _ of Array.from({ length: CODES_PER_ADDRESS }))
      expect((await addEmail(await newPerson(), me.email)).status).toBe(201);
    expect(outcome(await addEmail(await newPerson(), me.email))).toEqual([429, 'too_many_requests']);
    for (let codes = 0; codes < CODES_PER_USER; codes += 1)
      expect((await addEmail(victim, me.email)).status).toBe(201);
    expect(outcome(await addEmail(victim, me.email))).toEqual([429, 'too_many_requests']);
    const [{ id }] = await listOf(victim);
    expect((await verify(victim, id, lastCodeTo(me.email))).status).toBe(200);
    // Only that very address is theirs.
    const other = await newPerson();
    const { body: others } = await call(other, 'GET /api/v1/auth/me');
    for (const _ of Array.from({ length: CODES_PER_ADDRESS }))
      await addEmail(await newPerson(), others.email);
    const tagged = others.email.replace('@', '+tag@');
    expect(outcome(await addEmail(other, tagged))).toEqual([429, 'too_many_requests']);
  });

  test('A user gets at most ten codes a day, and further requests do not use up the limits of addresses', async () => {
    const person = await newPerson();
    const statuses: number[] = [];
    for (let number = 0; number < CODES_PER_USER; number += 1) {
      const { status, body } = await addEmail(person, newEmail());
      statuses.push(status);
      await remove(person, body.id);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
    const address = newEmail();
    for (let tries = 0; tries < 6; tries += 1) {
      expect(outcome(await addEmail(person, address))).toEqual([429, 'too_many_requests']);
    }
    expect(messagesTo(address)).toEqual([]);
    expect((await addEmail(await newPerson(), address)).status).toBe(201);
  });

  test('A tenant gets 100 codes a day at most, however many users and addresses it has', async () => {
    const others = CODES_PER_TENANT - CODES_PER_USER;
    const { body: me } = await guard.call('GET /api/v1/auth/me', { token: globex });
    for (let number = 0; number < others; number += 1) await countCode(me.tenant_id);
    const last = await newPerson(globex);
    for (let codes = 0; codes < CODES_PER_USER; codes += 1) {
      const { status, body } = await addEmail(last, newEmail());
      expect(status).toBe(201);
      await remove(last, body.id);
    }
    const [person, address] = [await newPerson(globex), newEmail()];
    // What is refused counts towards no other limit.
    for (let tries = 0; tries <= CODES_PER_USER; tries += 1) {
      expect(outcome(await addEmail(person, address))).toEqual([429, 'too_many_requests']);
    }
    expect(messagesTo(address)).toEqual([]);
    expect((await addEmail(await newPerson(), address)).status).toBe(201);
  });

  test('E-mail addresses that differ only after a plus sign share one limit of codes', async () => {
    const name = newEmail();
    const spellings = [name, ...['a', 'B', 'c+d', ''].map((tag) => name.replace('@', `+${tag}@`))];
    for (const address of spellings) expect((await addEmail(await newPerson(), address)).status).toBe(201);
    for (const address of [name, name.replace('@', '+e@')]) {
      const refused = await addEmail(await newPerson(), address);
      expect(outcome(refused)).toEqual([429, 'too_many_requests']);
      expect(messagesTo(address).length).toBeLessThan(2);
    }
    expect((await addEmail(await newPerson(), `x${name}`)).status).toBe(201);
  });

  test('A code that was certainly not sent counts towards no limit; one that may have arrived does', async () => {
    const person = await newPerson();
    const [number, email] = [newNumber(), newEmail()];
    const used = async () => (await call(person, `GET ${PATH}`)).body.sms_today.used;
    const before = await used();
    for (const address of [number, email]) {
      answers.set(address, { outcome: 'refused', reason: 'throttled', isFinal: false });
    }
    for (let tries = 0; tries < CODES_PER_USER; tries += 1) {
      expect(outcome(await addSms(person, number))).toEqual([422, 'channel_not_reached']);
      expect(outcome(await addEmail(person, email))).toEqual([422, 'channel_not_reached']);
    }
    expect(await used()).toBe(before);
    for (const address of [number, email]) answers.set(address, { outcome: 'unknown', reason: 'no_answer' });
    for (let tries = 0; tries < CODES_PER_ADDRESS; tries += 1) {
      expect((await addSms(person, number)).status).toBe(201);
      expect((await addEmail(person, email)).status).toBe(201);
    }
    expect(await used()).toBe(before + CODES_PER_ADDRESS);
    expect(outcome(await addEmail(person, newEmail()))).toEqual([429, 'too_many_requests']);
    expect(outcome(await addSms(await newPerson(), number))).toEqual([429, 'too_many_requests']);
    expect(outcome(await addEmail(await newPerson(), email))).toEqual([429, 'too_many_requests']);
  });

  test('A tenth of a tenant’s SMS and mails is reserved for codes and test messages, and the response shows both limits', async () => {
    const perDay = { smsPerDay: 30, mailPerDay: 39 };
    const small = await startGuard({ settings: { ...SETTINGS, ...perDay }, connectSenders });
    try {
      const token = await small.signIn('operator@acme.test');
      const ask = (request: string, json?: object) =>
        small.call(request, { token, ...(json ? { json } : {}) });
      const today = async () => {
        const { sms_today, mail_today } = (await ask(`GET ${PATH}`)).body;
        return [sms_today, mail_today];
      };
      const [number, email] = [newNumber(), newEmail()];
      for (const [address, kind, reason] of [
        [number, 'sms', 'sms_limit'],
        [email, 'email', 'mail_limit'],
      ] as const) {
        const { id } = (await ask(`POST ${PATH}`, { kind, address })).body;
        await ask(`POST ${PATH}/${id}/verify`, { code: lastCodeTo(address) });
        // The code itself counts.
        for (let tests = 1; tests < 3; tests += 1) {
          expect((await ask(`POST ${PATH}/${id}/test`)).body).toEqual({ status: 'sent', reason: null });
          small.clock.advance(MINUTE_MS);
        }
        const sentBefore = messagesTo(address).length;
        // What the budget refuses does not count for the person.
        for (let tries = 0; tries < 2; tries += 1) {
          expect((await ask(`POST ${PATH}/${id}/test`)).body).toEqual({ status: 'failed', reason });
        }
        expect(messagesTo(address)).toHaveLength(sentBefore);
        small.clock.advance(MINUTE_MS);
        const next = { kind, address: kind === 'sms' ? newNumber() : newEmail() };
        expect(outcome(await ask(`POST ${PATH}`, next))).toEqual([429, 'too_many_requests']);
      }
      expect(await today()).toEqual([
        { used: 3, limit: 30 },
        { used: 3, limit: 39 },
      ]);
      small.clock.advance(DAY_MS);
      expect(await today()).toEqual([
        { used: 0, limit: 30 },
        { used: 0, limit: 39 },
      ]);
    } finally {
      await small.stop();
    }
  });
});

describe('testing a channel', () => {
  test('A verified channel gets a test message with a link to the console, at most three times a minute', async () => {
    const person = await newPerson();
    const channel = await verified(person);
    for (let number = 0; number < TESTS_PER_MINUTE; number += 1) {
      const answer = await tryOut(person, channel.id);
      expect([answer.status, answer.body]).toEqual([200, { status: 'sent', reason: null }]);
    }
    const message = messagesTo(channel.address).at(-1)?.text;
    expect(message?.subject).toBe(en.channelTest.subject);
    expect(message?.text).toContain(`${guard.url}/console`);
    const limited = await tryOut(person, channel.id);
    expect([...outcome(limited), limited.headers.get('x-ratelimit-limit')]).toEqual([
      429,
      'too_many_requests',
      '3',
    ]);
    guard.clock.advance(MINUTE_MS);
    expect((await tryOut(person, channel.id)).status).toBe(200);
  });

  test('A person sends at most five test messages a day over all channels, even in parallel, and each is in the audit log', async () => {
    const person = await newPerson();
    const channel = await verified(person);
    const push = (await addPush(person, 'https://push.example.com/tests')).body;
    for (let tests = 0; tests < TESTS_PER_DAY; tests += 1) {
      const { status, body } = await tryOut(person, tests % 2 ? push.id : channel.id);
      expect([status, body.status]).toEqual([200, 'sent']);
      guard.clock.advance(MINUTE_MS);
    }
    for (const { id } of [channel, push]) {
      const refused = await tryOut(person, id);
      expect([...outcome(refused), refused.headers.get('x-ratelimit-limit')]).toEqual([
        ...[429, 'too_many_requests', '5'],
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    const tested = async (id: string) =>
      (await auditedOf(id)).filter(({ data }) => data.action === 'channel.tested');
    expect([(await tested(channel.id)).length, (await tested(push.id)).length]).toEqual([3, 2]);
    const { data } = (await tested(channel.id))[0] ?? {};
    expect(data).toMatchObject({
      entity: { kind: 'channel', name: 'email' },
      actor: { id: person.id },
      changes: [],
    });
    guard.clock.advance(DAY_MS);
    const answers = await Promise.all(Array.from({ length: 3 }, () => tryOut(person, channel.id)));
    guard.clock.advance(MINUTE_MS);
    answers.push(...(await Promise.all(Array.from({ length: 3 }, () => tryOut(person, channel.id)))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('A test message that was certainly not sent does not count towards the daily limit', async () => {
    const person = await newPerson();
    const channel = await verified(person);
    answers.set(channel.address, { outcome: 'refused', reason: 'throttled', isFinal: false });
    for (let tests = 0; tests <= TESTS_PER_DAY; tests += 1) {
      expect((await tryOut(person, channel.id)).body).toEqual({ status: 'failed', reason: 'throttled' });
      guard.clock.advance(MINUTE_MS);
    }
    answers.delete(channel.address);
    expect((await tryOut(person, channel.id)).body.status).toBe('sent');
  });

  test('The response to a failed test message says why it failed, but never shows an address', async () => {
    const person = await newPerson();
    const channel = await verified(person);
    answers.set(channel.address, { outcome: 'refused', reason: 'address_suppressed', isFinal: true });
    const { text, body } = await tryOut(person, channel.id);
    expect(body).toEqual({ status: 'failed', reason: 'address_suppressed' });
    expect(text).not.toContain(channel.address);
    expect(await listOf(person)).toEqual([channel]);
  });

  test('A test message removes a browser’s channel if its subscription has ended, but not if it is refused temporarily', async () => {
    const person = await newPerson();
    const other = (await addPush(person, 'https://other.example.com/1')).body;
    const { id, address } = (await addPush(person, 'https://gone.example.com/1')).body;
    answers.set(address, { outcome: 'refused', reason: 'throttled', isFinal: false });
    expect((await tryOut(person, id)).body).toEqual({ status: 'failed', reason: 'throttled' });
    expect(await listOf(person)).toHaveLength(2);
    answers.set(address, { outcome: 'refused', reason: 'subscription_gone', isFinal: true });
    expect((await tryOut(person, id)).body).toEqual({ status: 'failed', reason: 'subscription_gone' });
    expect(await listOf(person)).toEqual([other]);
  });

  test('Nothing is sent to a channel that is not verified', async () => {
    const person = await newPerson();
    const address = newEmail();
    const { body } = await addEmail(person, address);
    expect(outcome(await tryOut(person, body.id))).toEqual([409, 'channel_not_verified']);
    expect(messagesTo(address)).toHaveLength(1);
  });
});

describe('the owner of a channel', () => {
  test('Nobody sees, verifies, tests or deletes the channel of another person, not even a master', async () => {
    const person = await newPerson();
    const open = (await addEmail(person, newEmail())).body;
    const channel = await verified(person);
    const platform = await guard.signIn('platform@guard.test');
    for (const token of [master, globex, platform, (await newPerson()).token]) {
      expect(JSON.stringify(await listOf({ token }))).not.toContain(channel.id);
      expect((await verify({ token }, open.id, lastCodeTo(open.address))).status).toBe(404);
      expect((await tryOut({ token }, channel.id)).status).toBe(404);
      expect((await remove({ token }, channel.id)).status).toBe(404);
      const answer = await call({ token }, `GET /api/v1/users/${person.id}/channels`);
      if (answer.status !== 404) expect(answer.body).toEqual({ kinds: ['email'] });
      expect(answer.text).not.toContain('reached.test');
    }
    expect(await listOf(person)).toEqual([open, channel]);
  });

  test('Masters see the kinds of verified channels of a person, each once', async () => {
    const person = await newPerson();
    const kinds = async () =>
      (await call({ token: master }, `GET /api/v1/users/${person.id}/channels`)).body.kinds;
    expect(await kinds()).toEqual([]);
    await addPush(person, 'https://push.example.com/a');
    await addPush(person, 'https://push.example.com/b');
    await addSms(person, newNumber());
    expect(await kinds()).toEqual(['push']);
    await verified(person);
    expect(await kinds()).toEqual(['email', 'push']);
    expect((await call(person, `GET /api/v1/users/${person.id}/channels`)).body.kinds).toEqual(await kinds());
  });

  test('The audit log and the logs of functions name the kinds of channels, but no address or code', async () => {
    const person = await newPerson();
    const number = newNumber();
    const { id } = (await addSms(person, number)).body;
    const code = lastCodeTo(number);
    await verify(person, id, wrongCode(number));
    await verify(person, id, code);
    await tryOut(person, id);
    await remove(person, id);
    const events = (await auditedOf(id)).map(({ data }) => data);
    expect(events.map(({ action, entity }) => `${action} ${entity.name}`).sort()).toEqual([
      'channel.created sms',
      'channel.deleted sms',
      'channel.tested sms',
      'channel.verified sms',
    ]);
    for (const text of [JSON.stringify(events), guard.log(), JSON.stringify(guard.metrics)]) {
      expect(text).not.toContain(number);
      expect(text).not.toContain(number.slice(1));
      expect(text).not.toMatch(new RegExp(`\\b${code}\\b`));
      expect(text).not.toContain('reached.test');
    }
  });

  test('A deleted channel is gone; deleting it again is 404', async () => {
    const person = await newPerson();
    const channel = await verified(person);
    expect((await remove(person, channel.id)).status).toBe(204);
    expect((await remove(person, channel.id)).status).toBe(404);
    expect((await tryOut(person, channel.id)).status).toBe(404);
    expect(await listOf(person)).toEqual([]);
    expect((await addEmail(person, channel.address)).status).toBe(201);
  });

  test('Deleting a user deletes their channels, even one that is added at the same time', async () => {
    await playRounds(repetitions({ few: 4, many: 40 }), async (round) => {
      const person = await newPerson();
      if (round % 2 === 0) await verified(person);
      await race(
        round,
        () => addPush(person, 'https://push.example.com/late'),
        () => call({ token: master }, `DELETE /api/v1/users/${person.id}`),
      );
      const left = (await readAll(guard.table)).filter(({ sk }) => sk === `CHANNELS#${person.id}`);
      expect(left).toEqual([]);
    });
  });

  test('A deleted tenant leaves no channels', async () => {
    const platform = { token: await guard.signIn('platform@guard.test') };
    const { id } = (await call(platform, 'POST /api/v1/tenants', { name: 'Going' })).body;
    count += 1;
    const email = `going-${count}@people.test`;
    const json = { name: 'Going', email, role: 'operator', password: PASSWORD };
    const user = (await call(platform, `POST /api/v1/users?tenant_id=${id}`, json)).body;
    const login = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
    await addPush(login.body, 'https://push.example.com/going');
    expect(outcome(await call(platform, `DELETE /api/v1/tenants/${id}`))).toEqual([409, 'tenant_not_empty']);
    await call(platform, `DELETE /api/v1/users/${user.id}`);
    expect((await call(platform, `DELETE /api/v1/tenants/${id}`)).status).toBe(204);
    expect((await readAll(guard.table)).filter(({ sk }) => sk === `CHANNELS#${user.id}`)).toEqual([]);
  });
});

describe('what an installation sends', () => {
  test('A kind of channel without settings is off: existing channels are listed, none can be added, and a test message reports it', async () => {
    const person = await newPerson();
    const channel = await verified(person);
    const list = (await call(person, `GET ${PATH}`)).body;
    expect([list.off, list.data, list.sms_today.limit]).toEqual([[], [channel], 1_000]);
    expect(list.push_key).toMatch(/^B[\w-]{86}$/);
    expect((await call(person, `GET ${PATH}`)).body.push_key).toBe(list.push_key);

    const silent = await startGuard({ connectSenders });
    const token = await silent.signIn('operator@acme.test');
    const ask = (request: string, json?: object) =>
      silent.call(request, { token, ...(json ? { json } : {}) });
    expect((await ask(`GET ${PATH}`)).body.off).toEqual(['email', 'sms']);
    const before = sent.length;
    for (const json of [
      { kind: 'email', address: newEmail() },
      { kind: 'sms', address: newNumber() },
    ]) {
      expect(outcome(await ask(`POST ${PATH}`, json))).toEqual([409, 'channel_off']);
    }
    expect(sent.length).toBe(before);
    const push = { kind: 'push', subscription: subscriptionOf('https://push.example.com/on') };
    expect((await ask(`POST ${PATH}`, push)).status).toBe(201);
    // An address from the time when the stage sent e-mail.
    const { id: userId, tenant_id } = (await ask('GET /api/v1/auth/me')).body;
    const at = '2026-11-20T12:00:00.000+00:00';
    const email = {
      ...channel,
      id: newId(silent.clock.now, randomBytes),
      kind: 'email',
      address: newEmail(),
    };
    const channels = [{ ...email, verified_at: at, created_at: at }];
    const Item = { ...channelsKey(tenant_id, userId), channels, revision: 9 };
    await silent.table.client.send(new PutCommand({ TableName: silent.table.name, Item }));
    const tested = await ask(`POST ${PATH}/${email.id}/test`);
    expect([tested.status, tested.body]).toEqual([200, { status: 'failed', reason: 'channel_off' }]);
    expect(sent.length).toBe(before);
    await silent.stop();
  });
});
