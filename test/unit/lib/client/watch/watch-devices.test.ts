import { expect, test } from 'vitest';
import type { SiteOpenings } from '../../../../../lib/client/index.ts';
import { watchableDevices } from '../../../../../lib/client/watch/watch-devices.ts';

const openings: SiteOpenings = { state: 'open', since: null, by: null, partitions: [] };
const OPENED = { type: 'openings', site_id: 's', openings } as const;

test('A watch of the devices of a site passes on when that site is opened or closed, and no other', () => {
  const received: unknown[] = [];
  const { itemIn } = watchableDevices({ site_id: 's' }, { onOpenings: (...it) => received.push(it) });
  expect(itemIn(OPENED)).toBeUndefined();
  expect(itemIn({ ...OPENED, site_id: 'other' })).toBeUndefined();
  expect(received).toEqual([['s', openings]]);
  expect(watchableDevices({}).itemIn(OPENED)).toBeUndefined();
});
