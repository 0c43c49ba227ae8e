import { useCallback, useMemo } from 'preact/hooks';
import type { Tenant } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { common } from '../../texts/common-texts.ts';
import { texts } from './tenants-texts.ts';

/** The tenants of the service, of which a platform admin opens one at a time. */
export function TenantsPage({ guard, screen, change }: PageProps) {
  const read = useCallback((signal: AbortSignal) => guard.tenants.list({ limit: 100 }, { signal }), [guard]);
  const list = useList(read);
  const columns = useMemo<readonly Column<Tenant>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink
            screen={screen}
            change={change}
            to={{ tenantId: id, view: 'alerts', itemId: undefined }}
          >
            {name}
          </ScreenLink>
        ),
      },
      { title: common.status, cell: ({ status }) => status },
      { title: common.created, cell: ({ created_at }) => <Instant at={created_at} /> },
    ],
    [screen, change],
  );
  return (
    <PageLayout title={texts.title}>
      <ListView
        caption={texts.title}
        list={list}
        columns={columns}
        searched={({ name }) => name}
        empty={texts.none}
      />
    </PageLayout>
  );
}
