import { expect, test } from 'vitest';
import type { Device, Site } from '../../../../../lib/client/types.ts';
import { groupBySite, sitesToChoose } from '../../../../../lib/console/state/premises.ts';

const site = (id: string, name: string) => ({ id, name, address: null }) as Site;
const device = (
  id: string,
  site_id: string,
  last_seen_at: string | null,
  heartbeat_seconds: number | null = 60,
) => ({ id, name: id, site_id, last_seen_at, heartbeat_seconds, status: 'offline' }) as Device;

test('Sites with the most silent devices come first, and so do the most recently heard silent devices of a site', () => {
  const grouped = groupBySite(
    [site('1', 'Mill'), site('2', 'Depot'), site('3', 'Kiosk')],
    [
      device('a', '3', '2026-11-20T10:00:00Z'),
      device('b', '3', '2026-11-20T11:00:00Z'),
      device('c', '3', null),
      device('e', '3', '2026-11-20T12:00:00Z', null),
      device('d', '3', '2026-11-20T09:00:00Z', null),
      device('f', '1', '2026-11-20T12:00:00Z', null),
    ],
  );
  expect(grouped.map(({ name, offline }) => [name, offline.map(({ id }) => id)])).toEqual([
    ['Kiosk', ['b', 'a', 'c', 'd', 'e']],
    ['Depot', []],
    ['Mill', ['f']],
  ]);
});

test('An offline device of an unknown site is not listed', () => {
  expect(groupBySite([site('1', 'Mill')], [device('a', '9', null)])[0]?.offline).toEqual([]);
});

test('The filter offers the sites by name, and a chosen site that is unknown', () => {
  const [mill, depot] = [site('1', 'Mill'), site('2', 'Depot')];
  const names = (chosen: string | undefined, sites?: Site[]) =>
    sitesToChoose(sites, chosen).map(({ id, name }) => [id, name]);
  expect(names('1', [mill, depot])).toEqual([
    ['2', 'Depot'],
    ['1', 'Mill'],
  ]);
  expect(names('9', [mill])).toEqual([
    ['9', 'Unknown site'],
    ['1', 'Mill'],
  ]);
  expect(names('9')).toEqual([['9', '…']]);
  expect(names(undefined)).toEqual([]);
});
