import { useCallback, useMemo } from 'preact/hooks';
import type { IdentityProvider } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { isMailOn } from '../../services/mail.ts';
import { common } from '../../texts/common.ts';
import { NewProvider } from './new-provider.tsx';
import { ProviderDetails } from './provider-details.tsx';
import { SecondFactorPolicy } from './second-factor-policy.tsx';
import { texts } from './sign-in-methods-texts.ts';

/** Identity providers; whether a second factor is required. */
export function SignInMethodsPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewProvider {...props} />;
  if (itemId !== undefined) return <ProviderDetails key={itemId} {...props} id={itemId} />;
  return (
    <PageLayout title={props.title}>
      {!isMailOn && <p class="notice">{texts.noMail}</p>}
      <SecondFactorPolicy {...props} />
      <Providers {...props} />
    </PageLayout>
  );
}

function Providers({ guard, screen, change, tenantId }: PageProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.identityProviders.list({ limit: 100, tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const list = useList(read);
  const columns = useMemo<readonly Column<IdentityProvider>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
            {name}
          </ScreenLink>
        ),
      },
      {
        title: texts.domains,
        cell: ({ domains }) =>
          domains
            .map(({ domain, verified_at }) => (verified_at ? domain : `${domain} (${texts.unverified})`))
            .join(', '),
      },
      {
        title: common.status,
        cell: ({ status }) => (
          <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{texts.statuses[status]}</span>
        ),
      },
    ],
    [screen, change],
  );
  return (
    <Panel
      title={texts.providers}
      actions={
        <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: 'new' }}>
          {texts.create}
        </ScreenLink>
      }
    >
      <p>{texts.about}</p>
      <ListView caption={texts.providers} list={list} columns={columns} empty={texts.none} />
    </Panel>
  );
}
