import { useCallback } from 'preact/hooks';
import { useItem } from '../../hooks/use-item.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { common } from '../../texts/common.ts';
import { TENANT } from './tenant-fields.ts';
import { texts } from './tenants-texts.ts';

/** One tenant: its name and status, and the way into it. */
export function TenantDetails({ guard, screen, change, id, title }: PageProps & { readonly id: string }) {
  const read = useCallback((signal?: AbortSignal) => guard.tenants.get(id, { signal }), [guard, id]);
  const { value: tenant, error, show, again } = useItem(read);
  return (
    <PageLayout
      title={tenant?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        tenant && (
          <>
            <ScreenLink
              class="button primary"
              screen={screen}
              change={change}
              to={{ tenantId: id, view: 'alerts', itemId: undefined }}
            >
              {texts.open}
            </ScreenLink>
            <ConfirmButton
              label={common.delete}
              title={texts.deleteTitle(tenant.name)}
              text={texts.deleteText}
              action={common.delete}
              onConfirm={async () => {
                await guard.tenants.delete(id);
                change({ itemId: undefined }, 'after saving');
              }}
            />
          </>
        )
      }
    >
      {tenant ? (
        <Panel title={texts.details}>
          <EditForm
            fields={TENANT}
            item={tenant}
            read={read}
            save={(changes, ifMatch) => guard.tenants.update(id, changes, { ifMatch })}
            onSaved={show}
          />
        </Panel>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}
