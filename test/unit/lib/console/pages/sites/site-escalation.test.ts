import { expect, test } from 'vitest';
import { changesOf } from '../../../../../../lib/console/pages/sites/site-escalation.ts';

const OWN = { name: 'Mill', escalation: 'own', critical: [2], high: [15] };

test('The site form sends all escalation steps if one of them has changed, and none otherwise', () => {
  expect(changesOf({ name: 'Mill 2' }, OWN)).toEqual({ name: 'Mill 2' });
  expect(changesOf({ high: null, low: [60] }, OWN)).toEqual({ escalation: { critical: [2], low: [60] } });
  expect(changesOf({ escalation: 'inherit' }, OWN)).toEqual({ escalation: null });
  expect(changesOf({ name: 'X', escalation: 'never' }, OWN)).toEqual({ name: 'X', escalation: {} });
});
