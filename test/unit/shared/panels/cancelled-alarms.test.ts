import { expect, test } from 'vitest';
import { covers, isCancel } from '../../../../shared/panels/cancelled-alarms.ts';
import { CONTACT_ID_CODES } from '../../../../shared/panels/contact-id-codes.ts';
import { eventsOf, panelDedupKey } from '../../../../shared/panels/meaning.ts';
import { SIA_CODES } from '../../../../shared/panels/sia-codes.ts';

const eventOf = (data: string) => {
  const [event] = eventsOf(/^\d/.test(data) ? 'ADM-CID' : 'SIA-DCS', { data: [data] });
  if (!event) expect.fail(`No event in ${data}`);
  return event;
};

/** Each cancel, then the alarms of one panel that it covers and those that it does not. */
test.each([
  [
    'Nri1/BC5',
    'Nri1/BA7 Nri1/TA7 Nri1/UA7 Nri1/QQ7',
    'Nri2/BA7 NBA7 Nri1/PA7 Nri1/FA7 Nri1/MA7 Nri1/AT Nri1/BT7',
  ],
  ['NBC5', 'NBA7', 'Nri1/BA7'],
  ['Nri1/OC5', 'Nri1/BA7 Nri1/PA7 Nri1/FA7', 'Nri2/PA7 Nri1/AT'],
  ['Nri1/FC7', 'Nri1/FA7 Nri1/KA7', 'Nri1/FA8 Nri1/BA7 Nri2/FA7'],
  ['Nri1/FC', 'Nri1/FA7 Nri1/FA8', 'Nri1/BA7'],
  ['Nri1/AB7', 'Nri1/BA7 Nri1/PA7', 'Nri1/BA8'],
  ['1406 01 005', '1130_01_007 1120_01_007 1121_01_006 Nri1/BA7', '1130_02_007 1130_00_007 1301_01_000'],
  ['3406 01 005', '1130_01_007', '1130_02_007'],
])('%s covers %s, but not %s', (data, covered, others) => {
  const cancel = eventOf(data);
  expect(isCancel(cancel)).toBe(true);
  const keys = (alarms: string) =>
    alarms.split(' ').map((alarm) => panelDedupKey('d1', eventOf(alarm.replaceAll('_', ' '))));
  expect(keys(covered).filter((key) => !covers(cancel, 'd1', key))).toEqual([]);
  expect(keys(others).filter((key) => covers(cancel, 'd1', key))).toEqual([]);
  expect(keys(covered).filter((key) => covers(cancel, 'd2', key))).toEqual([]);
});

test('An alert without the dedup key of an alarm of a panel is not covered', () => {
  const cancel = eventOf('NOC5');
  for (const key of [null, '', 'panel:d1:runaway', 'gate', 'panel:d1::constructor:']) {
    expect(covers(cancel, 'd1', key)).toBe(false);
  }
});

test('Every code of the tables that cancels or aborts is a cancel', () => {
  const named = [...SIA_CODES.values(), ...CONTACT_ID_CODES.values()].filter(({ name }) =>
    /alarm (?:cancel|abort)|false/i.test(name),
  );
  expect(named.map(({ code, type }) => `${code} ${type}`)).toEqual(
    ['AB', 'BC', 'FC', 'OC', '406'].map((code) => `${code} alarm-cancelled`),
  );
});
