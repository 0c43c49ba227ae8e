import { useCallback, useMemo, useState } from 'preact/hooks';
import type { GuardClient, IdentityProvider, IdentityProviderInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { isMailOn } from '../../services/mail.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { ProviderDetails } from './provider-details.tsx';
import { asSent, providerFields } from './provider-fields.ts';
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

const FIELDS = providerFields(true);

/** Creates an identity provider. Its page then shows what to enter at the provider and in the DNS. */
export function NewProvider({ guard, screen, change, tenantId, title }: PageProps) {
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
          fields={FIELDS}
          initial={valuesOf(FIELDS)}
          action={texts.create}
          onSubmit={async (values) => {
            const body = asSent(bodyOf(FIELDS, values)) as unknown as IdentityProviderInput;
            const { id } = await guard.identityProviders.create(body, { tenantId });
            change({ itemId: id }, 'after saving');
          }}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        />
      </Panel>
    </PageLayout>
  );
}

const POLICY: readonly Field[] = [
  {
    name: 'second_factor',
    label: texts.secondFactor,
    kind: 'select',
    isRequired: true,
    options: [
      { value: 'optional', label: texts.optional },
      { value: 'required', label: texts.required },
    ],
  },
];

/** The number of people that are counted before the question. */
const COUNTED = 500;

/** Whether the tenant requires a second factor. Asks once before it does: the change reaches people who are at work. */
export function SecondFactorPolicy({
  guard,
  user,
  tenantId,
}: Pick<PageProps, 'guard' | 'user' | 'tenantId'>) {
  const [asked, setAsked] = useState<{ readonly text: string; readonly answer: (isSure: boolean) => void }>();
  const read = useCallback(
    (signal?: AbortSignal) => guard.getSecurity({ tenantId, signal }),
    [guard, tenantId],
  );
  const { value: security, error, show, again } = useItem(read);
  return (
    <Panel title={texts.secondFactor}>
      <p>{texts.secondFactorText}</p>
      {security ? (
        <EditForm
          fields={POLICY}
          item={security}
          read={read}
          confirm={async ({ second_factor }) => {
            if (second_factor !== 'required') return true;
            const isOwn = tenantId === undefined || tenantId === user.tenant_id;
            // Without the numbers, the question is the same.
            const [people, own] = await Promise.all([
              countPasswords(guard, tenantId).catch(() => undefined),
              isOwn ? guard.getTotp().catch(() => undefined) : undefined,
            ]);
            const text = [
              people && texts.people(people.count, people.isAll),
              own?.enabled === false && texts.youLackIt,
              texts.requireText,
            ];
            return new Promise((answer) => setAsked({ text: text.filter(Boolean).join(' '), answer }));
          }}
          save={(changes, ifMatch) => guard.setSecurity({ ...security, ...changes }, { tenantId, ifMatch })}
          onSaved={show}
        />
      ) : (
        <Reading error={error} again={again} />
      )}
      {asked && (
        <Confirm
          title={texts.requireTitle}
          text={asked.text}
          action={texts.require}
          onConfirm={async () => asked.answer(true)}
          onClose={() => {
            asked.answer(false);
            setAsked(undefined);
          }}
        />
      )}
    </Panel>
  );
}

/** Counts the people who may sign in with a password. Who of them has a second factor is not listed. */
async function countPasswords(guard: GuardClient, tenantId: string | undefined) {
  let [read, count] = [0, 0];
  const people = guard.users.list({ status: 'active', tenant_id: tenantId, limit: 100 });
  for await (const { password_login_enabled } of people) {
    if (++read > COUNTED) return { count, isAll: false };
    if (password_login_enabled) count += 1;
  }
  return { count, isAll: true };
}
