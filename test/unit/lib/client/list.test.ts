import { expect, test } from 'vitest';
import { fakeService, json, type SentRequest } from './fake-service.ts';

/** Three pages of two alerts, by the cursors `c1` and `c2`. */
function threePages({ path }: SentRequest): Response {
  const number = Number(/cursor=c(\d)/.exec(path)?.[1] ?? 0);
  const data = [{ id: `${number}a` }, { id: `${number}b` }];
  const next_cursor = number === 2 ? null : `c${number + 1}`;
  return json({ data, links: {}, meta: { next_cursor } });
}

test('A list of the typed client reads all pages by their cursors, with the same filters', async () => {
  const service = fakeService(threePages);
  const ids: string[] = [];
  for await (const { id } of service.guard.alerts.list({ status: 'active', type: 'a&b', limit: 2 }))
    ids.push(id);
  expect(ids).toEqual(['0a', '0b', '1a', '1b', '2a', '2b']);
  expect(service.sent.map(({ path }) => path)).toEqual([
    '/api/v1/alerts?status=active&type=a%26b&limit=2',
    '/api/v1/alerts?status=active&type=a%26b&limit=2&cursor=c1',
    '/api/v1/alerts?status=active&type=a%26b&limit=2&cursor=c2',
  ]);
});

test('A list of the typed client sends no request before the caller reads it, and none after the caller stops', async () => {
  const service = fakeService(threePages);
  const list = service.guard.sites.list();
  expect(service.sent).toEqual([]);
  for await (const { id } of list) if (id === '0b') break;
  expect(service.sent).toHaveLength(1);
});

test('A list of the typed client can be read page by page, as one page, or as all items', async () => {
  const service = fakeService(threePages);
  const list = service.guard.devices.list();
  const sizes: number[] = [];
  for await (const page of list.pages()) sizes.push(page.data.length);
  expect(sizes).toEqual([2, 2, 2]);
  expect((await list.page('c2')).data).toEqual([{ id: '2a' }, { id: '2b' }]);
  expect(await list.all()).toHaveLength(6);
});

test('Reading a list of the typed client twice starts both times at the cursor that was passed to the list', async () => {
  const service = fakeService(threePages);
  const list = service.guard.users.list({ cursor: 'c1' });
  expect(await list.all()).toHaveLength(4);
  expect(await list.all()).toHaveLength(4);
  expect((await list.page()).data[0]).toEqual({ id: '1a' });
});

test('If a page cannot be read, iterating over a list of the typed client fails with that page’s error', async () => {
  const service = fakeService(threePages);
  const iterator = service.guard.tenants.list()[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.next();
  service.answer = () => Promise.reject(new TypeError('offline'));
  await expect(iterator.next()).rejects.toMatchObject({ code: 'network_error' });
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});
