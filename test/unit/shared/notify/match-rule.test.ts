import { describe, expect, test } from 'vitest';
import { ALERT_SEVERITIES } from '../../../../shared/base/severities.ts';
import { matchesRule } from '../../../../shared/notify/match-rule.ts';
import {
  type NotificationRule,
  RULE_EVENTS,
  type RuleEvent,
} from '../../../../shared/notify/notification-rule.ts';
import { makeNotificationRule } from '../../../support/make-notification-rule.ts';

const CREATED = '2026-11-20T12:00:00.000+00:00';
const EARLIER = '2026-11-20T11:59:59.999+00:00';

const alert = { type: 'fire', severity: 'high', escalation_level: 1 } as const;
const alertEvent = { event: 'alert.raised', siteId: 'north', at: CREATED, alert } as const;
const deviceEvent = { event: 'device.offline', siteId: 'north', at: CREATED } as const;
const testEvent = { event: 'test.started', siteId: 'north', at: CREATED } as const;

const matches = (fields: Partial<NotificationRule>, event: Parameters<typeof matchesRule>[1]) =>
  matchesRule(makeNotificationRule({ events: [...RULE_EVENTS], created_at: CREATED, ...fields }), event);

const CASES: readonly [what: string, fields: Partial<NotificationRule>, event: object, isMatch: boolean][] = [
  ['no filter', {}, {}, true],
  ['another event', { events: ['alert.resolved'] }, {}, false],
  ['one of several events', { events: ['alert.resolved', 'alert.raised'] }, {}, true],
  ['an event that a rule cannot name', {}, { event: 'alert.noted' }, false],
  ['the site', { site_ids: ['south', 'north'] }, {}, true],
  ['another site', { site_ids: ['south'] }, {}, false],
  ['an event before its creation', {}, { at: EARLIER }, false],
  ['the severity of the alert', { min_severity: 'high' }, {}, true],
  ['a lower severity', { min_severity: 'medium' }, {}, true],
  ['a severity of another release', { min_severity: 'later' }, {}, true],
  ['a higher severity', { min_severity: 'critical' }, {}, false],
  ['the type', { types: ['panic', 'fire'] }, {}, true],
  ['another type', { types: ['panic'] }, {}, false],
  ['the escalation level of the alert', { min_escalation_level: 1 }, {}, true],
  ['a higher escalation level', { min_escalation_level: 2 }, {}, false],
  ['one filter that matches and one that does not', { min_severity: 'low', types: ['panic'] }, {}, false],
  ['every filter', { min_severity: 'high', types: ['fire'], min_escalation_level: 1 }, {}, true],
];

test.each(CASES)(
  'An alert matches a notification rule with %s only if all filters of the rule match',
  (...row) => {
    const [, fields, event, isMatch] = row;
    expect(matches(fields, { ...alertEvent, ...event })).toBe(isMatch);
  },
);

describe.each([deviceEvent, testEvent])('a notification rule and the event $event', (event) => {
  const others: readonly (typeof CASES)[number][] = [
    ['no filter', {}, {}, true],
    ['the site', { site_ids: ['north'] }, {}, true],
    ['another site', { site_ids: ['south'] }, {}, false],
    ['an event before its creation', {}, { at: EARLIER }, false],
    ['the lowest severity', { min_severity: 'info' }, {}, false],
    ['a type', { types: ['fire'] }, {}, false],
    ['an escalation level', { min_escalation_level: 1 }, {}, false],
  ];
  test.each(others)(
    'An event without an alert matches a notification rule with %s only if the rule has no alert filters',
    (...row) => {
      const [, fields, others, isMatch] = row;
      expect(matches(fields, { ...event, ...others })).toBe(isMatch);
    },
  );
});

test('A notification rule with a minimum severity matches that severity and every higher one', () => {
  const matching = ALERT_SEVERITIES.map((min_severity) =>
    ALERT_SEVERITIES.filter((severity) =>
      matches({ min_severity }, { ...alertEvent, alert: { ...alert, severity } }),
    ),
  );
  expect(matching).toEqual(ALERT_SEVERITIES.map((_, place) => ALERT_SEVERITIES.slice(place)));
});

test('A notification rule that names one event matches that event only', () => {
  const eventOf = (event: RuleEvent) =>
    event.startsWith('alert') ? { ...alertEvent, event } : { ...deviceEvent, event };
  for (const named of RULE_EVENTS) {
    const matching = RULE_EVENTS.filter((event) => matches({ events: [named] }, eventOf(event)));
    expect(matching).toEqual([named]);
  }
});

