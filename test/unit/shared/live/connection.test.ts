import { expect, test } from 'vitest';
import { forgetConnection } from '../../../../shared/live/close-connection.ts';
import { connectionItems, connectionKeys, endOfConnection } from '../../../../shared/live/connection.ts';
import { liveTable, makeConnection, OTHER_TENANT, TENANT } from '../../../support/live-trial.ts';

const CONNECTED_AT = new Date('2026-11-20T08:00:00.000Z');
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

test('Live connections that were opened together end at random times within ten minutes, before API Gateway closes them', () => {
  const ends = [0, 0.5, 0.9999].map((random) => endOfConnection(CONNECTED_AT, at('23:00:00'), random));
  expect(ends).toEqual([at('09:45:00'), at('09:50:00'), at('09:54:59.940')]);
});

test('A live connection ends no later than its session', () => {
  expect(endOfConnection(CONNECTED_AT, at('09:44:59'), 0)).toEqual(at('09:44:59'));
  expect(endOfConnection(CONNECTED_AT, at('09:45:01'), 0)).toEqual(at('09:45:00'));
});

const sites = (count: number) => Array.from({ length: count }, (_, place) => `site-${place}`);

test.each([
  ['no site is listed under no site', { siteIds: [] }, []],
  ['one site is listed under that site', { siteIds: sites(1) }, sites(1)],
  ['50 sites is listed under each of them', { siteIds: sites(50) }, sites(50)],
  ['51 sites, too many for one transaction, is listed under ALL', { siteIds: sites(51) }, ['ALL']],
  ['every site is listed under ALL', { role: 'tenant_admin', siteIds: [] }, ['ALL']],
  [
    'a view of another tenant is listed under ALL',
    { role: 'platform_admin', siteIds: [], tenantId: OTHER_TENANT },
    ['ALL'],
  ],
] as const)('A live connection of a user with %s', (_, fields, expected) => {
  const connection = makeConnection(1, fields);
  const listedAt = connectionKeys(connection).receivers.map(({ pk }) => pk);
  expect(listedAt).toEqual(expected.map((site) => `LIVE#${connection.tenantId}#${site}`));
  expect(connectionItems(connection).length).toBeLessThan(100);
});

test('Forgetting a live connection deletes all of its items, the one of its id first and its timer last', async () => {
  const connection = makeConnection(1, { role: 'platform_admin', siteIds: [], tenantId: OTHER_TENANT });
  const { table, deleted } = liveTable([connection]);
  await forgetConnection(table, connection);
  const items = connectionItems(connection).map(({ pk, sk }) => `${pk} ${sk}`);
  expect(deleted.toSorted()).toEqual(items.toSorted());
  expect([deleted[0], deleted.at(-1)]).toEqual([
    'CONNECTION#c1= CONNECTION',
    `LIVE#${OTHER_TENANT} CONNECTION#${connection.session.userId}#c1=`,
  ]);
  expect(deleted).toContain(`LIVE#${TENANT} CONNECTION#${connection.session.userId}#c1=`);
});
