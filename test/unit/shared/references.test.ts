import { expect, test } from 'vitest';
import { wrongReferences } from '../../../shared/references.ts';

test('what a field names wrongly is told field by field, and the same whether it is foreign or nothing', () => {
  const { code, fields } = wrongReferences('site_id', 'device_id');
  expect([code, fields]).toEqual([
    'validation_failed',
    {
      site_id: ['The site_id field must be an existing site.'],
      device_id: ['The device_id field must be a device of the site.'],
    },
  ]);
});
