import { expect, test } from 'vitest';
import { GUARD_ITSELF } from '../../../../shared/base/actor.ts';
import {
  type Area,
  decidingAreas,
  isClosed,
  isOpened,
  readSiteState,
  withoutDevice,
  withTest,
} from '../../../../shared/openings/site-state.ts';

let order = 0;
const area = (state: Area['state'], at: string, place: Partial<Area> = {}): Area => {
  order += 1;
  return {
    state,
    since: at,
    at,
    order,
    partition: null,
    device_id: null,
    device_name: null,
    user_number: null,
    user_name: null,
    actor: GUARD_ITSELF,
    ...place,
  };
};

test('A site of which nothing was reported is neither closed nor opened', () => {
  const areas = decidingAreas({ areas: [] });
  expect([isClosed(areas), isOpened(areas)]).toEqual([false, false]);
});

const PANEL = '01990e2a-4c00-7e19-b4d7-963ac0f8512e';
const OTHER = '01990e2a-4c00-7e19-b4d7-963ac0f8512f';

test.each<[string, Area[], boolean, boolean]>([
  ['one area that closed', [area('closed', '22')], true, false],
  ['one that closed with people inside', [area('partial', '22')], false, false],
  [
    'two partitions of which one is open',
    [
      area('closed', '22', { device_id: PANEL, partition: '1' }),
      area('open', '09', { device_id: PANEL, partition: '2' }),
    ],
    false,
    true,
  ],
  [
    'partitions that closed after all were opened together',
    [
      area('open', '09', { device_id: PANEL }),
      area('closed', '21', { device_id: PANEL, partition: '1' }),
      area('closed', '22', { device_id: PANEL, partition: '2' }),
    ],
    true,
    false,
  ],
  [
    'all areas that closed together after one had opened',
    [area('open', '09', { device_id: PANEL, partition: '1' }), area('closed', '22', { device_id: PANEL })],
    true,
    false,
  ],
  [
    'two panels of which one is open',
    [area('closed', '22', { device_id: PANEL }), area('open', '09', { device_id: OTHER })],
    false,
    true,
  ],
  [
    'a whole site that closed after both of its panels had opened',
    [
      area('open', '09', { device_id: PANEL }),
      area('open', '09', { device_id: OTHER }),
      area('closed', '22'),
    ],
    true,
    false,
  ],
  [
    'an area that opened again at the moment at which all had closed',
    [area('closed', '22', { device_id: PANEL }), area('open', '22', { device_id: PANEL, partition: '1' })],
    false,
    true,
  ],
])('Of %s, it is known whether the site is closed or opened', (_, areas, closed, opened) => {
  const deciding = decidingAreas({ areas });
  expect([isClosed(deciding), isOpened(deciding)]).toEqual([closed, opened]);
});

test('A partition that is named has what was reported for it, or else for all', () => {
  const areas = [
    area('open', '09', { device_id: PANEL }),
    area('closed', '21', { device_id: PANEL, partition: '1' }),
  ];
  expect(decidingAreas({ areas }, '1')).toMatchObject([{ state: 'closed' }]);
  expect(decidingAreas({ areas }, '2')).toMatchObject([{ state: 'open' }]);
  expect(decidingAreas({ areas: [] }, '2')).toEqual([]);
});

test('A hundred other devices that send tests do not make a supervised one look as if it never had', () => {
  let state = withTest(readSiteState(undefined), PANEL, '09:00');
  for (let number = 0; number < 120; number++) {
    state = withTest(state, `device ${number}`, `10:${number + 100}`, new Set([PANEL]));
  }
  expect(state.tests).toHaveLength(100);
  expect(state.tests).toContainEqual({ device_id: PANEL, at: '09:00' });
  expect(state.tests).toContainEqual({ device_id: 'device 119', at: '10:219' });
});

test('A device that leaves a site takes along the areas that nobody could close any more, and its tests', () => {
  const [own, other] = [area('open', '09', { device_id: PANEL }), area('closed', '22', { device_id: OTHER })];
  const tests = [
    { device_id: PANEL, at: '09' },
    { device_id: OTHER, at: '09' },
  ];
  const state = { ...readSiteState({ tests }), areas: [own, other, area('closed', '20')] };
  const left = withoutDevice(state, PANEL);
  expect([left.areas.map(({ device_id }) => device_id), left.tests]).toEqual([[OTHER, null], tests.slice(1)]);
  expect(withoutDevice(left, PANEL)).toBe(left);
});

test('An alert that waits for what only another release knows leaves the state of its site readable', () => {
  const awaited = { supervision_id: 'one', alert_id: 'two', ends: 'washed', does: 'celebrate' };
  expect(readSiteState({ awaited: [awaited] }).awaited).toEqual([awaited]);
});
