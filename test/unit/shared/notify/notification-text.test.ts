import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../../shared/base/language.ts';
import { ALERT_SEVERITIES } from '../../../../shared/base/severities.ts';
import { NOTIFY_EVENTS, type NotifyEvent } from '../../../../shared/notify/notification-rule.ts';
import {
  type NotifiedEvent,
  notificationText,
  type SummarizedEvent,
  summaryText,
} from '../../../../shared/notify/notification-text.ts';
import { GSM_7, inSms, isGsm } from '../../../../shared/notify/sms-form.ts';
import { textsIn } from '../../../../shared/texts/texts.ts';
import { alertTypes } from '../../../../shared/texts/types-de.ts';

const URL = 'https://guard.test/prod';
const ID = '019a0000-0000-7000-8000-000000000001';
const ALERT = { severity: 'critical', type: 'panic', message: 'Panic button pressed' } as const;
const EVENT: NotifiedEvent = {
  event: 'alert.raised',
  subjectId: ID,
  siteId: '019a0000-0000-7000-8000-000000000002',
  at: new Date('2026-11-20T12:00:30.000Z'),
  site: { name: 'Harbour Warehouse', timezone: 'Europe/Berlin' },
  alert: ALERT,
};
const LINK = `${URL}/console?alert=${ID}`;

describe('an SMS', () => {
  test('An SMS contains the severity, the type, the site, the local time at the site, and a link to the alert', () => {
    const { text, link, tag } = notificationText('sms', EVENT, URL);
    expect(text).toBe(`CRITICAL panic at Harbour Warehouse, 20 Nov 13:00 CET. ${LINK}`);
    expect(link).toBe(LINK);
    expect(tag).toBe(ID);
  });

  test('An SMS about a deleted site says that the site was deleted', () => {
    const { text } = notificationText('sms', { ...EVENT, site: undefined }, URL);
    expect(text).toBe(`CRITICAL panic at a deleted site, 20 Nov 12:00 UTC. ${LINK}`);
  });

  test('An SMS gives the time in UTC if the time zone of the site is unknown', () => {
    const { text } = notificationText('sms', { ...EVENT, site: { name: 'X', timezone: 'Mars/Base' } }, URL);
    expect(text).toContain('20 Nov 12:00 UTC');
  });

  test.each([
    [100, URL],
    [1, `https://${'x'.repeat(60)}.test`],
    [100, `https://${'x'.repeat(75)}.test`],
    [100, `https://${'x'.repeat(200)}.test`],
  ])('An SMS has at most 160 characters with a site name of %i characters and the URL %s', (length, url) => {
    const site = { name: 'N'.repeat(length), timezone: 'America/Argentina/ComodRivadavia' };
    const type = 't'.repeat(50);
    const alert = { severity: 'critical', type, message: 'x' } as const;
    const { text } = notificationText('sms', { ...EVENT, event: 'alert.acknowledged', site, alert }, url);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^Acknowledged: /);
  });

  test('An SMS keeps its whole link if the name of the site is cut', () => {
    const site = { name: 'Harbour Warehouse of the North '.repeat(3), timezone: 'UTC' };
    const { text } = notificationText('sms', { ...EVENT, site }, URL);
    expect(text.endsWith(`..., 20 Nov 12:00 UTC. ${LINK}`)).toBe(true);
  });

  test('An SMS cuts no character in two', () => {
    for (let length = 20; length < 60; length += 1) {
      const name = '👩‍🚒é'.repeat(length);
      const { text } = notificationText(
        'sms',
        { ...EVENT, site: { name: `Я${name}`, timezone: 'UTC' } },
        URL,
      );
      expect(text.isWellFormed()).toBe(true);
      expect(text.replace(/\.\.\..*/, '')).toMatch(/Я(?:👩‍🚒é)*(?:👩‍🚒)?$/);
    }
  });

  test.each([
    ['São João – Pátio', 'Sao Joao - Patio'],
    ['Größe & Ähre', 'Größe & Ähre'],
    ['🚒 Feuerwache “Süd”', 'Feuerwache "Süd"'],
    ['Cafe\u0301 Łódź', 'Café Lodz'],
  ])('An SMS writes the name %s as %s', (name, written) => {
    const { text } = notificationText('sms', { ...EVENT, site: { name, timezone: 'UTC' } }, URL);
    expect(text).toContain(` at ${written}, 20 Nov`);
  });

  const unit = fc.constantFrom('a', '{', '€', 'é', 'ã', '🚒', 'Я', '本', ' ', '“');

  test('An SMS fits one segment of GSM-7 or three of UCS-2, whatever the name of the site', () => {
    const GSM = /^[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ -#¤%-?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
    const anyUrl = fc.integer({ min: 1, max: 150 }).map((length) => `https://${'x'.repeat(length)}.test`);
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 120 }), anyUrl, (name, url) => {
        const { text } = notificationText('sms', { ...EVENT, site: { name, timezone: 'UTC' } }, url);
        const septets = text.length + (text.match(/[\^{}\\[~\]|€]/g) ?? []).length;
        const isForeign = /[Я本]/.test(name);
        expect(isForeign ? text.length <= 3 * 67 : GSM.test(text) && septets <= 160).toBe(true);
      }),
    );
  });

  test('An SMS or a push contains none of the alert’s message text', () => {
    expect(notificationText('sms', EVENT, URL).text).not.toContain('button');
    const { subject, text } = notificationText('push', EVENT, URL);
    expect(subject + text).not.toContain('button');
  });
});

