import { useCallback, useMemo } from 'preact/hooks';
import type { Tenant } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Form } from '../../parts/form.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { type Values, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { NEW_TENANT, TENANT } from './tenant-fields.ts';
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

/** Creates a tenant with its first master, and shows it. */
export function NewTenant({ guard, screen, change, title }: PageProps) {
  async function create(values: Values) {
    const text = (name: string) => String(values[name]);
    const { id } = await guard.tenants.create({
      name: text('name'),
      master: {
        name: text('master.name'),
        email: text('master.email'),
        password: text('master.password'),
      },
    });
    change({ itemId: id }, 'after saving');
  }
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
          fields={NEW_TENANT}
          initial={valuesOf(NEW_TENANT)}
          action={texts.create}
          onSubmit={create}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        />
      </Panel>
    </PageLayout>
  );
}

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
