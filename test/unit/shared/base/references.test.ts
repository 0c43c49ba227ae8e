import { expect, test } from 'vitest';
import { wrongReferences } from '../../../../shared/base/references.ts';

test('The error of each wrong reference has its own message, which does not distinguish foreign and unknown ids', () => {
  const { code, fields } = wrongReferences('site_id', 'device_id');
  expect([code, fields]).toEqual([
    'validation_failed',
    {
      site_id: ['The site_id field must be an existing site.'],
      device_id: ['The device_id field must be a device of the site.'],
    },
  ]);
});
