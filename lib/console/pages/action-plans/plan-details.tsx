import { useCallback } from 'preact/hooks';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { Warnings } from '../../parts/warnings.tsx';
import { common } from '../../texts/common.ts';
import { PLAN_CONTROLS } from './plan-controls.tsx';
import { planFields } from './plan-fields.ts';
import { texts } from './plans-texts.ts';

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
