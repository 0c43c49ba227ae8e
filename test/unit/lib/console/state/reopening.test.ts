import { expect, test } from 'vitest';
import { mayReopen } from '../../../../../lib/console/state/reopening.ts';
import { idOf, makeAlert } from '../make-alert.ts';

const AT = '2026-11-20T12:00:00.000+00:00';
const NOW = Date.parse(AT);
const DAY_MS = 24 * 60 * 60_000;
const RESOLVED = { status: 'resolved', resolved_at: AT, resolved_by: idOf(7), resolution: 'real' } as const;

test('The console offers to reopen an alert for one day after it was resolved', () => {
  expect(mayReopen(makeAlert(RESOLVED), NOW)).toBe(true);
  expect(mayReopen(makeAlert(RESOLVED), NOW + DAY_MS - 1)).toBe(true);
  expect(mayReopen(makeAlert(RESOLVED), NOW + DAY_MS)).toBe(false);
});

test.each([
  ['that is open', { status: 'active', resolved_at: null }, false],
  ['that was a test', { resolution: 'test' }, false],
  ['without an outcome', { resolution: null }, true],
  ['of a silent device that was heard again', { type: 'device-offline', resolved_by: null }, false],
  ['of a silent device, resolved by a person,', { type: 'device-offline' }, true],
  ['resolved by a key', { resolved_by: null }, true],
] as const)('Whether the console offers to reopen an alert %s: %3$s', (_, fields, expected) => {
  expect(mayReopen(makeAlert({ ...RESOLVED, ...fields }), NOW)).toBe(expected);
});
