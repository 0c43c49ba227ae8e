import { expect, test } from 'vitest';
import { mayAct } from '../../../../../lib/console/state/may-act.ts';
import { ACCESS_MATRIX, ROLES } from '../../../../../shared/access.ts';

test.each(ROLES)('the buttons are there for a %s where the service lets them act', (role) => {
  expect(mayAct(role)).toBe(ACCESS_MATRIX['alerts:acknowledge'].some((it) => it === role));
  expect(mayAct(role)).toBe(ACCESS_MATRIX['alerts:resolve'].some((it) => it === role));
});
