import { expect, test } from 'vitest';
import { HeardTenants } from '../../../../lib/receiver/heard-tenants.ts';
import type { KnownPanel } from '../../../../shared/panels/known-panel.ts';

const panel = (tenant_id: string, wasHeard = true) =>
  ({ device: { entity: { tenant_id }, paths: wasHeard ? [{}] : [] } }) as unknown as KnownPanel;

test('A tenant is unheard if its panels, of which one was heard before, only get no answer', () => {
  const tenants = new HeardTenants();
  tenants.note(panel('heard'), 'supervision');
  tenants.note(panel('mixed'), 'refused');
  tenants.note(panel('mixed'), 'signal');
  tenants.note(panel('never set up right', false), 'refused');
  for (const result of ['refused', 'failed', 'busy'] as const) tenants.note(panel(result), result);
  expect(tenants.take()).toEqual({ heard: 2, unheard: 3 });
  expect(tenants.take()).toEqual({ heard: 0, unheard: 0 });
});
