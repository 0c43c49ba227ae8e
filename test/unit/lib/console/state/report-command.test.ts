import { expect, test } from 'vitest';
import { reportCommand } from '../../../../../lib/console/state/report-command.ts';

const bodyOf = (command: string) => JSON.parse(/-d '(.*)'$/.exec(command)?.[1] ?? 'null');

test('The example command for an API key names the site, except for a device-bound key, which needs no site', () => {
  const ofDevice = reportCommand(
    'https://guard.test/prod',
    '1|guard_k_x',
    { site_id: null, device_id: 'd' },
    's',
  );
  expect(ofDevice).toContain(
    "curl https://guard.test/prod/api/v1/reports \\\n  -H 'Authorization: Bearer 1|guard_k_x'",
  );
  expect(bodyOf(ofDevice).events[0]).not.toHaveProperty('site_id');
  const ofTenant = reportCommand('https://guard.test', 'k', { site_id: null, device_id: null }, 's');
  expect(bodyOf(ofTenant).events[0]).toMatchObject({ action: 'raise', site_id: 's', severity: 'low' });
});
