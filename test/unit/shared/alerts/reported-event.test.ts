import { expect, test } from 'vitest';
import { identifyEvent, keepEvent, recall } from '../../../../shared/alerts/reported-event.ts';
import { ApiError } from '../../../../shared/base/errors.ts';
import { fakeTable } from '../../../support/fake-table.ts';

const reporter = { tenantId: '019a0000-0000-7000-8000-000000000002', id: 'key' };
const now = new Date('2026-01-01T00:00:00.000Z');
const said = { action: 'raise', message: 'Smoke', metadata: { firmware: '2', battery: '9' } };
const identify = (what: unknown) => identifyEvent(reporter, 'event-1', what);
const first = identify(said);

/** The item that is kept of an event. */
function itemOf(once: typeof first): Record<string, unknown> {
  const { table } = fakeTable(() => ({}));
  const [kept] = keepEvent(table, once, { status: 201, alertId: 'alert' }, { writeId: 'write', now });
  return kept?.write.Put?.Item ?? {};
}

test('A repeated event is recognized even if its fields are in another order', () => {
  const reordered = { metadata: { battery: '9', firmware: '2' }, message: 'Smoke', action: 'raise' };
  const { before, isReused } = recall(identify(reordered), [itemOf(first)], now);
  expect([before?.alertId, isReused]).toEqual(['alert', false]);
});

test('An event with the id of an earlier event but other content is rejected', () => {
  const other = identify({ ...said, message: 'Fire' });
  expect(() => recall(other, [itemOf(first)], now)).toThrow(new ApiError('event_id_reused'));
});

test('An event whose id contains its content is a repetition, whatever else is recorded under the id', () => {
  const isWhole = true;
  const other = identifyEvent(reporter, 'event-1', { ...said, message: 'Fire' }, { isWhole });
  expect(recall(other, [itemOf(first)], now)).toMatchObject({
    before: { alertId: 'alert' },
    isReused: false,
  });
});

test('An event is recorded and recognized under its former id, too', () => {
  const { table } = fakeTable(() => ({}));
  const once = identifyEvent(reporter, 'event-2', said, { formerId: 'event-1' });
  const kept = keepEvent(table, once, { status: 201, alertId: 'alert' }, { writeId: 'write', now });
  expect(kept.map(({ write }) => write.Put?.Item)).toMatchObject([once.key, first.key]);
  expect(recall(once, [undefined, undefined, itemOf(first)], now).before?.alertId).toBe('alert');
  expect(recall(once, [undefined, undefined, undefined], now).before).toBeUndefined();
});
