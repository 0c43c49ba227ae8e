import { expect, test } from 'vitest';
import { baseUrlOf } from '../../../../../lib/console/services/base-url.ts';
import { SessionStore } from '../../../../../lib/console/services/session-store.ts';

function memory() {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
}

const SESSION = { token: '1|guard_x', issuedAt: 5, lifetimeMinutes: 60, userId: 'u' };

test('The console stores its session, reads it again and removes it', () => {
  const storage = memory();
  const store = new SessionStore(() => storage, 'https://guard.test/prod');
  store.write(SESSION);
  expect(new SessionStore(() => storage, 'https://guard.test/prod').read()).toEqual(SESSION);
  store.write(undefined);
  expect(storage.texts.size).toBe(0);
});

test('The console keeps separate sessions for two stages on the same host', () => {
  const storage = memory();
  new SessionStore(() => storage, 'https://guard.test/prod').write(SESSION);
  expect(new SessionStore(() => storage, 'https://guard.test/dev').read()).toBeUndefined();
});

test('In a browser without storage, the console has no stored session', () => {
  const store = new SessionStore(() => {
    throw new Error('SecurityError');
  }, 'https://guard.test');
  expect(() => store.write(SESSION)).not.toThrow();
  expect(store.read()).toBeUndefined();
});

test.each(['', 'null', '{', '{}', '{"token":5}', '[]'])(
  'The console ignores a stored session with the invalid text %j',
  (text) => {
    const storage = memory();
    storage.texts.set('guard-console https://guard.test', text);
    expect(new SessionStore(() => storage, 'https://guard.test').read()).toBeUndefined();
  },
);

test.each([
  ['https://guard.test/prod/console?status=active', 'https://guard.test/prod'],
  ['https://guard.test/console', 'https://guard.test'],
  ['http://localhost:3000/console#x', 'http://localhost:3000'],
])('The console that is opened at %s uses the API at %s', (page, base) => {
  expect(baseUrlOf(page)).toBe(base);
});

test('A session on a device tells the other tabs when one of them has stored another session or removed it', () => {
  const storage = memory();
  const events = new EventTarget();
  const changed = (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  const seen: unknown[] = [];
  const store = new SessionStore(() => storage, 'https://guard.test');
  const stop = store.watch(events, (session) => seen.push(session?.token));
  store.write(SESSION);
  changed('guard-console https://guard.test');
  changed('guard-console https://guard.test language');
  store.write(undefined);
  changed(null);
  stop();
  changed(null);
  expect(seen).toEqual([SESSION.token, undefined]);
});
