import { useCallback, useMemo } from 'preact/hooks';
import type { ActionPlan, AlertSeverity } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import { NewPlan } from './new-plan.tsx';
import { PlanDetails } from './plan-details.tsx';
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
