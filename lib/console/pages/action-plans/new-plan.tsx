import { useCallback } from 'preact/hooks';
import type { ActionPlanInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { bodyOf, valuesOf } from '../../state/fields.ts';
import { PLAN_CONTROLS } from './plan-controls.tsx';
import { planFields } from './plan-fields.ts';
import { texts } from './plans-texts.ts';

/** Creates an action plan. */
export function NewPlan({ guard, screen, change, tenantId, title }: PageProps) {
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: sites } = useItem(readSites);
  const fields = planFields(sites ?? []);
  return (
    <PageLayout
      title={texts.create}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
    >
      <Panel>
        <Form
          fields={fields}
          controls={PLAN_CONTROLS}
          initial={valuesOf(fields, { status: 'active' })}
          action={texts.create}
          onSubmit={async (values, idempotencyKey) => {
            const body = bodyOf(fields, values) as ActionPlanInput;
            const { id } = await guard.actionPlans.create(body, { tenantId, idempotencyKey });
            change({ itemId: id }, 'after saving');
          }}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        />
      </Panel>
    </PageLayout>
  );
}
