import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let token: string;
/** The errors that the table throws, by command. */
let faults: Map<string, () => Error>;

beforeAll(async () => {
  guard = await startGuard({
    wrapTable: (table) => {
      table.client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            const fault = faults?.get(commandName ?? '');
            if (fault) throw fault();
            return next(args);
          },
        { step: 'initialize', name: 'faults' },
      );
      return table;
    },
  });
  token = await guard.signIn('master@acme.test');
});
afterAll(() => guard.stop());
beforeEach(() => {
  faults = new Map();
});

const named = (name: string) => () => Object.assign(new Error(`${name} of the table at 10.0.0.7`), { name });
const list = () => guard.call('GET /api/v1/alerts', { token });

describe('while the table fails', () => {
  test.each<[string, string, number, string]>([
    ['QueryCommand', 'ProvisionedThroughputExceededException', 503, 'service_unavailable'],
    ['QueryCommand', 'ThrottlingException', 503, 'service_unavailable'],
    ['UpdateItemCommand', 'TimeoutError', 503, 'service_unavailable'],
    ['QueryCommand', 'ValidationException', 500, 'internal_error'],
    // The authorizer's only call. Its failure is retryable, too.
    ['BatchGetItemCommand', 'ThrottlingException', 503, 'service_unavailable'],
  ])(
    'While %s on the table fails with %s, a request gets %i without details of the failure',
    async (command, fault, status, code) => {
      faults.set(command, named(fault));
      const answer = await list();
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.text).not.toMatch(/10\.0\.0\.7|Exception/);
      expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
      faults.clear();
      expect((await list()).status).toBe(200);
    },
  );

  test('A request is answered with 503 while the rate counter cannot be written', async () => {
    faults.set('UpdateItemCommand', named('InternalServerError'));
    expect((await list()).status).toBe(503);
  });
});
