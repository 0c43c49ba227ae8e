import { ACTION_PLANS, type ActionPlan } from '../../shared/alerts/action-plan.ts';
import type { Alert } from '../../shared/alerts/alert.ts';
import { choosePlan } from '../../shared/alerts/choose-plan.ts';
import { PLAN } from '../../shared/alerts/pinned-plan.ts';
import { directoryItem } from '../../shared/alerts/plan-directory.ts';
import { versionItem } from '../../shared/alerts/plan-version.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import type { DemoTenantName } from './demo-accounts.ts';
import type { DemoSite } from './demo-premises.ts';
import type { DemoSeed } from './demo-seed.ts';

const call = { kind: 'call', contact_role: 'keyholder' } as const;
const dispatch = { kind: 'dispatch', contact_role: 'guard' } as const;
const other = { kind: 'other', contact_role: null } as const;

type DemoPlan = Pick<ActionPlan, 'name' | 'types' | 'min_severity' | 'steps'> & {
  /** Whether the plan applies to the first site only. */
  readonly isOfFirstSite?: true;
};

const PLANS: Partial<Record<DemoTenantName, readonly DemoPlan[]>> = {
  Acme: [
    {
      name: 'Panic button',
      types: ['panic'],
      min_severity: null,
      steps: [
        { key: 'listen', text: 'Listen in, and do not call the site', ...other, required: false },
        { key: 'send-guard', text: 'Send the guard', ...dispatch, required: false },
      ],
    },
    {
      name: 'Break-in at the warehouse',
      isOfFirstSite: true,
      types: ['intrusion'],
      min_severity: null,
      steps: [
        {
          key: 'watch-cameras',
          text: 'Look at the cameras',
          kind: 'check',
          contact_role: null,
          required: false,
        },
        { key: 'call-keyholder', text: 'Call a keyholder', ...call, required: true },
        { key: 'send-guard', text: 'Send the guard', ...dispatch, required: true },
      ],
    },
  ],
};

/** Makes the action plans of a tenant that has these sites. */
export function demoPlans(
  tenant: DemoTenantName,
  premises: readonly Pick<DemoSite, 'site'>[],
  foundedAt: Date,
  { makeId }: DemoSeed,
): readonly ActionPlan[] {
  const [first] = premises;
  if (!first) return [];
  const at = formatTimestamp(foundedAt);
  return (PLANS[tenant] ?? []).map(({ isOfFirstSite = false, ...plan }) => ({
    id: makeId(foundedAt),
    tenant_id: first.site.tenant_id,
    site_ids: isOfFirstSite ? [first.site.id] : null,
    ...plan,
    status: 'active',
    version: 1,
    created_at: at,
    updated_at: at,
  }));
}

export function planItems(plans: readonly ActionPlan[]) {
  const [first, ...others] = plans;
  if (!first) return [];
  return [...plans.map(ACTION_PLANS.item), ...plans.map(versionItem), directoryItem([first, ...others])];
}

/** Chooses the plan of an alert. Alerts from before the start have one only if somebody is working on them. */
export function pinnedPlan(plans: readonly ActionPlan[], alert: Alert) {
  const plan = alert.status === 'acknowledged' ? choosePlan(plans, alert) : undefined;
  return plan ? { [PLAN]: plan } : {};
}
