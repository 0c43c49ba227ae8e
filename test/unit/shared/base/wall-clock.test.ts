import { expect, test } from 'vitest';
import { wallClockOf } from '../../../../shared/base/wall-clock.ts';

const DAY_MS = 86_400_000;

function instantOf(timeZone: string, date: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const clock = wallClockOf(timeZone);
  return new Date(clock(Date.parse(date) / DAY_MS, hours * 60 + minutes)).toISOString().replace('.000', '');
}

test.each([
  ['UTC', '2026-11-20', '08:00', '2026-11-20T08:00:00Z'],
  ['Asia/Kolkata', '2026-11-20', '08:00', '2026-11-20T02:30:00Z'],
  ['Pacific/Kiritimati', '2026-11-20', '08:00', '2026-11-19T18:00:00Z'],
  ['Pacific/Pago_Pago', '2026-11-20', '23:30', '2026-11-21T10:30:00Z'],
  ['Europe/Berlin', '2026-03-28', '08:00', '2026-03-28T07:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '08:00', '2026-03-29T06:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '08:00', '2026-10-25T07:00:00Z'],
])('In %s, the wall-clock time %s %s is the instant %s', (timeZone, date, time, instant) => {
  expect(instantOf(timeZone, date, time)).toBe(instant);
});

test.each([
  ['Europe/Berlin', '2026-03-29', '02:00', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '02:59', '2026-03-29T01:00:00Z'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00:00Z'],
  // The clocks move by 30 minutes.
  ['Australia/Lord_Howe', '2026-10-04', '02:10', '2026-10-03T15:30:00Z'],
  // There is no midnight on this day.
  ['America/Sao_Paulo', '2018-11-04', '00:00', '2018-11-04T03:00:00Z'],
  // There is no such day.
  ['Pacific/Apia', '2011-12-30', '08:00', '2011-12-30T10:00:00Z'],
])(
  'In %s, the wall-clock time %s %s does not exist, and is read as the next time that exists',
  (timeZone, date, time, instant) => {
    expect(instantOf(timeZone, date, time)).toBe(instant);
  },
);

test.each([
  ['Europe/Berlin', '2026-10-25', '02:00', '2026-10-25T00:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '02:59', '2026-10-25T00:59:00Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
  ['America/Sao_Paulo', '2018-02-17', '23:30', '2018-02-18T01:30:00Z'],
  ['Africa/Casablanca', '2026-02-15', '02:30', '2026-02-15T01:30:00Z'],
])(
  'In %s, the wall-clock time %s %s exists twice, and is read as the first',
  (timeZone, date, time, instant) => {
    expect(instantOf(timeZone, date, time)).toBe(instant);
  },
);
