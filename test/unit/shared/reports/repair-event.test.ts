import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../../shared/base/digest.ts';
import { repairAlert, repairEvent } from '../../../../shared/reports/repair-event.ts';

const now = new Date('2026-11-27T12:00:00.000Z');
const SITE = '019a0000-0000-7000-8000-000000000003';
const DEVICE = '019a0000-0000-7000-8000-00000000000d';

const fire = { action: 'raise', type: 'fire', severity: 'critical', message: 'Smoke' };

/** What becomes of a fire with these fields, and the warnings as `field code`. */
function repair(fields: object, from: object = fire) {
  const { event, warnings, reportedAt } = repairEvent({ ...from, ...fields }, now);
  return { event, reportedAt, warnings: warnings.map(({ field, code }) => `${field} ${code}`) };
}

test('A valid event is unchanged and gets no warning', () => {
  for (const event of [
    { ...fire, site_id: SITE, device_id: null, occurred_at: '2026-11-27T11:00:00.000+00:00' },
    { ...fire, metadata: { 'battery-level': '12' }, id: '7', dedup_key: 'smoke' },
    { action: 'resolve', dedup_key: 'smoke', message: 'Gone', id: '8' },
    { action: 'heartbeat', device_id: DEVICE },
  ]) {
    expect(repair({}, event)).toEqual({ event, reportedAt: undefined, warnings: [] });
  }
});

describe('times of events', () => {
  test.each([
    ['1970-01-01T00:00:12Z', 'clock_wrong', '1970-01-01T00:00:12Z'],
    ['2026-11-27T13:00:00+00:00', 'clock_wrong', '2026-11-27T13:00:00+00:00'],
    ['2026-10-28T11:59:59Z', 'clock_wrong', '2026-10-28T11:59:59Z'],
    [12, 'converted clock_wrong', '12'],
    ['yesterday', 'time_not_readable', 'yesterday'],
    ['2026-11-27T12:00:00', 'time_not_readable', '2026-11-27T12:00:00'],
    ['2026-02-31T12:00:00Z', 'time_not_readable', '2026-02-31T12:00:00Z'],
    ['9999-01-01T00:00:00Z', 'time_not_readable', '9999-01-01T00:00:00Z'],
    [`\u001b[31m${'9'.repeat(100)}`, 'time_not_readable', `[31m${'9'.repeat(59)}…`],
    [{ y: 2026 }, 'time_not_readable', '{"y":2026}'],
    [true, 'time_not_readable', 'true'],
    [null, 'time_not_readable', undefined],
    ['', 'time_not_readable', undefined],
  ])(
    'The wrong occurred_at %j of an event is replaced by the time of arrival and kept as the reported time',
    (occurred_at, codes, reportedAt) => {
      const warnings = codes.split(' ').map((code) => `occurred_at ${code}`);
      expect(repair({ occurred_at })).toEqual({ event: fire, reportedAt, warnings });
    },
  );

  test.each([
    '2026-11-27T11:30:15.250+0000',
    '2026-11-27 12:30:15,250 +01:00',
    '2026-11-27t11:30:15.2509z',
    '20261127T113015.250Z',
    '2026-11-27T11:30:15.250 UTC',
    ' 2026-11-27T06:30:15.250-05 ',
    1_795_779_015.25,
    '1795779015250',
  ])('The occurred_at %j of an event is converted to a timestamp', (occurred_at) => {
    expect(repair({ occurred_at })).toEqual({
      event: { ...fire, occurred_at: '2026-11-27T11:30:15.250+00:00' },
      reportedAt: undefined,
      warnings: ['occurred_at converted'],
    });
  });
});

