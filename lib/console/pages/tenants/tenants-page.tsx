import { useCallback, useMemo } from 'preact/hooks';
import type { Tenant } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { common } from '../../texts/common.ts';
import { NewTenant } from './new-tenant.tsx';
import { TenantDetails } from './tenant-details.tsx';
import { texts } from './tenants-texts.ts';

/** Tenants; open one, to see all its pages. */
export function TenantsPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewTenant {...props} />;
  if (itemId !== undefined) return <TenantDetails key={itemId} {...props} id={itemId} />;
  return <TenantList {...props} />;
}

function TenantList({ guard, screen, change, title }: PageProps) {
  const read = useCallback((signal: AbortSignal) => guard.tenants.list({ limit: 100 }, { signal }), [guard]);
  const list = useList(read);
  const columns = useMemo<readonly Column<Tenant>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink screen={screen} change={change} to={{ view: 'tenants', itemId: id }}>
            {name}
          </ScreenLink>
        ),
      },
      {
        title: common.status,
        cell: ({ status }) => (
          <span class={status === 'active' ? 'mark' : 'mark mark-off'}>{texts.statuses[status]}</span>
        ),
      },
      { title: common.created, cell: ({ created_at }) => <Instant at={created_at} /> },
      {
        title: common.actions,
        cell: ({ id, name }) => (
          <ScreenLink
            class="button"
            screen={screen}
            change={change}
            to={{ tenantId: id, view: 'alerts', itemId: undefined }}
          >
            {texts.open}
            <span class="unseen"> {name}</span>
          </ScreenLink>
        ),
      },
    ],
    [screen, change],
  );
  return (
    <PageLayout
      title={title}
      actions={
        <ScreenLink
          class="button primary"
          screen={screen}
          change={change}
          to={{ view: 'tenants', itemId: 'new' }}
        >
          {texts.create}
        </ScreenLink>
      }
    >
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
