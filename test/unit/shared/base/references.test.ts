import { expect, test } from 'vitest';
import { wrongReferences } from '../../../../shared/base/references.ts';

test('Each wrong reference has its own error message, which does not distinguish ids of other tenants from unknown ids', () => {
  const { code, fields } = wrongReferences('site_id', 'device_id');
  expect([code, fields]).toEqual([
    'validation_failed',
    {
      site_id: ['The site_id field must be an existing site.'],
      device_id: ['The device_id field must be a device of the site.'],
    },
  ]);
});