describe('texts of events', () => {
  test.each([
    ['x'.repeat(1_001), `${'x'.repeat(999)}…`, 'shortened'],
    [`${'x'.repeat(998)}👨‍👩‍👧‍👦!`, `${'x'.repeat(998)}…`, 'shortened'],
    [`${'x '.repeat(600)}`, `${'x '.repeat(499)}x…`, 'shortened'],
    [`e${'\u0301'.repeat(1_500)}`, `e${'\u0301'.repeat(998)}…`, 'shortened'],
    ['a\u0000b\u001b[0m', 'a b [0m', 'characters_replaced'],
    ['Smoke\u0000\u0000\u0000', 'Smoke', 'characters_replaced'],
    ['half \ud83d', 'half \ufffd', 'characters_replaced'],
    [42, '42', 'converted'],
    [{ text: 'Smoke' }, '{"text":"Smoke"}', 'converted'],
    ['', 'fire', 'assumed'],
    ['\u0000', 'fire', 'characters_replaced assumed'],
    [undefined, 'fire', 'assumed'],
    [null, 'fire', 'assumed'],
  ])('The message %j of an event is repaired', (message, expected, codes) => {
    const { event, warnings } = repair({ message });
    expect(event).toEqual({ ...fire, message: expected });
    expect(warnings).toEqual(codes.split(' ').map((code) => `message ${code}`));
  });

  test('Line ends and tabs in the message of an event are kept', () => {
    expect(repair({ message: 'one\r\n\ttwo\u0007' }).event).toMatchObject({ message: 'one\r\n\ttwo' });
  });

  test('The message of a resolve event is shortened if it is too long, and left out if it is empty', () => {
    const resolve = { action: 'resolve', dedup_key: 'smoke' };
    const long = repair({ message: 'y'.repeat(2_001) }, resolve);
    expect(long).toMatchObject({
      event: { message: `${'y'.repeat(1_999)}…` },
      warnings: ['message shortened'],
    });
    expect(repair({ message: '' }, resolve).event).toEqual(resolve);
  });
});

describe('names of events', () => {
  const long = 'gate'.repeat(40);
  test.each([
    [long, sha256(JSON.stringify(long)), 'hashed'],
    [`${long}2`, sha256(JSON.stringify(`${long}2`)), 'hashed'],
    ['\ud83d', sha256('"\\ud83d"'), 'hashed'],
    [{ gate: 1 }, sha256('{"gate":1}'), 'hashed'],
    [7, '7', 'converted'],
    ['', undefined, 'left_out'],
    [null, undefined, 'left_out'],
  ])(
    'The dedup key and id %j of an event are hashed, converted to text or left out, never truncated',
    (name, expected, code) => {
      const { event, warnings } = repair({ dedup_key: name, id: name });
      expect(event).toEqual({
        ...fire,
        ...(expected === undefined ? {} : { dedup_key: expected, id: expected }),
      });
      expect(warnings).toEqual([`dedup_key ${code}`, `id ${code}`]);
    },
  );

  test('A resolve event gets the same repaired dedup key as the event that raised the alert', () => {
    for (const dedup_key of [long, 7, ['a'], '\udead']) {
      const raised = repair({ dedup_key }).event;
      expect(repair({ dedup_key }, { action: 'resolve' }).event).toMatchObject({
        dedup_key: 'dedup_key' in raised && raised.dedup_key,
      });
    }
  });
});

test.each([
  ['CRITICAL', 'critical', 'converted'],
  [' Low ', 'low', 'converted'],
  ['urgent', 'critical', 'assumed'],
  [5, 'critical', 'assumed'],
  [undefined, 'critical', 'assumed'],
])(
  'The severity %j of a fire event is converted to lower case, or replaced by the default for its type',
  (severity, expected, code) => {
    expect(repair({ severity })).toMatchObject({
      event: { severity: expected },
      warnings: [`severity ${code}`],
    });
    const assumed = code === 'assumed' ? 'high' : expected;
    expect(repair({ severity, type: 'intrusion' }).event).toMatchObject({ severity: assumed });
  },
);

test.each([
  ['Smoke Detector #2', 'smoke-detector-2'],
  ['FIRE', 'fire'],
  ['Incêndio', 'incendio'],
  ['door_open', 'door-open'],
  [130, '130'],
  ['x'.repeat(70), 'x'.repeat(64)],
  ['🚨', 'unknown'],
  ['', 'unknown'],
  [{}, 'unknown'],
  [null, 'unknown'],
])('The type %j of an event is converted to a slug', (type, expected) => {
  expect(repair({ type })).toMatchObject({
    event: { type: expected },
    warnings: [expect.stringMatching(/^type /)],
  });
});

