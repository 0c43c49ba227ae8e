import type { ComponentChildren } from 'preact';
import type { Tenant } from '../../../client/index.ts';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Created, Filling, Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import { isMailOn } from '../../services/mail.ts';
import type { Values } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { NEW_TENANT, TENANT } from './tenant-fields.ts';
import { texts } from './tenants-texts.ts';

/** Tenants; open one, to see all its pages. */
export function TenantsPage(props: PageProps) {
  return <ResourcePage {...props} resource={TENANTS} />;
}

const TENANTS: Resource<Tenant, undefined> = {
  texts,
  api: ({ tenants }) => tenants,
  view: 'tenants',
  nameOf: ({ name }) => name,
  columns: (props) => [
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
        <OpenLink {...props} class="button" id={id}>
          <span class="unseen"> {name}</span>
        </OpenLink>
      ),
    },
  ],
  fields: (_, __, tenant) => (tenant ? TENANT : NEW_TENANT),
  create: createWithMaster,
  actions: (opened) => <OpenLink {...opened} class="button primary" />,
};

/**
 * Creates a tenant with its first master. Without a password, the master is invited: a second request, because the one that creates
 * both needs a password. If it is refused, the tenant is deleted again, so that the form can be sent again.
 */
async function createWithMaster(filling: Filling<undefined>, values: Values): Promise<Created> {
  const { guard } = filling;
  const text = (name: string) => String(values[name]);
  const name = text('name');
  const master = { name: text('master.name'), email: text('master.email') };
  if (!isMailOn)
    return guard.tenants.create({ name, master: { ...master, password: text('master.password') } });
  const { id } = await guard.tenants.create({ name });
  try {
    await guard.users.create({ ...master, role: 'tenant_master' }, { tenantId: id });
  } catch (error) {
    const isDeleted = await guard.tenants.delete(id).then(
      () => true,
      () => false,
    );
    if (isDeleted) throw error;
    // The tenant exists, perhaps with its master, if only the answer was lost.
    const view = () => (
      <>
        <p class="notice" role="alert">
          {texts.masterFailed(name)}
        </p>
        <ScreenLink class="button primary" to={{ tenantId: id, view: 'people', itemId: undefined }}>
          {texts.people}
        </ScreenLink>
      </>
    );
    return { id, title: name, view };
  }
  return { id };
}

interface OpenLinkProps {
  readonly id: string;
  readonly class: string;
  readonly children?: ComponentChildren;
}

/** Leads into a tenant. */
const OpenLink = ({ id, class: name, children }: OpenLinkProps) => (
  <ScreenLink class={name} to={{ tenantId: id, view: 'alerts', itemId: undefined }}>
    {texts.open}
    {children}
  </ScreenLink>
);
