import { expect, test } from 'vitest';
import { mayAct } from '../../../../../lib/console/state/may-act.ts';
import { ACCESS_MATRIX, ROLES } from '../../../../../shared/base/access.ts';

test.each(ROLES)(
  'The console shows the buttons for actions to a %s exactly if the service permits the actions',
  (role) => {
    expect(mayAct(role)).toBe(ACCESS_MATRIX['alerts:acknowledge'].some((it) => it === role));
    expect(mayAct(role)).toBe(ACCESS_MATRIX['alerts:resolve'].some((it) => it === role));
  },
);
