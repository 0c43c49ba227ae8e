import { expect, test } from 'vitest';
import { changeText } from '../../../../../../lib/console/pages/audit/audit-values.ts';

const [OLGA, GONE] = ['019aa111-0000-7000-8000-000000000001', '019aa111-0000-7000-8000-00000000beef'];
const names = new Map([[OLGA, 'Olga']]);

test.each([
  ['a name in place of an id', 'user_id', OLGA, null, 'user id: Olga → nothing'],
  [
    'the end of an id without a known name',
    'site_ids',
    [OLGA, GONE],
    [],
    'site ids: Olga, without a name here …beef → nothing',
  ],
  [
    'an object as words',
    'recipients',
    [{ user_id: OLGA }],
    [{ role: 'operator' }],
    'recipients: user id Olga → role operator',
  ],
  ['yes and no', 'enabled', false, true, 'enabled: No → Yes'],
  [
    'numbers',
    'escalation',
    { critical: [2, 5] },
    { critical: [2] },
    'escalation: critical 2, 5 → critical 2',
  ],
])('A change in the audit log shows %s', (_, field, from, to, text) => {
  expect(changeText({ field, from, to } as never, names)).toBe(text);
});
