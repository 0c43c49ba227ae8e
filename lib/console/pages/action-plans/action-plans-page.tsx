import { useCallback, useMemo } from 'preact/hooks';
import type { ActionPlan, ActionPlanInput, AlertSeverity } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { Warnings } from '../../parts/warnings.tsx';
import { bodyOf, valuesOf } from '../../state/fields.ts';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { PLAN_CONTROLS } from './plan-controls.tsx';
import { planFields } from './plan-fields.ts';
import { texts } from './plans-texts.ts';

/** What operators do about an alert, step by step. */
export function ActionPlansPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewPlan {...props} />;
  if (itemId !== undefined) return <PlanDetails key={itemId} {...props} id={itemId} />;
  return <PlanList {...props} />;
}

function PlanList({ guard, screen, change, tenantId, title }: PageProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.actionPlans.list({ limit: 100, tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const list = useList(read);
  const { value: sites } = useItem(readSites);
  const columns = useMemo<readonly Column<ActionPlan>[]>(() => {
    const names = new Map(sites?.map(({ id, name }) => [id, name]));
    return [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
            {name}
          </ScreenLink>
        ),
      },
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
            : texts.atLeast(desk.severities[least as AlertSeverity] ?? least),
      },
      { title: texts.steps, isNumber: true, cell: ({ steps }) => steps.length },
      {
        title: common.status,
        cell: ({ status }) => (
          <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{texts.statuses[status]}</span>
        ),
      },
    ];
  }, [screen, change, sites]);
  return (
    <PageLayout
      title={title}
      actions={
        <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: 'new' }}>
          {texts.create}
        </ScreenLink>
      }
    >
      <p class="explanation">{texts.about}</p>
      <ListView
        caption={title}
        list={list}
        columns={columns}
        searched={({ name }) => name}
        empty={texts.none}
      />
    </PageLayout>
  );
}

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

/** One action plan. */
export function PlanDetails(props: PageProps & { readonly id: string }) {
  const { guard, screen, change, tenantId, id, title } = props;
  const read = useCallback((signal?: AbortSignal) => guard.actionPlans.get(id, { signal }), [guard, id]);
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: plan, error, show, again } = useItem(read);
  const sites = useItem(readSites);
  // Deleted sites can be taken out.
  const known = new Set(sites.value?.map((site) => site.id));
  const gone = (plan?.site_ids ?? []).filter((it) => !known.has(it)).map((it) => ({ id: it, name: it }));
  return (
    <PageLayout
      title={plan?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        plan && (
          <>
            <AuditLink {...props} entityId={id} />
            <ConfirmButton
              label={common.delete}
              title={texts.deleteTitle(plan.name)}
              text={texts.deleteText}
              action={common.delete}
              onConfirm={async () => {
                await guard.actionPlans.delete(id);
                change({ itemId: undefined }, 'after saving');
              }}
            />
          </>
        )
      }
    >
      {plan && sites.value ? (
        <Panel title={texts.settings}>
          <p class="muted">
            {texts.version} {plan.version}. {texts.kept}
          </p>
          <Warnings warnings={plan.warnings} of={plan} />
          <EditForm
            fields={planFields([...sites.value, ...gone])}
            controls={PLAN_CONTROLS}
            item={plan}
            read={read}
            save={(changes, ifMatch) => guard.actionPlans.update(id, changes, { ifMatch })}
            onSaved={show}
          />
        </Panel>
      ) : (
        <Reading
          error={error ?? sites.error}
          again={() => {
            again();
            sites.again();
          }}
        />
      )}
    </PageLayout>
  );
}
