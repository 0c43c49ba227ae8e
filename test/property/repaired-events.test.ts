import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOccurredAt } from '../../shared/alerts/alert-input.ts';
import { parseLeniently } from '../../shared/http/json-body.ts';
import { repairAlert, repairEvent } from '../../shared/reports/repair-event.ts';
import { EVENT_SCHEMAS } from '../../shared/reports/report-event.ts';
import { repetitions } from '../support/repetitions.ts';

const numRuns = repetitions({ few: 20, some: 200, many: 5_000 });
const now = new Date('2026-11-27T12:00:00.000Z');

const FIELDS = [...new Set(Object.values(EVENT_SCHEMAS).flatMap(({ shape }) => Object.keys(shape)))];

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.string({ unit: 'binary', minLength: 1_900, maxLength: 2_200, size: 'max' }),
  fc.string({ unit: 'grapheme', minLength: 400, maxLength: 1_100, size: 'max' }),
  fc
    .array(fc.constantFrom('\ud83d', '\udea8', '\u0000', '\u001b', '\n', 'x', '🚨', 'e\u0301'), {
      maxLength: 9,
    })
    .map((it) => it.join('')),
);
const times = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .integer({ min: -40 * 86_400, max: 3_600 })
    .map((seconds) => new Date(now.getTime() + seconds * 1_000).toISOString()),
  fc.integer({ min: -40 * 86_400, max: 3_600 }).map((seconds) => now.getTime() / 1_000 + seconds),
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  texts,
  times,
  fc.dictionary(texts, fc.oneof(texts, fc.jsonValue())),
);

/** Any JSON object, as it comes from the wire, with fields of events among others. */
const objects = fc
  .record(Object.fromEntries(FIELDS.map((name) => [name, anything])), { requiredKeys: [] })
  .chain((known) =>
    fc.dictionary(fc.string(), anything, { maxKeys: 3 }).map((others) => ({ ...others, ...known })),
  )
  .map((object) => parseLeniently(JSON.stringify(object)) as Record<string, unknown>);

/** Fails unless the strict way takes the event at this time. */
function expectValid(event: {
  readonly action: keyof typeof EVENT_SCHEMAS;
  readonly occurred_at?: string | undefined;
}) {
  expect(EVENT_SCHEMAS[event.action].safeParse(event)).toEqual({ success: true, data: event });
  checkOccurredAt(event, now);
}

test('Repairing any JSON object gives a valid event, with a warning if the repair changed something', () => {
  fc.assert(
    fc.property(objects, (sent) => {
      const { event, warnings } = repairEvent(sent, now);
      expectValid(event);
      const isUnchanged = JSON.stringify(event) === JSON.stringify(sent);
      expect(isUnchanged || warnings.length > 0 || EVENT_SCHEMAS[event.action].safeParse(sent).success).toBe(
        true,
      );
    }),
    { numRuns },
  );
});

test('Any JSON object with the action raise, or with a type and no action, is repaired to a raise event', () => {
  fc.assert(
    fc.property(objects, anything, (sent, type) => {
      expect(repairEvent({ ...sent, action: 'raise' }, now).event.action).toBe('raise');
      const { action: _, ...others } = sent;
      fc.pre(typeof type !== 'string' || !/resolve|heartbeat/i.test(type.replaceAll(/[^a-z]/gi, '')));
      expect(repairEvent({ ...others, type }, now).event.action).toBe('raise');
      expect(repairAlert(sent, now).event.action).toBe('raise');
    }),
    { numRuns },
  );
});

test('Repairing an event a second time changes nothing and gives no warnings', () => {
  fc.assert(
    fc.property(objects, (sent) => {
      const { event } = repairEvent(sent, now);
      expect(repairEvent(event, now)).toMatchObject({ event, warnings: [] });
    }),
    { numRuns },
  );
});

test('An event that arrives twice is recognized as the same event, whatever the time of its arrival', () => {
  fc.assert(
    fc.property(objects, fc.integer({ min: 0, max: 80 * 86_400_000 }), (sent, later) => {
      const again = repairEvent(sent, new Date(now.getTime() + later));
      expect(again.said).toEqual(repairEvent(sent, now).said);
    }),
    { numRuns },
  );
});