describe('an e-mail', () => {
  test('An e-mail contains the beginning of the report’s text, up to 140 characters', () => {
    const message = 'word '.repeat(60);
    const { text } = notificationText('email', { ...EVENT, alert: { ...ALERT, message } }, URL);
    const said = text.split('\n').find((line) => line.startsWith('word')) ?? '';
    expect(said).toHaveLength(140);
    expect(said.endsWith('...')).toBe(true);
  });

  test.each([
    ['Call +49 151 23456789', 'Call ...'],
    ['Ring 0151_234_567_89 now', 'Ring ... now'],
    ['Door 3-12-45 in 10115 Berlin', 'Door 3-12-45 in 10115 Berlin'],
  ])(
    'An e-mail omits telephone numbers from the report’s text and keeps everything else: %s',
    (message, said) => {
      const { subject, text } = notificationText('email', { ...EVENT, alert: { ...ALERT, message } }, URL);
      expect(text).toBe(`${subject}, 20 Nov 13:00 CET.\n\n${said}\n\n${LINK}\n`);
    },
  );

  test('An e-mail puts the report’s text in one line, so that it cannot imitate other parts of the e-mail', () => {
    const message = 'Fire\n\nhttps://evil.test';
    const { text } = notificationText('email', { ...EVENT, alert: { ...ALERT, message } }, URL);
    expect(text).toContain('\nFire https://evil.test\n');
  });
});

test.each([
  ['alert.escalated', 'Escalated: CRITICAL panic at Harbour Warehouse'],
  ['alert.resolved', 'Resolved: CRITICAL panic at Harbour Warehouse'],
  ['alert.reopened', 'Reopened: CRITICAL panic at Harbour Warehouse'],
] as const)('The subject of a message about %s begins with what happened', (event, subject) => {
  expect(notificationText('push', { ...EVENT, event }, URL).subject).toBe(subject);
});

test.each([
  ['device.offline', 'Device offline: Gate sensor at Harbour Warehouse', `${URL}/console#/devices/${ID}`],
  ['device.online', 'Device online again: Gate sensor at Harbour Warehouse', `${URL}/console#/devices/${ID}`],
] as const)('A message about %s names the device and links to it', (event, subject, link) => {
  const about = { ...EVENT, event, alert: undefined, deviceName: 'Gate sensor' };
  expect(notificationText('email', about, URL)).toMatchObject({ subject, link });
});

test('A message about a site on test links to the site', () => {
  const about = { ...EVENT, event: 'test.started', alert: undefined } as const;
  const link = `${URL}/console#/sites/${EVENT.siteId}`;
  expect(notificationText('email', about, URL)).toMatchObject({
    subject: 'Test started at Harbour Warehouse',
    link,
  });
});

