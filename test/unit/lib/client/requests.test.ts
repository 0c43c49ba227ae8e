import { expect, onTestFinished, test, vi } from 'vitest';
import { wait } from '../../../../lib/client/abort.ts';
import { etagOf, type Fetch, GuardError } from '../../../../lib/client/index.ts';
import { failure, fakeService, json } from './fake-service.ts';

const ID = '01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71';
const KEY = { idempotencyKey: 'a key' };

/** Gives the answers in turn, and the last one for ever. */
function inTurn(...answers: (() => Response | Promise<Response>)[]) {
  let next = 0;
  return () => (answers[Math.min(next++, answers.length - 1)] as (typeof answers)[0])();
}

const busy = (seconds: number) => () => failure(429, 'too_many_requests', { 'Retry-After': String(seconds) });
const unavailable = () => failure(503, 'service_unavailable', { 'Retry-After': '1' });

test('waits as long as a 429 asks and sends again, whatever the method', async () => {
  const service = fakeService(inTurn(busy(17), () => json({ id: ID })));
  await service.guard.sites.create({ name: 'North Gate' });
  expect(service.waits).toEqual([17_000]);
  expect(service.sent.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('gives up after three attempts, or as many as it is told', async () => {
  const service = fakeService(busy(1));
  await expect(service.guard.me()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
  expect(service.sent).toHaveLength(3);
  await expect(service.guard.me({ maxAttempts: 1 })).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(service.sent).toHaveLength(4);
});

test('announces each wait: of which call, why and how long', async () => {
  const told: unknown[] = [];
  const service = fakeService(
    inTurn(
      () => failure(429, 'too_many_requests', { 'Retry-After': '17', 'X-RateLimit-Limit': '60' }),
      () => json({ id: ID }),
    ),
    {
      onWait: ({ operation, milliseconds, attempt, error }) =>
        told.push([operation, milliseconds, attempt, error.code, error.limitPerMinute]),
    },
  );
  await service.guard.alerts.acknowledge(ID);
  expect(told).toEqual([['POST /api/v1/alerts/{alert_id}/acknowledge', 17_000, 1, 'too_many_requests', 60]]);
});

test('has a deadline: what cannot be had by then is not waited for', async () => {
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

test('ends a call that is never answered at its deadline, and leaves no timer behind', async () => {
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
  'after a failure of the network sends only what can be repeated unseen: %s',
  async (_, call, times) => {
    const service = fakeService(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(service.guard)).rejects.toMatchObject({ code: 'network_error' });
    expect(service.sent).toHaveLength(times);
  },
);

test('does not wait longer than it may', async () => {
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
] as const)('after a 503 sends only what may be repeated: %s (%s)', async (method, _name, call, times) => {
  const service = fakeService(inTurn(unavailable, () => json({ id: ID })));
  await call(service.guard).catch(() => undefined);
  expect(service.sent.map((request) => request.method)).toEqual(Array(times).fill(method));
});

const notFound = () => failure(404, 'not_found');

test.each([
  ['503', unavailable],
  ['a failure of the network', () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'a deletion succeeds that finds nothing after %s: the attempt before may have deleted it',
  async (_, first) => {
    const service = fakeService(inTurn(first, notFound));
    await service.guard.sites.delete(ID);
    expect(service.sent).toHaveLength(2);
  },
);

test.each([
  ['at once', notFound, 1],
  ['after a 429, which deletes nothing', inTurn(busy(1), notFound), 2],
])('a deletion fails that finds nothing %s', async (_, answer, times) => {
  const service = fakeService(answer);
  await expect(service.guard.sites.delete(ID)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(service.sent).toHaveLength(times);
});

test('what is not found after a 503 is not taken for deleted where it was only read', async () => {
  const service = fakeService(inTurn(unavailable, notFound));
  await expect(service.guard.sites.get(ID)).rejects.toMatchObject({ status: 404 });
});

test('sends the same key with every attempt, and none where none is given', async () => {
  const service = fakeService(inTurn(unavailable, () => json({ id: ID })));
  await service.guard.sites.create({ name: 'North Gate' }, KEY);
  await service.guard.sites.create({ name: 'North Gate' }, { tenantId: ID });
  const keys = service.sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([KEY.idempotencyKey, KEY.idempotencyKey, null]);
});

type Guard = ReturnType<typeof fakeService>['guard'];

test('an aborted call rejects with the signal’s reason, in the middle of a wait too', async () => {
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

test('an error has the service’s status, code, request id and field errors', async () => {
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
  'a page of somebody else’s with status %i is an unexpected answer',
  async (status) => {
    const service = fakeService(() => new Response('<h1>Sign in to the hotel’s network</h1>', { status }));
    await expect(service.guard.me()).rejects.toMatchObject({ code: 'unexpected_answer', status });
  },
);

test('a failure of the network is wrapped and keeps its cause', async () => {
  const cause = new TypeError('Failed to fetch');
  const service = fakeService(() => Promise.reject(cause));
  await expect(service.guard.me()).rejects.toMatchObject({ code: 'network_error', status: undefined, cause });
});

test('objects keep their ETag, a change sends it as If-Match, and an object without one changes nothing', async () => {
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

test.each(['', '..', 'a/b', 'a?b'])('an id that would name another path (%j) is never sent', async (id) => {
  const service = fakeService(() => json({}));
  await expect(service.guard.sites.delete(id)).rejects.toThrow(TypeError);
  expect(service.sent).toEqual([]);
});
