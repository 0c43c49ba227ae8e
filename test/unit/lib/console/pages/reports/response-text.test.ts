import { expect, test } from 'vitest';
import { responseText, shareWithin } from '../../../../../../lib/console/pages/reports/response-text.ts';

test.each([
  [null, '–'],
  [0.4, '0.4 s'],
  [44.23, '44.2 s'],
  [99.9, '99.9 s'],
  [180, '3 min'],
  [21_600, '6 h'],
])('The console shows the response time %s as %s', (seconds, text) => {
  expect(responseText(seconds)).toBe(text);
});

test.each([
  // 19 of 112 were answered, 14 of them in time.
  [14, 112, '12 %'],
  // As on the overview.
  [305, 577, '52 %'],
  [19, 19, '100 %'],
  [0, 3, '0 %'],
  [1, 3, '33 %'],
  // Only tests, or alerts that a machine resolved.
  [0, 0, '–'],
])(
  'With %i responses in time to %i alerts, the reported share is %s, because an unanswered alert counts as late',
  (soon, alerts, text) => {
    const within = { 30: 0, 60: 0, 90: soon, 180: soon };
    expect(shareWithin(90, { within, alerts })).toBe(text);
  },
);
