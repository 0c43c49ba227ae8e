import type { ComponentChildren } from 'preact';
import type { Tenant } from '../../../client/index.ts';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Resource } from '../../parts/resource.ts';
import { ResourcePage } from '../../parts/resource-page.tsx';
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
  // With its first master.
  create: ({ guard }, values) => {
    const text = (name: string) => String(values[name]);
    return guard.tenants.create({
      name: text('name'),
      master: {
        name: text('master.name'),
        email: text('master.email'),
        password: text('master.password'),
      },
    });
  },
  actions: (opened) => <OpenLink {...opened} class="button primary" />,
};

interface OpenLinkProps extends Pick<PageProps, 'screen' | 'change'> {
  readonly id: string;
  readonly class: string;
  readonly children?: ComponentChildren;
}

/** Leads into a tenant. */
const OpenLink = ({ screen, change, id, class: name, children }: OpenLinkProps) => (
  <ScreenLink
    class={name}
    screen={screen}
    change={change}
    to={{ tenantId: id, view: 'alerts', itemId: undefined }}
  >
    {texts.open}
    {children}
  </ScreenLink>
);
