import { expect, test } from 'vitest';
import { mayAct } from '../../../../../lib/console/state/may-act.ts';
import { ACCESS_MATRIX, ROLES } from '../../../../../shared/base/access.ts';

test.each(ROLES)(
  'The console shows the buttons to acknowledge and resolve alerts to a %s only if the service permits both',
  (role) => {
    expect(mayAct(role)).toBe(ACCESS_MATRIX['alerts:acknowledge'].some((it) => it === role));
    expect(mayAct(role)).toBe(ACCESS_MATRIX['alerts:resolve'].some((it) => it === role));
  },
);
