import { expect, test } from 'vitest';
import {
  identifyEvent,
  isRepetition,
  keepEvent,
  readReportedEvent,
} from '../../../../shared/alerts/reported-event.ts';
import { sha256 } from '../../../../shared/base/digest.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const reporter = { tenantId: '019a0000-0000-7000-8000-000000000002', id: 'key' };
const now = new Date('2026-01-01T00:00:00.000Z');
const said = { action: 'raise', message: 'Smoke', metadata: { firmware: '2', battery: '9' } };
const at = (site_id: string) => ({ ...said, site_id });
const identify = (what: unknown, content: unknown) => identifyEvent(reporter, 'event-1', what, content);
const first = identify(said, at('here'));

/** The item that is kept of an event. */
function itemOf(once: typeof first): Record<string, unknown> {
  const { table } = fakeTable(() => ({}));
  const { write } = keepEvent(table, once, { status: 201, alertId: 'alert' }, { writeId: 'write', now });
  return write.Put?.Item ?? {};
}

function repeats(once: typeof first, item: Record<string, unknown>): boolean {
  const before = readReportedEvent(item, now);
  if (!before) throw new Error('Nothing was kept');
  return isRepetition(once, before);
}

test('A repeated event is recognized after a move of its device, and with its fields in another order', () => {
  const reordered = { metadata: { battery: '9', firmware: '2' }, message: 'Smoke', action: 'raise' };
  expect(repeats(identify(said, at('elsewhere')), itemOf(first))).toBe(true);
  expect(repeats(identify(reordered, { ...reordered, site_id: 'here' }), itemOf(first))).toBe(true);
});

test('An event with the same id but other content is not a repetition', () => {
  const other = { ...said, message: 'Fire' };
  expect(repeats(identify(other, { ...other, site_id: 'here' }), itemOf(first))).toBe(false);
});

test('A repeated event is recognized across release 0.8.0 in both directions', () => {
  const { said: _, ...old } = itemOf(first);
  expect(old['hash']).toBe(sha256(JSON.stringify(at('here'))));
  expect(repeats(first, old)).toBe(true);
  expect(repeats(identify({ ...said, message: 'Fire' }, { ...at('here'), message: 'Fire' }), old)).toBe(
    false,
  );
});
