import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let token: string;
beforeAll(async () => {
  guard = await startGuard();
  token = await guard.signIn('master@acme.test');
});
afterAll(() => guard.stop());

test('Forty concurrent changes of one site all succeed', async () => {
  const { body: site } = await guard.call('POST /api/v1/sites', { token, json: { name: 'Contended' } });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      guard.call(`PATCH /api/v1/sites/${site.id}`, { token, json: { address: `Street ${place}` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
