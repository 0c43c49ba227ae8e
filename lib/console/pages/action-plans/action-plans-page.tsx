import type { ActionPlan, ActionPlanInput, AlertSeverity } from '../../../client/index.ts';
import type { PageProps } from '../../components/page-props.ts';
import type { Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import { Warnings } from '../../components/warnings.tsx';
import { type NamedSite, readSites, withDeleted } from '../../services/read-sites.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { planFields, STEP_COLUMNS } from './plan-fields.ts';
import { NEW_STEP } from './plan-steps.ts';
import { texts } from './plans-texts.ts';
import { TypeChooser } from './type-chooser.tsx';

/** What operators do about an alert, step by step. */
export function ActionPlansPage(props: PageProps) {
  return <ResourcePage {...props} resource={PLANS} />;
}

const { call, check, dispatch } = texts.intrusionSteps;

/** A plan to begin with: whom the operator calls, and who goes there. */
const INTRUSION: Values = {
  name: texts.intrusion,
  types: ['intrusion'],
  steps: [
    { ...NEW_STEP, text: call, contact_role: 'keyholder' },
    { ...NEW_STEP, text: check, kind: 'check', required: false },
    { ...NEW_STEP, text: dispatch, kind: 'dispatch', contact_role: 'guard' },
  ].map((step) => valuesOf(STEP_COLUMNS, step)),
};

const PLANS: Resource<ActionPlan, readonly NamedSite[]> = {
  texts: { ...texts, details: texts.settings },
  api: ({ actionPlans }) => actionPlans,
  nameOf: ({ name }) => name,
  readNeeded: readSites,
  isNeededInList: true,
  columns: ({ needed: sites }) => {
    const names = new Map(sites?.map(({ id, name }) => [id, name]));
    return [
      { title: texts.types, cell: ({ types }) => types?.map(typeLabel).join(', ') ?? texts.allTypes },
      {
        title: texts.sites,
        cell: ({ site_ids: ids }) => ids?.map((id) => names.get(id) ?? '–').join(', ') ?? texts.allSites,
      },
      {
        title: texts.severity,
        cell: ({ min_severity: least }) =>
          least === null
            ? texts.anySeverity
            : texts.atLeast(common.severities[least as AlertSeverity] ?? least),
      },
      { title: texts.steps, isNumber: true, cell: ({ steps }) => steps.length },
      {
        title: common.status,
        cell: ({ status }) => (
          <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{texts.statuses[status]}</span>
        ),
      },
    ];
  },
  fields: (_, sites, plan) => planFields(withDeleted(sites, plan?.site_ids)),
  controls: () => ({ types: TypeChooser }),
  initial: () => ({ status: 'active' }),
  examples: () => ({ [texts.intrusion]: INTRUSION }),
  create: ({ guard, tenantId, fields }, values, idempotencyKey) =>
    guard.actionPlans.create(bodyOf(fields, values) as ActionPlanInput, { tenantId, idempotencyKey }),
  intro: ({ item }) => (
    <>
      <p class="muted">
        {texts.version} {item.version}. {texts.kept}
      </p>
      <Warnings warnings={item.warnings} of={item} />
    </>
  ),
};