describe('a risen severity', () => {
  const report = { type: 'intrusion', severity: 'high', former_severity: 'low' } as const;
  const rise = {
    ...alertEvent,
    event: 'alert.severity_raised',
    alert: { ...alert, type: 'tamper', reported_type: 'intrusion' },
    report,
  } as const;
  const newAlerts = { events: ['alert.raised'] as RuleEvent[] };

  test('A rule for new alerts matches a risen severity if its minimum severity is above the old and at most the new one', () => {
    const matching = ALERT_SEVERITIES.filter((min_severity) => matches({ ...newAlerts, min_severity }, rise));
    expect(matching).toEqual(['medium', 'high']);
    expect(matches(newAlerts, rise)).toBe(false);
  });

  test.each([
    ['the type of the worse report', ['intrusion'], true],
    ['the type of the alert only', ['tamper'], false],
  ])(
    'A rule for new alerts matches a risen severity by the type of the worse report: %s',
    (_, types, isMatch) => {
      expect(matches({ ...newAlerts, min_severity: 'high', types }, rise)).toBe(isMatch);
    },
  );

  test.each([
    ['another site', { site_ids: ['south'] }],
    ['a creation after the rise', { created_at: '2026-11-20T12:00:00.001+00:00' }],
    ['other events only', { events: ['alert.resolved'] as RuleEvent[] }],
  ])('A rule for new alerts with %s does not match a risen severity', (_, fields) => {
    expect(matches({ ...newAlerts, min_severity: 'high', ...fields }, rise)).toBe(false);
  });

  test('A rule for the event alert.severity_raised matches each rise to at least its minimum severity', () => {
    const named = { events: ['alert.severity_raised'] as RuleEvent[] };
    expect(matches(named, rise)).toBe(true);
    expect(matches({ ...named, min_severity: 'low' }, rise)).toBe(true);
    expect(matches({ ...named, min_severity: 'critical' }, rise)).toBe(false);
  });
});

describe('an alert that is active again', () => {
  const acknowledged_by = { id: 'olga', name: 'Olga' };
  const newAlerts = { events: ['alert.raised'] as RuleEvent[] };
  const again = {
    ...alertEvent,
    event: 'alert.reactivated',
    alert: { ...alert, type: 'tamper' },
    report: { type: 'panic', severity: 'high', former_severity: undefined, acknowledged_by },
  } as const;

  test.each([
    ['without filters', {}, true],
    ['with its severity', { min_severity: 'high' }, true],
    ['with the type of the later report', { types: ['panic'] }, true],
    ['with a higher severity', { min_severity: 'critical' }, false],
    ['with another type', { types: ['tamper'] }, false],
    ['at another site', { site_ids: ['south'] }, false],
  ])('A rule for new alerts %s: whether it matches an alert that is active again', (_, fields, isMatch) => {
    expect(matches({ ...newAlerts, ...fields }, again)).toBe(isMatch);
    expect(matches({ events: ['alert.escalated'], ...fields }, again)).toBe(false);
  });

  test('A rule for new alerts matches each rise of the severity that undoes an acknowledgement, at whatever severity it begins', () => {
    const rise = {
      ...again,
      event: 'alert.severity_raised',
      report: { ...again.report, former_severity: 'low' },
    } as const;
    for (const min_severity of [null, 'low', 'high']) {
      expect(matches({ ...newAlerts, min_severity }, rise)).toBe(true);
    }
    const isAcknowledged = { ...rise, report: { ...rise.report, acknowledged_by: undefined } };
    expect(matches({ ...newAlerts, min_severity: 'low' }, isAcknowledged)).toBe(false);
  });
});

test('A rule matches a new alert by the severity at its raising, even if the severity has risen since', () => {
  const report = { type: 'fire', severity: 'low', former_severity: undefined } as const;
  const risen = { ...alertEvent, alert: { ...alert, severity: 'critical' }, report } as const;
  expect(matches({ min_severity: 'critical' }, risen)).toBe(false);
  expect(matches({ min_severity: 'low' }, risen)).toBe(true);
});

test.each([
  ['new', 'alert.raised', { type: 'intrusion', severity: 'high', former_severity: undefined }],
  ['escalated', 'alert.escalated', { type: undefined, severity: undefined, former_severity: undefined }],
] as const)(
  'A rule matches a %s runaway alert by the type runaway and by the type of its reports',
  (_, event, report) => {
    const runaway = { ...alert, type: 'runaway', reported_type: 'intrusion' };
    const matching = ['runaway', 'intrusion', 'tamper'].filter((type) =>
      matches({ types: [type] }, { ...alertEvent, event, alert: runaway, report }),
    );
    expect(matching).toEqual(['runaway', 'intrusion']);
  },
);
