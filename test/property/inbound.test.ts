import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../shared/base/errors.ts';
import { formatOf } from '../../shared/inbound/formats.ts';
import { FORMAT_NAMES } from '../../shared/inbound/inbound-address.ts';
import { readMessages } from '../../shared/inbound/read-body.ts';
import { maskText } from '../../shared/reports/unknown-event.ts';

const FOLDER = new URL('../unit/shared/inbound/samples/', import.meta.url);
const samples = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER)));

const types = fc.constantFrom(
  undefined,
  'application/json',
  'application/xml',
  'multipart/form-data; boundary=boundary',
  'application/x-www-form-urlencoded',
  'text/plain; charset=nonsense',
);
const topics = fc.constantFrom(
  undefined,
  '',
  'a',
  'z/A',
  'z/A/smoke',
  'tele/t/SENSOR',
  'paradox/states/zones/a/alarm',
  'x/interface',
);

/** A sample of which bytes are lost, doubled or changed, as firmware and networks do it. */
const damaged = fc
  .tuple(fc.constantFrom(...samples), fc.nat(), fc.nat(200), fc.uint8Array({ maxLength: 20 }))
  .map(([bytes, at, lost, put]) => {
    const place = at % bytes.length;
    return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + lost)]);
  });

/** JSON with the names that formats look for, and any values. */
const names = [
  'alerts',
  'status',
  'labels',
  'heartbeat',
  'monitor',
  'after',
  'type',
  'smoke',
  'contact',
  'action',
  'params',
  'src',
  'method',
  'uplink_message',
  'end_device_ids',
  'decoded_payload',
  'eventType',
  'topic',
  'payload',
  'message',
  'data',
  'state',
  'Switch1',
  'Time',
  'event_id',
  'event_value',
  'tags',
  'level',
  'hosts',
  '__proto__',
];
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('firing', 'on', 'ON', '', '1', 'null', 'NotifyStatus', 'active'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
  ),
})).value;

const bodies = fc.oneof(
  damaged,
  json.map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
);

test('Whatever arrives at an address, every format reads it or does not understand it, and none fails', () => {
  fc.assert(
    fc.property(bodies, types, topics, fc.boolean(), (bytes, contentType, topic, isRetained) => {
      const messages = readMessages({ bytes, contentType, topic, isRetained, query: {} });
      for (const message of messages) {
        for (const name of FORMAT_NAMES) {
          const reading = formatOf(name, name === 'generic' ? { state: 'a.0.b', thing: 'data' } : {}).read(
            message,
          );
          for (const { thing, state, type, message: text, occurredAt } of reading?.signals ?? []) {
            expect([typeof thing, typeof state, typeof text]).toEqual(['string', 'string', 'string']);
            expect(type).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
            if (occurredAt instanceof Date) expect(Number.isNaN(occurredAt.getTime())).toBe(false);
          }
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

test('A message that is read twice means the same', () => {
  fc.assert(
    fc.property(bodies, topics, fc.constantFrom(...FORMAT_NAMES), (bytes, topic, name) => {
      const read = () =>
        readMessages({ bytes, contentType: undefined, topic, isRetained: undefined, query: {} }).map((it) =>
          formatOf(name, {}).read(it),
        );
      expect(read()).toEqual(read());
    }),
  );
});

test('A form of many fields, a text of blanks and nested lists are read in a moment', () => {
  const large = [
    `${'a=&'.repeat(50_000)} `,
    '\n'.repeat(500_000),
    `${'[['.repeat(50_000)}`,
    `${'aaaa '.repeat(100_000)}!`,
    `Problem name: ${' '.repeat(300_000)}`,
    `--x\r\n${'--x\r\n'.repeat(20_000)}`,
    `<a>${'<b>'.repeat(5_000)}`,
    // Quotes and digits of which each could begin something that the text never ends.
    `{"${'\\"'.repeat(1_000_000)}`,
    '1'.repeat(1_000_000),
  ];
  for (const text of large) {
    const began = performance.now();
    try {
      for (const message of readMessages({
        bytes: Buffer.from(text),
        contentType: undefined,
        topic: undefined,
        isRetained: undefined,
        query: {},
      })) {
        for (const name of FORMAT_NAMES) formatOf(name, {}).read(message);
        maskText(message.text);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    // A reading without a bound takes minutes.
    expect(performance.now() - began).toBeLessThan(10_000);
  }
});
