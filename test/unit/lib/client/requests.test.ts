import { expect, onTestFinished, test, vi } from 'vitest';
import { wait } from '../../../../lib/client/abort.ts';
import { etagOf, type Fetch, GuardError } from '../../../../lib/client/index.ts';
import { failure, fakeService, json } from './fake-service.ts';

const ID = '01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71';
const KEY = { idempotencyKey: 'a key' };

/** Returns the responses in turn, and then repeats the last one. */
function inTurn(...answers: (() => Response | Promise<Response>)[]) {
  let next = 0;
  return () => (answers[Math.min(next++, answers.length - 1)] as (typeof answers)[0])();
}

const busy = (seconds: number) => () => failure(429, 'too_many_requests', { 'Retry-After': String(seconds) });
const unavailable = () => failure(503, 'service_unavailable', { 'Retry-After': '1' });

test('After a 429, the typed client waits as long as the service asks and repeats the request, even a POST', async () => {
  const service = fakeService(inTurn(busy(17), () => json({ id: ID })));
  await service.guard.sites.create({ name: 'North Gate' });
  expect(service.waits).toEqual([17_000]);
  expect(service.sent.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('A call of the typed client fails after three attempts, or after the number in maxAttempts', async () => {
  const service = fakeService(busy(1));
  await expect(service.guard.me()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
  expect(service.sent).toHaveLength(3);
  await expect(service.guard.me({ maxAttempts: 1 })).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(service.sent).toHaveLength(4);
});

test('The typed client calls onWait with the operation, the error and the time of each wait', async () => {
  const waits: unknown[] = [];
  const service = fakeService(
    inTurn(
      () => failure(429, 'too_many_requests', { 'Retry-After': '17', 'X-RateLimit-Limit': '60' }),
      () => json({ id: ID }),
    ),
    {
      onWait: ({ operation, milliseconds, attempt, error }) =>
        waits.push([operation, milliseconds, attempt, error.code, error.limitPerMinute]),
    },
  );
  await service.guard.alerts.acknowledge(ID);
  expect(waits).toEqual([['POST /api/v1/alerts/{alert_id}/acknowledge', 17_000, 1, 'too_many_requests', 60]]);
});

test('A call of the typed client does not wait beyond its deadline', async () => {
  const service = fakeService(busy(20), { deadlineSeconds: 30 });
  service.answer = () => {
    service.now += 15_000;
    return busy(20)();
  };
  await expect(service.guard.me()).rejects.toMatchObject({ status: 429 });
  expect(service.waits).toEqual([]);
  await expect(service.guard.me({ deadlineSeconds: 36 })).rejects.toMatchObject({ status: 429 });
  expect(service.waits).toEqual([20_000]);
});

test('A call of the typed client without a response ends at its deadline, and leaves no timer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const fetch: Fetch = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const service = fakeService(() => json({}), { fetch, deadlineSeconds: 5 });
  const call = service.guard.me().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await call).toMatchObject({ name: 'GuardError', code: 'deadline_exceeded' });
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['GET', (guard: Guard) => guard.sites.get(ID), 3],
  ['POST', (guard: Guard) => guard.alerts.acknowledge(ID), 3],
  ['DELETE', (guard: Guard) => guard.sites.delete(ID), 3],
  ['POST', (guard: Guard) => guard.sites.create({ name: 'North Gate' }), 1],
  ['POST', (guard: Guard) => guard.sites.create({ name: 'North Gate' }, KEY), 3],
  ['POST', (guard: Guard) => guard.zones.create(ID, { name: 'Entrance' }, KEY), 3],
  ['POST', (guard: Guard) => guard.devices.create(ID, { name: 'Camera', type: 'camera' }, KEY), 3],
] as const)(
  'After a network error, the typed client repeats a %s only if the request cannot take effect twice',
  async (_, call, times) => {
    const service = fakeService(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(service.guard)).rejects.toMatchObject({ code: 'network_error' });
    expect(service.sent).toHaveLength(times);
  },
);

test('A call of the typed client fails at once instead of waiting longer than maxWaitSeconds', async () => {
  const service = fakeService(busy(61));
  await expect(service.guard.me()).rejects.toMatchObject({ status: 429 });
  expect(service.waits).toEqual([]);
});

test.each([
  ['GET', 'sites.get', (guard: Guard) => guard.sites.get(ID), 2],
  ['PUT', 'users.assignSites', (guard: Guard) => guard.users.assignSites(ID, []), 2],
  ['DELETE', 'sites.delete', (guard: Guard) => guard.sites.delete(ID), 2],
  ['POST', 'alerts.acknowledge', (guard: Guard) => guard.alerts.acknowledge(ID), 2],
  ['POST', 'sites.create', (guard: Guard) => guard.sites.create({ name: 'North Gate' }), 1],
  ['POST', 'sites.create', (guard: Guard) => guard.sites.create({ name: 'North Gate' }, KEY), 2],
  ['PATCH', 'sites.update', (guard: Guard) => guard.sites.update(ID, { name: 'North Gate' }), 1],
] as const)(
  'After a 503, the typed client repeats a %s only if the request cannot take effect twice (%s)',
  async (method, _name, call, times) => {
    const service = fakeService(inTurn(unavailable, () => json({ id: ID })));
    await call(service.guard).catch(() => undefined);
    expect(service.sent.map((request) => request.method)).toEqual(Array(times).fill(method));
  },
);

const notFound = () => failure(404, 'not_found');

test.each([
  ['503', unavailable],
  ['a network error', () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'A deletion by the typed client succeeds if the retry after %s gets a 404, because the first attempt may have deleted the item',
  async (_, first) => {
    const service = fakeService(inTurn(first, notFound));
    await service.guard.sites.delete(ID);
    expect(service.sent).toHaveLength(2);
  },
);

test.each([
  ['at once', notFound, 1],
  ['after a 429, which deletes nothing', inTurn(busy(1), notFound), 2],
])('A deletion by the typed client fails if it gets a 404 %s', async (_, answer, times) => {
  const service = fakeService(answer);
  await expect(service.guard.sites.delete(ID)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(service.sent).toHaveLength(times);
});

test('A read by the typed client fails if the retry after a 503 gets a 404', async () => {
  const service = fakeService(inTurn(unavailable, notFound));
  await expect(service.guard.sites.get(ID)).rejects.toMatchObject({ status: 404 });
});

test('When the typed client repeats a call, every attempt sends the same idempotency key', async () => {
  const service = fakeService(inTurn(unavailable, () => json({ id: ID })));
  await service.guard.sites.create({ name: 'North Gate' }, KEY);
  await service.guard.sites.create({ name: 'North Gate' }, { tenantId: ID });
  const keys = service.sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([KEY.idempotencyKey, KEY.idempotencyKey, null]);
});

test('The typed client sends the header Guard-Strict when it raises an alert, but not when it sends a report', async () => {
  const service = fakeService(
    inTurn(
      () => json({ id: ID }),
      () => json({ results: [] }),
    ),
  );
  await service.guard.alerts.raise({ site_id: ID, type: 'fire', severity: 'critical', message: 'Smoke' });
  await service.guard.report([{ action: 'heartbeat' }]);
  expect(service.sent.map(({ headers }) => headers.get('Guard-Strict'))).toEqual(['1', null]);
});

type Guard = ReturnType<typeof fakeService>['guard'];

test('An aborted call of the typed client rejects with the signal’s reason, even while it waits for a retry', async () => {
  const controller = new AbortController();
  const service = fakeService(busy(30), {
    wait: async (milliseconds, signal) => {
      const waited = wait(milliseconds, signal);
      controller.abort(new Error('The user went away.'));
      await waited;
    },
  });
  await expect(service.guard.me({ signal: controller.signal })).rejects.toThrow('The user went away.');
  await expect(service.guard.me({ signal: controller.signal })).rejects.toThrow('The user went away.');
  expect(service.sent).toHaveLength(1);
});

test('A typed client error contains the status, code, request id and field errors from the service’s response', async () => {
  const body = {
    message: 'Wrong.',
    code: 'validation_failed',
    request_id: 'r-7',
    errors: { name: ['Wrong.'] },
  };
  const service = fakeService(() => new Response(JSON.stringify(body), { status: 422 }));
  const error = await service.guard.sites.create({ name: '' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GuardError);
  expect(error).toMatchObject({
    message: 'Wrong.',
    status: 422,
    code: 'validation_failed',
    requestId: 'r-7',
    errors: { name: ['Wrong.'] },
  });
});

test.each([200, 403, 502])(
  'The typed client reports an HTML response with status %i, as from a hotel’s network, as unexpected_answer',
  async (status) => {
    const service = fakeService(() => new Response('<h1>Sign in to the hotel’s network</h1>', { status }));
    await expect(service.guard.me()).rejects.toMatchObject({ code: 'unexpected_answer', status });
  },
);

test('The typed client’s network_error contains the error that caused it', async () => {
  const cause = new TypeError('Failed to fetch');
  const service = fakeService(() => Promise.reject(cause));
  await expect(service.guard.me()).rejects.toMatchObject({ code: 'network_error', status: undefined, cause });
});

test('A change by the typed client sends the ETag of the object that ifMatch names, and fails if the object has none', async () => {
  const service = fakeService(() => json({ id: ID, name: 'North Gate' }, { ETag: '"abc"' }));
  const site = await service.guard.sites.get(ID);
  expect(etagOf(site)).toBe('"abc"');
  expect(JSON.stringify(site)).toBe(JSON.stringify({ id: ID, name: 'North Gate' }));
  await service.guard.sites.update(ID, { name: 'South Gate' }, { ifMatch: { ...site } });
  await service.guard.sites.delete(ID, { ifMatch: '"def"' });
  expect(service.sent.map(({ headers }) => headers.get('If-Match'))).toEqual([null, '"abc"', '"def"']);
  service.answer = () => json({ id: ID });
  const unversioned = await service.guard.sites.get(ID);
  await expect(service.guard.sites.delete(ID, { ifMatch: unversioned })).rejects.toThrow(TypeError);
});

test.each(['', '..', 'a/b', 'a?b'])(
  'The typed client rejects an id that would change the URL path, and sends no request (%j)',
  async (id) => {
    const service = fakeService(() => json({}));
    await expect(service.guard.sites.delete(id)).rejects.toThrow(TypeError);
    expect(service.sent).toEqual([]);
  },
);
