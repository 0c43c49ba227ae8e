import fc from 'fast-check';
import { TOTP } from 'otpauth';
import type { TestGuard } from '../guard.ts';
import type { TestMail } from '../mail.ts';
import { PASSWORD } from '../new-entity.ts';
import type { KnownValues } from './arbitraries.ts';

/** A person in the state that an operation needs, with the values of its requests. */
export interface PreparedPerson {
  readonly user_id: string;
  /** A channel of the person, for the operations on one. */
  readonly channel_id?: string;
  /** Signs the person in; `undefined` if another caller calls the operation. */
  readonly token?: string;
  readonly values: KnownValues;
}

const ME = '/api/v1/auth/me';

const BROWSER = {
  endpoint: 'https://push.example.com/send/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
};

/** Creates the person for an operation on second factors, links and channels; `undefined` for all others. */
export async function preparePerson(
  guard: TestGuard,
  mail: TestMail,
  { id, master, email }: { id: string; master: string; email: string },
): Promise<PreparedPerson | undefined> {
  async function call(request: string, token: string, json: object) {
    const answer = await guard.call(request, { token, json });
    if (answer.status >= 300) throw new Error(`${request}: ${answer.text}`);
    return answer.body;
  }

  async function create(credentials: { password?: string }): Promise<string> {
    const user = { name: 'Paula Prepared', email, role: 'operator', ...credentials };
    return (await call('POST /api/v1/users', master, user)).id;
  }

  async function withPassword() {
    const user_id = await create({ password: PASSWORD });
    const { token } = await call('POST /api/v1/auth/login', '', { email, password: PASSWORD });
    const begin = async () => {
      const { secret } = await call(`POST ${ME}/totp`, token, { current_password: PASSWORD });
      return new TOTP({ secret }).generate({ timestamp: guard.clock.now.getTime() });
    };
    return { user_id, token: token as string, begin };
  }

  async function invite() {
    const user_id = await create({});
    const sent = (await mail.deliver()).find(({ to }) => to === email);
    return { user_id, link: /token=(\S+)/.exec(sent?.text ?? '')?.[1] };
  }

  async function withChannel(json: object) {
    const { user_id, token } = await withPassword();
    const { id } = await call(`POST ${ME}/channels`, token, json);
    return { user_id, token, channel_id: id as string };
  }

  const current_password = fc.constantFrom(PASSWORD, 'wrong');
  switch (id) {
    case 'beginTotp': {
      const { user_id, token } = await withPassword();
      return { user_id, token, values: { current_password } };
    }
    case 'confirmTotp': {
      const { user_id, token, begin } = await withPassword();
      return { user_id, token, values: { otp: fc.constantFrom(await begin(), 'wrong') } };
    }
    case 'disableTotp': {
      const { user_id, token, begin } = await withPassword();
      const { recovery_codes } = await call(`POST ${ME}/totp/confirm`, token, { otp: await begin() });
      return {
        user_id,
        token,
        values: { current_password, otp: fc.constantFrom(recovery_codes[0], 'wrong') },
      };
    }
    case 'resetTotp': {
      const { user_id, begin } = await withPassword();
      await begin();
      return { user_id, values: {} };
    }
    case 'inviteUser':
      return { user_id: (await invite()).user_id, values: {} };
    case 'confirmPasswordReset': {
      const { user_id, link } = await invite();
      return { user_id, values: { token: fc.constantFrom(link, 'wrong') } };
    }
    case 'createChannel': {
      const { user_id, token } = await withPassword();
      const endpoint = fc.constantFrom(BROWSER.endpoint, 'https://10.0.0.1/', 'x');
      return { user_id, token, values: { endpoint } };
    }
    case 'verifyChannel': {
      const person = await withChannel({ kind: 'email', address: email });
      const code = /\d{6}/.exec(guard.sent.at(-1)?.message.text ?? '')?.[0];
      return { ...person, values: { code: fc.constant(code) } };
    }
    case 'testChannel':
    case 'deleteChannel':
      return { ...(await withChannel({ kind: 'push', subscription: BROWSER })), values: {} };
    default:
      return undefined;
  }
}