describe('a summary', () => {
  const SITES = ['Harbour Warehouse', 'City Office', 'North Depot'] as const;
  type Severity = NonNullable<SummarizedEvent['alert']>['severity'];
  const held = (
    severity: Severity,
    type: string,
    name: string = SITES[0],
    event: NotifyEvent = 'alert.raised',
  ) => ({
    event,
    siteId: name,
    site: { name },
    alert: { severity, type },
  });
  const many = (count: number, ...of: Parameters<typeof held>) =>
    Array.from({ length: count }, () => held(...of));
  const summary = (kind: 'sms' | 'email' | 'push', waiting: readonly SummarizedEvent[]) =>
    summaryText(kind, waiting, 'tag', URL);
  const CONSOLE = `${URL}/console`;

  test('A summary names drills apart from real alerts, and begins with DRILL if it is about drills only', () => {
    const drill: SummarizedEvent = { ...held('critical', 'panic'), alert: { ...ALERT, drill: true } };
    const mixed = summary('sms', [drill, held('critical', 'panic')]).text.text;
    expect(mixed).toBe(
      `2 more CRITICAL alerts: DRILL: panic at Harbour Warehouse, panic at Harbour Warehouse. ${CONSOLE}`,
    );
    expect(summary('push', [drill]).text.subject).toBe('DRILL: 1 more CRITICAL alert');
  });

  test('A summary says how many alerts of the worst severity wait and where, then how many others', () => {
    const waiting = [
      ...many(2, 'critical', 'fire'),
      held('critical', 'panic', SITES[1]),
      ...many(9, 'low', 'motion', SITES[2]),
    ];
    const places = 'fire at Harbour Warehouse (2), panic at City Office';
    expect(summary('sms', waiting)).toEqual({
      text: {
        subject: '3 more CRITICAL alerts, 9 others',
        text: `3 more CRITICAL alerts: ${places}. 9 others. ${CONSOLE}`,
        link: CONSOLE,
        tag: 'tag',
      },
      covered: waiting,
    });
    expect(summary('push', waiting).text.text).toBe(`${places}.`);
    expect(summary('email', waiting).text.text).toBe(
      `3 more CRITICAL alerts, 9 others.\n\nCRITICAL fire at Harbour Warehouse (2)\nCRITICAL panic at City Office\nLOW motion at North Depot (9)\n\n${CONSOLE}\n`,
    );
  });

  test.each<[string, SummarizedEvent[], string]>([
    ['one alert', [held('critical', 'fire')], '1 more CRITICAL alert'],
    ['alerts of one severity', many(37, 'high', 'intrusion'), '37 more HIGH alerts'],
    [
      'two alerts of different severities',
      [held('high', 'fire'), held('info', 'x')],
      '1 more HIGH alert, 1 other',
    ],
    [
      'events of devices and tests',
      [
        { event: 'device.offline', siteId: 's', site: undefined, alert: undefined },
        { event: 'test.ended', siteId: 's', site: undefined, alert: undefined },
      ],
      '2 more events',
    ],
    ['a resolved alert', [held('critical', 'fire', SITES[0], 'alert.resolved')], '1 more event'],
    [
      'an alert and the acknowledgement of a worse one',
      [held('low', 'motion'), held('critical', 'fire', SITES[0], 'alert.acknowledged')],
      '1 more LOW alert, 1 other',
    ],
  ])('The subject of a summary of %s counts what the summary contains', (_, waiting, subject) => {
    for (const kind of ['sms', 'email', 'push'] as const) {
      expect(summary(kind, waiting).text.subject).toBe(subject);
      expect(summary(kind, waiting).covered).toEqual(waiting);
    }
    expect(summary('sms', waiting).text.text.startsWith(subject.split(',')[0] ?? '')).toBe(true);
  });

  test('A summary without room to name all alerts counts the rest, if they are not critical', () => {
    const waiting = Array.from({ length: 60 }, (_, place) =>
      held('high', 'intrusion', `Shop in Street ${place}`),
    );
    expect(summary('sms', waiting).text.text).toBe(
      `60 more HIGH alerts: intrusion at Shop in Street 0, intrusion at Shop in Street 1, intrusion at Shop in Street 2 and 57 more. ${CONSOLE}`,
    );
    expect(summary('email', waiting).text.text).toContain('at Shop in Street 49\nand 10 more\n');
    for (const kind of ['sms', 'email', 'push'] as const)
      expect(summary(kind, waiting).covered).toEqual(waiting);
  });

  test.each(['sms', 'email', 'push'] as const)(
    'Summaries by %s name each critical alert with its type and site, in as many messages as that takes',
    (kind) => {
      const names = Array.from({ length: 70 }, (_, place) => `Shop in Street ${place}`);
      let waiting: readonly SummarizedEvent[] = [
        ...names.map((name) => held('critical', 'fire', name)),
        ...many(30, 'low', 'motion'),
      ];
      const said: string[] = [];
      while (waiting.length > 0) {
        const { text, covered } = summary(kind, waiting);
        expect(covered.length).toBeGreaterThan(0);
        const named = covered.filter(({ alert }) => alert?.severity === 'critical');
        for (const { site } of named) expect(text.text).toMatch(new RegExp(`fire at ${site?.name}(?!\\d)`));
        said.push(...named.map(({ site }) => site?.name ?? ''));
        waiting = waiting.filter((it) => !covered.includes(it));
        expect(waiting.every(({ alert }) => alert?.severity === 'critical')).toBe(true);
        expect(text.text.includes('More follow.')).toBe(waiting.length > 0);
        if (kind === 'sms') expect(text.text.length).toBeLessThanOrEqual(160);
        expect(text.subject).toContain(' more CRITICAL alert');
      }
      expect(said).toEqual(names);
    },
  );

  test.each([URL, `https://${'x'.repeat(60)}.test`, `https://${'x'.repeat(200)}.test`])(
    'A summary by SMS with the URL %s has at most 160 characters and names the first critical alert, however long the names',
    (url) => {
      const waiting = [
        ...many(250, 'critical', 't'.repeat(50), 'N'.repeat(100)),
        held('critical', 'fire', '🚒'.repeat(100)),
        ...many(249, 'high', 'intrusion'),
      ];
      const { text, covered } = summaryText('sms', waiting, 'tag', url);
      expect(text.text.length).toBeLessThanOrEqual(160);
      expect(text.text).toContain('ttt... at NNN');
      expect(text.text.isWellFormed()).toBe(true);
      expect(covered.length).toBeGreaterThanOrEqual(499);
    },
  );

  test('A summary names an alert by the type of its worst report', () => {
    const tamper = held('critical', 'tamper');
    const waiting = [
      {
        ...tamper,
        event: 'alert.severity_raised' as const,
        alert: { ...tamper.alert, reported_type: 'fire' },
      },
      tamper,
    ];
    for (const kind of ['sms', 'email', 'push'] as const) {
      const { subject, text } = summary(kind, waiting).text;
      expect(subject).toBe('2 more CRITICAL alerts');
      expect(text).toMatch(/fire at Harbour Warehouse(, |\nCRITICAL )tamper at Harbour Warehouse/);
    }
  });

  test('A summary omits what may be a phone number from the name of a site', () => {
    const waiting = [held('critical', 'fire', 'Gate (+49 151 23456789)')];
    for (const kind of ['sms', 'email', 'push'] as const) {
      expect(summary(kind, waiting).text.text).toContain('fire at Gate ...');
      expect(summary(kind, waiting).text.text).not.toContain('151');
    }
  });
});

