import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startMail, type TestMail } from '../support/mail.ts';
import { PASSWORD } from '../support/new-entity.ts';
import { playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let mail: TestMail;
let master: string;
beforeAll(async () => {
  guard = await startGuard({ settings: { mailFrom: 'guard@example.com' } });
  mail = await startMail(guard);
  master = await guard.signIn('master@acme.test');
});
afterAll(async () => {
  await mail.stop();
  await guard.stop();
});

const ME = '/api/v1/auth/me';
const STEP_MS = 30_000;
const REQUIRED = [401, 'second_factor_required'];

let count = 0;

interface Person {
  readonly id: string;
  readonly email: string;
}

async function newPerson(role = 'operator'): Promise<Person> {
  count += 1;
  const email = `factor-${count}@acme.test`;
  const json = { name: `Factor ${count}`, email, role, password: PASSWORD };
  const { status, text, body } = await guard.call('POST /api/v1/users', { token: master, json });
  if (status !== 201) throw new Error(text);
  return { id: body.id, email };
}

const call = (token: string, request: string, json?: object) =>
  guard.call(request, { token, ...(json ? { json } : {}) });
const login = (email: string, otp?: string, password = PASSWORD) =>
  guard.call('POST /api/v1/auth/login', { json: { email, password, ...(otp ? { otp } : {}) } });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const statusOf = async (token: string) => (await call(token, `GET ${ME}`)).status;

async function signIn(email: string, otp?: string): Promise<string> {
  const answer = await login(email, otp);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.token;
}

/** The code of the time, and of `steps` later. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: guard.clock.now.getTime() + steps * STEP_MS });

const wrongCode = (secret: string) => {
  const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333'].find((it) => !right.includes(it)) ?? '';
};

async function begin(token: string): Promise<string> {
  const answer = await call(token, `POST ${ME}/totp`, { current_password: PASSWORD });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.secret;
}

const confirm = (token: string, otp: string) => call(token, `POST ${ME}/totp/confirm`, { otp });
const disable = (token: string, otp: string, current_password = PASSWORD) =>
  call(token, `POST ${ME}/totp/disable`, { current_password, otp });

/** Reads the actions of the audit log about the second factor of a person. */
async function auditedActions(id: string): Promise<string[]> {
  const events = (await readAll(guard.table)).filter(
    ({ pk, data }) => pk.startsWith('AUDIT#') && data.entity.id === id,
  );
  return events
    .map(({ data }) => data.action.slice('user.'.length))
    .filter((action) => action.startsWith('second_factor'))
    .sort();
}

/** A person with a second factor. The codes of the current step and before are used. */
async function newOwner(role?: string) {
  const person = await newPerson(role);
  const token = await signIn(person.email);
  const secret = await begin(token);
  const { status, text, body } = await confirm(token, codeOf(secret));
  if (status !== 200) throw new Error(text);
  return { ...person, token, secret, recovery: body.recovery_codes as string[] };
}

describe('setting up a second factor', () => {
  test('A second factor applies from its first right code, which keeps the current session and ends all others', async () => {
    const { email } = await newPerson();
    const [own, other] = [await signIn(email), await signIn(email)];
    const answer = await call(own, `POST ${ME}/totp`, { current_password: PASSWORD });
    const { secret, otpauth_url } = answer.body;
    expect(otpauth_url).toContain(
      `otpauth://totp/Guard:${encodeURIComponent(email)}?issuer=Guard&secret=${secret}`,
    );
    expect(answer.headers.get('location')).toMatch(/\/api\/v1\/auth\/me\/totp$/);
    expect((await login(email)).status).toBe(200);
    expect(outcome(await confirm(own, wrongCode(secret)))).toEqual([422, 'validation_failed']);
    const confirmed = await confirm(own, codeOf(secret));
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401]);
    expect(outcome(await login(email))).toEqual(REQUIRED);
    expect((await call(own, `GET ${ME}/totp`)).body).toEqual({
      enabled: true,
      recovery_codes_left: 10,
      required_from: null,
      password_login_ends_at: null,
    });
    expect(Object.keys((await call(own, `GET ${ME}`)).body)).toHaveLength(12);
  });

  test('Setting up a second factor needs the current password, expires after an hour, and is replaced by starting again', async () => {
    const token = await signIn((await newPerson()).email);
    const wrong = await call(token, `POST ${ME}/totp`, { current_password: 'wrong' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']]);
    expect(outcome(await confirm(token, '123456'))).toEqual([422, 'validation_failed']);
    const [first, second] = [await begin(token), await begin(token)];
    expect((await confirm(token, codeOf(first))).status).toBe(422);
    guard.clock.advance(3_600_000);
    expect((await confirm(token, codeOf(second))).status).toBe(422);
    expect((await call(token, `GET ${ME}/totp`)).body).toEqual({
      enabled: false,
      recovery_codes_left: 0,
      required_from: null,
      password_login_ends_at: null,
    });
  });

  test('If a new second factor is confirmed twice at once, one confirmation gets recovery codes', async () => {
    for (let round = 0; round < repetitions({ few: 2, many: 30 }); round++) {
      const token = await signIn((await newPerson()).email);
      const code = codeOf(await begin(token));
      const answers = await race(
        round,
        () => confirm(token, code),
        () => confirm(token, code),
      );
      expect(answers.map(outcome).sort()).toEqual([
        [200, undefined],
        [409, 'second_factor_active'],
      ]);
      expect(outcome(await call(token, `POST ${ME}/totp`, { current_password: PASSWORD }))[0]).toBe(409);
    }
  });
});

describe('signing in with a second factor', () => {
  test('A second-factor code is accepted once, within one time step before or after its own, and only if no later code was used', async () => {
    const { email, secret } = await newOwner();
    guard.clock.advance(10 * STEP_MS);
    const codes = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
    const outcomes = [];
    for (const code of [...codes, ...codes]) outcomes.push((await login(email, code)).status);
    expect(outcomes).toEqual([401, 200, 200, 200, 401, 401, 401, 401, 401, 401]);
  });

  test.each<[string, (code: string) => string]>([
    ['a dash', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['a space that does not break', (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`],
    [
      'full-width digits',
      (code) => code.replaceAll(/\d/g, (it) => '０１２３４５６７８９'.charAt(Number(it))),
    ],
  ])('A second-factor code may be typed with %s, and is accepted only once', async (_, typed) => {
    const { email, secret } = await newOwner();
    const code = typed(codeOf(secret, 1));
    expect((await login(email, code)).status).toBe(200);
    expect(outcome(await login(email, codeOf(secret, 1)))).toEqual(REQUIRED);
  });

  test('If two logins use the same second-factor code at once, exactly one succeeds', async () => {
    await playRounds(repetitions({ few: 4, many: 60 }), async (round) => {
      const { email, secret, recovery } = await newOwner();
      for (const code of [codeOf(secret, 1), recovery[0]]) {
        const answers = await race(
          round,
          () => login(email, code),
          () => login(email, code),
        );
        expect(answers.map(outcome).sort()).toEqual([[200, undefined], REQUIRED]);
      }
    });
  });

  test('Each recovery code is accepted once, in upper or lower case, with or without hyphens', async () => {
    const { email, token, recovery } = await newOwner();
    const [first = '', second = ''] = recovery;
    expect((await login(email, first)).status).toBe(200);
    expect(outcome(await login(email, first))).toEqual(REQUIRED);
    expect((await login(email, second.toLowerCase().replaceAll('-', ''))).status).toBe(200);
    expect((await call(token, `GET ${ME}/totp`)).body.recovery_codes_left).toBe(8);
  });

  test('The audit log shows whether a person signed in with a recovery code or with a code of their app', async () => {
    const { id, email, token, secret, recovery } = await newOwner();
    guard.clock.advance(STEP_MS);
    const shown = async () =>
      (await readAll(guard.table))
        .filter(({ pk, data }) => pk.startsWith('AUDIT#') && data.entity.id === id)
        .filter(({ data }) => ['user.signed_in', 'user.second_factor_disabled'].includes(data.action))
        .toSorted((one, other) => (one.data.id < other.data.id ? -1 : 1))
        .map(({ data }) => data.changes);
    await signIn(email, codeOf(secret));
    guard.clock.advance(1_000);
    await signIn(email, recovery[0]);
    guard.clock.advance(1_000);
    expect((await disable(token, String(recovery[1]))).status).toBe(204);
    guard.clock.advance(1_000);
    await signIn(email);
    const change = (to: string) => [{ field: 'second_factor', from: null, to }];
    // The first sign-in was before the second factor.
    expect(await shown()).toEqual([[], change('code'), change('recovery_code'), change('recovery_code'), []]);
  });

  test('A user can try ten wrong second-factor codes an hour and thirty a day; wrong passwords do not count', async () => {
    const { email, secret } = await newOwner();
    const wrong = wrongCode(secret);
    const guesses = Array.from({ length: 14 }, () => () => login(email, wrong));
    const tally = (answers: { status: number }[]) =>
      [401, 429].map((status) => answers.filter((it) => it.status === status).length);
    const guessAtOnce = async () => tally(await Promise.all(guesses.map((guess) => guess())));
    const guessInTurn = async () => {
      const answers = [];
      for (const guess of guesses) answers.push(await guess());
      return tally(answers);
    };
    expect(await guessAtOnce()).toEqual([10, 4]);
    expect((await login(email, codeOf(secret, 1))).status).toBe(429);
    expect(outcome(await login(email, undefined, 'wrong'))).toEqual([401, 'invalid_credentials']);
    guard.clock.advance(3_600_000);
    expect(await guessAtOnce()).toEqual([10, 4]);
    // At once, a guess refused by the day may take the place of another in the hour until it is forgiven.
    guard.clock.advance(3_600_000);
    const [verified = 0] = await guessAtOnce();
    expect(verified).toBeOneOf([6, 7, 8, 9, 10]);
    guard.clock.advance(3_600_000);
    expect(await guessInTurn()).toEqual([10 - verified, 4 + verified]);
    guard.clock.advance(24 * 3_600_000);
    expect((await login(email, codeOf(secret))).status).toBe(200);
    master = await guard.signIn('master@acme.test');
  });

  test.each([
    ['by its user', (_: Person, token: string) => ({ token, request: `PATCH ${ME}` })],
    ['by a master', ({ id }: Person) => ({ token: master, request: `PATCH /api/v1/users/${id}` })],
  ])(
    'A new password, set %s, ends the lock of sign-in after wrong codes, but not the lock of removing the second factor',
    async (_, by) => {
      const { token, secret, ...owner } = await newOwner();
      const wrong = wrongCode(secret);
      for (let time = 0; time < 11; time++) await login(owner.email, wrong);
      for (let time = 0; time < 11; time++) await disable(token, wrong);
      expect((await login(owner.email, codeOf(secret, 1))).status).toBe(429);
      const { token: caller, request } = by(owner, token);
      const change = {
        password: `new ${PASSWORD}`,
        ...(caller === token ? { current_password: PASSWORD } : {}),
      };
      expect((await call(caller, request, change)).status).toBe(200);
      const { status, body } = await login(owner.email, codeOf(secret, 1), change.password);
      expect(status).toBe(200);
      expect((await disable(body.token, codeOf(secret, 1), change.password)).status).toBe(429);
    },
  );

  test('Ending all other sessions does not reset the limit of wrong second-factor codes in a session', async () => {
    const { token, secret } = await newOwner();
    const pending = await signIn((await newPerson()).email);
    const begun = await begin(pending);
    for (let time = 0; time < 10; time++) {
      await disable(token, wrongCode(secret));
      await confirm(pending, wrongCode(begun));
    }
    for (const each of [token, pending]) {
      expect((await call(each, 'DELETE /api/v1/auth/sessions')).status).toBeLessThan(300);
    }
    expect((await disable(token, codeOf(secret, 1))).status).toBe(429);
    expect((await confirm(pending, codeOf(begun))).status).toBe(429);
  });

  test('Neither right second-factor codes nor wrong codes with a wrong password count towards the limit of wrong codes', async () => {
    const { email, secret } = await newOwner();
    for (let time = 0; time < 12; time++) {
      guard.clock.advance(STEP_MS);
      expect((await login(email, codeOf(secret))).status).toBe(200);
      expect(outcome(await login(email, wrongCode(secret), 'wrong'))).toEqual([401, 'invalid_credentials']);
    }
  });
});

describe('losing and removing a second factor', () => {
  test('Removing one’s own second factor needs the password and a code, and ends all other sessions', async () => {
    const { id, email, token, secret } = await newOwner();
    const other = await signIn(email, codeOf(secret, 1));
    guard.clock.advance(3 * STEP_MS);
    const code = codeOf(secret);
    expect((await disable(token, code, 'wrong')).body.errors).toHaveProperty('current_password');
    expect((await disable(token, wrongCode(secret))).body.errors).toHaveProperty('otp');
    expect((await disable(token, code)).status).toBe(204);
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401]);
    expect((await login(email)).status).toBe(200);
    expect((await disable(token, code)).status).toBe(404);
    expect(await auditedActions(id)).toEqual(['second_factor_disabled', 'second_factor_enabled']);
  });

  test('If a login and the removal of the second factor use the same code at once, exactly one succeeds', async () => {
    for (let round = 0; round < repetitions({ few: 4, many: 40 }); round++) {
      const { email, token, secret } = await newOwner();
      const code = codeOf(secret, 1);
      const answers = await race(
        round,
        () => login(email, code),
        () => disable(token, code),
      );
      expect(answers.map(({ status }) => status)).toBeOneOf([
        [200, 422],
        [401, 204],
      ]);
    }
  });

  test('Only another master or a platform admin can reset a user’s second factor, which ends the user’s sessions', async () => {
    const owner = await newOwner();
    const boss = await newOwner('tenant_master');
    const reset = (token: string, id: string) => call(token, `DELETE /api/v1/users/${id}/totp`);
    const [admin, foreign, platform] = await Promise.all(
      ['admin@acme.test', 'master@globex.test', 'platform@guard.test'].map((it) => guard.signIn(it)),
    );
    expect((await reset(admin ?? '', owner.id)).status).toBe(403);
    expect((await reset(foreign ?? '', owner.id)).status).toBe(404);
    expect((await reset(boss.token, boss.id)).status).toBe(403);
    expect((await reset(boss.token, owner.id)).status).toBe(204);
    expect(await statusOf(owner.token)).toBe(401);
    expect((await login(owner.email)).status).toBe(200);
    const mailed = (await mail.deliver()).filter(({ to }) => to === owner.email);
    expect(mailed).toMatchObject([{ subject: expect.stringContaining('reset') }]);
    expect((await reset(boss.token, owner.id)).status).toBe(404);
    expect((await reset(platform ?? '', boss.id)).status).toBe(204);
    expect(await auditedActions(owner.id)).toEqual(['second_factor_enabled', 'second_factor_reset']);
  });

  test('A second factor is still required after a master sets a new password for the user', async () => {
    const { id, email } = await newOwner();
    const password = 'another long enough password';
    expect((await call(master, `PATCH /api/v1/users/${id}`, { password })).status).toBe(200);
    expect(outcome(await login(email, undefined, password))).toEqual(REQUIRED);
  });
});