describe('metadata of events', () => {
  test.each([
    [{ battery: 12, ok: true, none: null }, { battery: '12', ok: 'true', none: 'null' }, 'converted'],
    [{ battery_level: '12' }, { 'battery-level': '12' }, 'converted'],
    [
      { 'Änder ung': 'x', '': 'y', constructor: 'z' },
      { 'ander-ung': 'x', value: 'y', 'constructor-1': 'z' },
      'converted',
    ],
    [{ a_b: '1', 'a-b': '2', 'A B': '3' }, { 'a-b': '1', 'a-b-2': '2', 'a-b-3': '3' }, 'converted'],
    [{ gps: { lat: 1.5 } }, { gps: '{"lat":1.5}' }, 'converted'],
    [['one', 'two'], { 0: 'one', 1: 'two' }, undefined],
    ['low battery', { value: 'low battery' }, undefined],
    [{ text: 'é'.repeat(501) }, { text: `${'é'.repeat(499)}…` }, 'shortened'],
    [null, undefined, 'left_out'],
  ])('The metadata %j of an event are converted to texts with valid names', (metadata, expected, code) => {
    const { event, warnings } = repair({ metadata });
    expect(event).toEqual({ ...fire, ...(expected ? { metadata: expected } : {}) });
    expect(warnings).toEqual(code ? [`metadata ${code}`] : []);
  });

  test('If the metadata of an event exceed the limits, the first entries that fit are kept', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`n${place}`, place]));
    expect(Object.keys(metadataOf(many))).toEqual(Array.from({ length: 20 }, (_, place) => `n${place}`));
    const large = { a: 'é'.repeat(500), b: 'é'.repeat(500), c: 'é'.repeat(500), d: 'short' };
    expect(metadataOf(large)).toEqual({ a: large.a, b: large.b, d: 'short' });
  });

  function metadataOf(metadata: object): object {
    const { event, warnings } = repair({ metadata });
    expect(warnings).toContain('metadata shortened');
    return (event.action === 'raise' && event.metadata) || {};
  }
});

test('Unknown fields of an event are ignored, and fields in another spelling are read', () => {
  const sent = {
    Action: 'raise',
    TYPE: 'fire',
    Severity: 'critical',
    message: 'Smoke',
    deviceId: DEVICE,
    colour: 'red',
  };
  expect(repair({}, sent)).toEqual({
    event: { ...fire, device_id: DEVICE },
    reportedAt: undefined,
    warnings: [
      'Action converted',
      'TYPE converted',
      'Severity converted',
      'deviceId converted',
      'colour unknown_field',
    ],
  });
  const hostile = JSON.parse(`{"__proto__":{"type":"x"},"constructor":1,"toString":2}`);
  expect(repair(hostile).event).toEqual(fire);
});

test.each([
  [SITE.toUpperCase(), SITE, undefined],
  [` ${SITE}\n`, SITE, 'converted'],
  ['gate', undefined, 'left_out'],
  [7, undefined, 'left_out'],
  ['', undefined, 'left_out'],
])(
  'The id %j of a site, zone or device in an event is read, or left out if it is not valid',
  (id, expected, code) => {
    const { event, warnings } = repair({ site_id: id, device_id: id, zone_id: id });
    const place = { site_id: expected, device_id: expected, zone_id: expected };
    expect(event).toEqual({ ...fire, ...(expected ? place : {}) });
    const fields = code === undefined ? [] : ['site_id', 'device_id', 'zone_id'];
    expect(warnings).toEqual(fields.map((field) => `${field} ${code}`));
  },
);

