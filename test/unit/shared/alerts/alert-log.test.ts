import { expect, test } from 'vitest';
import { ALERT_EVENTS, type AlertEvent } from '../../../../shared/alerts/alert-event.ts';
import {
  type AlertLog,
  divideEntries,
  eventsOfLog,
  idOfLogged,
  itemsOfLog,
  loggedAs,
} from '../../../../shared/alerts/alert-log.ts';
import { lowestIdAt } from '../../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../../shared/base/time.ts';
import { makeAlert } from '../../../support/make-alert.ts';

const alert = makeAlert();
const olga = { kind: 'user', id: '019a0000-0000-7000-8000-0000000000aa', name: 'Olga' } as const;
const START = Date.parse('2026-01-01T00:00:00Z');

/** An entry of the reporter, this number of seconds after the alert was raised. */
function entry(second: number, fields: Partial<AlertEvent> = {}): AlertEvent {
  const at = new Date(START + second * 1_000);
  return {
    id: lowestIdAt(at),
    alert_id: alert.id,
    tenant_id: alert.tenant_id,
    action: 'reoccurred',
    actor: alert.raised_by,
    note: null,
    at: formatTimestamp(at),
    ...fields,
  };
}

const logOf = (...events: readonly AlertEvent[]) =>
  divideEntries(
    alert,
    {},
    events.map((event) => ({ event })),
  ).log;

const REPORT = { severity: 'high', former_severity: 'low', type: 'fire', metadata: { zone: '4' } } as const;
const acknowledger = { id: olga.id, name: 'Olga' };

test.each([
  ['of the reporter', {}],
  ['of a person', { actor: olga }],
  [
    'of an actor that differs from the reporter in its name only',
    { actor: { ...alert.raised_by, name: 'Panel' } },
  ],
  ['with a note', { note: 'Door open' }],
  ['with an empty note', { note: '' }],
  ['of another time than its id', { at: '2025-12-31T23:00:00.000+00:00' }],
  ['with a report', { action: 'severity_raised', ...REPORT }],
  ['with an action of a later release', { action: 'reactivated', acknowledged_by: acknowledger }],
  ['with a step of a plan', { action: 'plan_step', step: 'call', outcome: 'done' }],
  ['with repairs', { warnings: [{ field: 'type', code: 'repaired', message: 'Repaired.' }] }],
] as const)('A history entry %s is read from the log of its alert as it was recorded', (_, fields) => {
  const event = entry(1, fields as Partial<AlertEvent>);
  expect(eventsOfLog(alert, logOf(event))).toEqual([event]);
});

test('The log repeats nothing that the alert or the id of an entry says', () => {
  expect(logOf(entry(1))).toEqual({ [entry(1).id.replaceAll('-', '')]: { action: 'reoccurred' } });
});

test.each(['on_test', 'counts'] as const)(
  'The mark %s of an entry is on its item, not among its data',
  (mark) => {
    const { log } = divideEntries(alert, {}, [{ event: entry(1), mark }]);
    const item = { ...ALERT_EVENTS.item(entry(1)), [mark]: true };
    expect(itemsOfLog(alert, log)).toEqual([item]);
  },
);

test('Entries of a log are read oldest first, in whatever order the table has them', () => {
  const [first, second, third] = [entry(1), entry(2), entry(3)];
  expect(eventsOfLog(alert, logOf(third, first, second))).toEqual([first, second, third]);
});

test('An alert without a log has no logged entries', () => {
  expect(eventsOfLog(alert, undefined)).toEqual([]);
  expect(loggedAs(undefined, entry(1).id)).toBeUndefined();
});

test('An entry has no hyphens in the log, which an expression could not name, and is found by its id', () => {
  const { id } = entry(1);
  const log = logOf(entry(1, { note: 'Here' }));
  const [name = ''] = Object.keys(log);
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(idOfLogged(name)).toBe(id);
  expect(loggedAs(log, id)).toMatchObject({ note: 'Here' });
  expect(loggedAs(log, entry(2).id)).toBeUndefined();
});

const seven = logOf(...Array.from({ length: 7 }, (_, second) => entry(second)));

test('The log takes eight entries, and the ninth becomes an item', () => {
  const { log, own } = divideEntries(alert, seven, [{ event: entry(8) }, { event: entry(9) }]);
  expect(eventsOfLog(alert, log).at(-1)).toEqual(entry(8));
  expect(own).toEqual([{ event: entry(9) }]);
});

/** An entry of the reporter whose stored form has this number of bytes. */
function entryOf(bytes: number): AlertEvent {
  const rest = Buffer.byteLength('{"action":"noted","note":""}');
  return entry(1, { action: 'noted', note: 'ä'.repeat((bytes - rest) / 2) });
}

test('The log takes an entry of 300 bytes; a larger one becomes an item, and smaller ones after it do not', () => {
  expect(divideEntries(alert, {}, [{ event: entryOf(300) }]).own).toEqual([]);
  const { log, own } = divideEntries(alert, {}, [{ event: entryOf(302) }, { event: entry(2) }]);
  expect(own).toEqual([{ event: entryOf(302) }]);
  expect(eventsOfLog(alert, log)).toEqual([entry(2)]);
});

test('Adding entries leaves those in the log as they are, also what only a later release knows of them', () => {
  const former: AlertLog = { [entry(1).id.replaceAll('-', '')]: { action: 'noted', mood: 'calm' } };
  const { log } = divideEntries(alert, former, [{ event: entry(2) }]);
  expect(log).toMatchObject(former);
});