describe('languages', () => {
  const TYPES = Object.keys(alertTypes);
  /** The number of SMS that a text costs (3GPP TS 23.040, section 9.2.3.24.1). */
  const segmentsOf = (text: string) =>
    isGsm(text) ? Math.ceil(GSM_7.sizeOf(text) / 160) : Math.ceil(text.length / 67);

  test.each(LANGUAGES)(
    'In the language %s each message about an event is one SMS of GSM-7, with an accented name too',
    (language) => {
      for (const event of NOTIFY_EVENTS) {
        for (const type of [...TYPES, 'runaway']) {
          for (const severity of ALERT_SEVERITIES) {
            const isOfAlert = event.startsWith('alert.');
            const about = {
              ...{ ...EVENT, event, site: { name: 'Armazém São João da Praça', timezone: 'Europe/Berlin' } },
              alert: isOfAlert ? { ...ALERT, severity, type, reported_type: 'device-offline' } : undefined,
              deviceName: 'Sensor do portão',
            };
            const { text } = notificationText('sms', about, URL, language);
            expect([text, isGsm(text), segmentsOf(text)]).toEqual([text, true, 1]);
            expect(text.endsWith(LINK) || !isOfAlert).toBe(true);
          }
        }
      }
    },
  );

  test.each(LANGUAGES)('In the language %s codes, tests and summaries are one SMS of GSM-7', (language) => {
    const { code, channelTest } = textsIn(language);
    const waiting = TYPES.flatMap((type) =>
      ALERT_SEVERITIES.map((severity) => ({
        event: 'alert.raised' as const,
        siteId: 'x',
        site: { name: 'Praça Central' },
        alert: { severity, type },
      })),
    );
    const texts = [
      inSms(code.sms('123456')).text,
      inSms({ text: `${channelTest.subject}\n${URL}/console` }).text,
      summaryText('sms', waiting, 'tag', URL, language).text.text,
      summaryText(
        'sms',
        [{ event: 'test.ended', siteId: 'x', site: undefined, alert: undefined }],
        'tag',
        URL,
        language,
      ).text.text,
    ];
    for (const text of texts) expect([text, segmentsOf(text)]).toEqual([text, 1]);
  });

  test.each([
    ['pt', 'Escalonado: CRÍTICO: pânico em Harbour Warehouse', '20/11 13:00 CET'],
    ['es', 'Escalada: CRÍTICA: pánico en Harbour Warehouse', '20 nov 13:00 CET'],
    ['de', 'Eskaliert: KRITISCH: Überfall bei Harbour Warehouse', '20. Nov. 13:00 MEZ'],
  ] as const)('A message in the language %s begins with %s', (language, subject, when) => {
    const event = { ...EVENT, event: 'alert.escalated' } as const;
    expect(notificationText('push', event, URL, language)).toMatchObject({ subject, text: when });
    expect(notificationText('email', event, URL, language).text).toContain(`${subject}, ${when}.\n`);
  });

  test('A type that a language does not know is shown as it was reported', () => {
    for (const type of ['glass-break', 'constructor', '__proto__']) {
      const about = { ...EVENT, alert: { ...ALERT, type } };
      expect(notificationText('push', about, URL, 'de').subject).toBe(
        `KRITISCH: ${type} bei Harbour Warehouse`,
      );
    }
  });

  test('A summary names its alerts in the language of the person', () => {
    const alert = { severity: 'high', type: 'intrusion' } as const;
    const one = { event: 'alert.raised', siteId: 'x', site: { name: 'Depot' }, alert } as const;
    const { subject, text } = summaryText('email', [one, one], 'tag', URL, 'de').text;
    expect([subject, text]).toEqual([
      'Noch 2 Alarme (HOCH)',
      `Noch 2 Alarme (HOCH).\n\nHOCH: Einbruch bei Depot (2)\n\n${URL}/console\n`,
    ]);
  });
});

