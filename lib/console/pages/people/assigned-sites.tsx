import { useCallback, useMemo } from 'preact/hooks';
import { useItem } from '../../hooks/use-item.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { texts } from './people-texts.ts';
import { sitesField } from './sites-field.ts';

/** The sites that an operator or viewer sees. */
export function AssignedSites({ guard, tenantId, id }: PageProps & { readonly id: string }) {
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const readAssigned = useCallback(
    (signal?: AbortSignal) => guard.users.getSites(id, { signal }),
    [guard, id],
  );
  const sites = useItem(readSites);
  const assigned = useItem(readAssigned);
  const fields = useMemo(() => [sitesField(sites.value ?? [])], [sites.value]);
  return (
    <Panel title={texts.sites}>
      {sites.value && assigned.value ? (
        <EditForm
          fields={fields}
          item={assigned.value}
          read={readAssigned}
          save={(changes, ifMatch) =>
            guard.users.assignSites(id, changes['site_ids'] as readonly string[], { ifMatch })
          }
          onSaved={assigned.show}
        />
      ) : (
        <Reading
          error={sites.error ?? assigned.error}
          again={() => {
            sites.again();
            assigned.again();
          }}
        />
      )}
    </Panel>
  );
}
