import { expect, test } from 'vitest';
import { GUARD_ITSELF } from '../../../../shared/base/actor.ts';
import { type Area, decidingAreas, isClosed, isOpened } from '../../../../shared/openings/site-state.ts';

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