test.each(['sms', 'email', 'push'] as const)('A message by %s contains no telephone number', (kind) => {
  const site = { name: 'Gate (+49 151 23456789)', timezone: 'UTC' };
  const about = { ...EVENT, event: 'device.offline', alert: undefined, site } as const;
  const named = notificationText(kind, { ...about, deviceName: 'Call ０１５１·２３４５' }, URL);
  expect(named.subject).toBe('Device offline: Call ... at Gate ...');
  expect(named.text).not.toContain('151');
  const unnamed = { ...about, site: { ...site, name: '0151 2345678' }, deviceName: '+49 151 2345678' };
  expect(notificationText(kind, unnamed, URL).subject).toBe('Device offline at a site');
});

test.each([
  ['Filiale 10115 Berlin', 'Filiale 10115 Berlin'],
  ['Tor 3-12-45', 'Tor 3-12-45'],
  ['Store #20417', 'Store #20417'],
  ['Gate\r\nBcc: all@evil.test', 'Gate Bcc: all@evil.test'],
  ['Gate\u2028\u0085 two', 'Gate two'],
  ['\u202eetaG', 'etaG'],
])('A message names the site %j as %j, in one line', (name, shown) => {
  const { subject } = notificationText('email', { ...EVENT, site: { name, timezone: 'UTC' } }, URL);
  expect(subject).toBe(`CRITICAL panic at ${shown}`);
});

test.each(['sms', 'email', 'push'] as const)(
  'A message by %s contains at most 60 characters of a site’s name',
  (kind) => {
    const site = { name: 'N'.repeat(100), timezone: 'UTC' };
    const { subject, text } = notificationText(kind, { ...EVENT, site }, URL);
    expect(subject).toBe(`CRITICAL panic at ${'N'.repeat(57)}...`);
    expect(text).not.toContain('N'.repeat(58));
  },
);