describe('actions of events', () => {
  test.each([
    [{ type: 'fire' }, 'raise'],
    [{ action: 'RAISE', type: 'fire' }, 'raise'],
    [{ action: 'panic' }, 'raise'],
    [{ action: 'Resolve', dedup_key: 'x' }, 'resolve'],
    [{ type: 'heartbeat' }, 'heartbeat'],
    [{ action: 'heart_beat' }, 'heartbeat'],
    [{ action: 'resolve' }, 'heartbeat'],
  ])('The event %j is read as %s', (sent, action) => {
    const { event, warnings } = repair({}, sent);
    expect(event.action).toBe(action);
    expect(warnings.length).toBeGreaterThan(0);
  });

  test.each([
    // An action or a type that Guard knows, whatever else the event has.
    [{ action: 'raise', whatever: 1 }, 'known unknown high'],
    [{ action: 'heartbeat', battery: 9 }, 'known heartbeat'],
    [{ action: 'alarm', type: 'fire' }, 'known fire critical'],
    [{ action: 'water_leak', sensor: 7 }, 'known water-leak high'],
    [{ type: 'Fire', smoke: true }, 'known fire critical'],
    [{ type: 'door-forced' }, 'known door-forced high'],
    // An alarm in the words of Guard, of a type that Guard does not know.
    [{ type: 'glass', severity: 'low', message: 'Broken' }, 'guessed glass low'],
    [{ action: 'alarm', type: 'Broken Glass', deviceId: 'x' }, 'guessed broken-glass high'],
    // Anything else.
    [{ action: 'alarm' }, 'unknown unknown-signal high'],
    [{ action: 'dance' }, 'unknown unknown-signal high'],
    [{ alarm: true }, 'unknown unknown-signal high'],
    [{ text: 'Smoke in hall' }, 'unknown unknown-signal high'],
    [{ message: 'Smoke in hall' }, 'unknown unknown-signal high'],
    [{ severity: 'CRITICAL', state: 'on' }, 'unknown unknown-signal critical'],
    [{ severity: 'low' }, 'unknown unknown-signal high'],
    [{ action: null, type: null }, 'unknown unknown-signal high'],
    [{ type: 'update', before: {}, after: {} }, 'unknown unknown-signal high'],
    [{ type: 'status', battery: 98 }, 'unknown unknown-signal high'],
    [{}, 'unknown unknown-signal high'],
  ])('The event %j is %s', (sent, expected) => {
    const { event, isKnown, unknownShape } = repairEvent(sent, now);
    const understood = unknownShape !== undefined ? 'unknown' : isKnown ? 'known' : 'guessed';
    const said = event.action === 'raise' ? [event.type, event.severity] : [event.action];
    expect([understood, ...said].join(' ')).toBe(expected);
  });

  test('What Guard does not understand is raised at the place that it names, with what it says, and without its id', () => {
    const sent = {
      site_id: SITE,
      device_id: 'kitchen-1',
      id: 'sensor-1',
      dedup_key: 'x',
      text: 'Smoke in hall',
    };
    const { event, warnings } = repairEvent(sent, now);
    expect(event).toEqual({
      action: 'raise',
      type: 'unknown-signal',
      severity: 'high',
      site_id: SITE,
      message: `Not understood: ${JSON.stringify(Object.fromEntries(Object.entries(sent).toSorted()))}`,
    });
    expect(warnings.map(({ field, code }) => `${field} ${code}`)).toEqual(['action not_understood']);
  });

  test('An event with the action "panic" raises an alert of the type panic, unless it has another type', () => {
    expect(repair({}, { action: 'Panic' }).event).toMatchObject({ type: 'panic', severity: 'critical' });
    expect(repair({}, { action: 'panic', type: 'door' }).event).toMatchObject({
      type: 'door',
      severity: 'high',
    });
  });

  test('A heartbeat is accepted with unknown fields and without a device', () => {
    const sent = { action: 'heartbeat', id: 4, device_id: null, battery: 9 };
    expect(repair({}, sent)).toMatchObject({
      event: { action: 'heartbeat' },
      warnings: ['device_id left_out', 'id unknown_field', 'battery unknown_field'],
    });
  });
});

test('In the body of a new alert, the fields action and id are ignored as unknown', () => {
  const { event, warnings } = repairAlert({ action: 'resolve', id: 4, type: 'fire', site_id: SITE }, now);
  expect(event).toMatchObject({ action: 'raise', type: 'fire', site_id: SITE, severity: 'critical' });
  expect(warnings.filter(({ code }) => code === 'unknown_field').map(({ field }) => field)).toEqual([
    'action',
    'id',
  ]);
});

test('A warning about an unknown field contains its name truncated and in printable characters', () => {
  const { warnings } = repairEvent({ ...fire, [`\u001b\ud800${'x'.repeat(500)}`]: 1 }, now);
  expect(warnings[0]?.field).toMatch(/^ \ufffdx{97}…$/);
});
