import { useCallback, useState } from 'preact/hooks';
import type { GuardClient, IdentityProvider, IdentityProviderInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Resource } from '../../parts/resource.ts';
import { ResourcePage } from '../../parts/resource-page.tsx';
import { isMailOn } from '../../services/mail.ts';
import { bodyOf, type Field } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { ProviderDetails } from './provider-details.tsx';
import { asSent, providerFields } from './provider-fields.ts';
import { texts } from './sign-in-methods-texts.ts';

/** Identity providers; whether a second factor is required. */
export function SignInMethodsPage(props: PageProps) {
  return <ResourcePage {...props} resource={PROVIDERS} />;
}

const FIELDS = providerFields(true);

const PROVIDERS: Resource<IdentityProvider, undefined> = {
  texts: { ...texts, about: undefined },
  api: ({ identityProviders }) => identityProviders,
  nameOf: ({ name }) => name,
  searched: false,
  above: (props) => (
    <>
      {!isMailOn && <p class="notice">{texts.noMail}</p>}
      <SecondFactorPolicy {...props} />
      <h2>{texts.providers}</h2>
      <p class="explanation">{texts.about}</p>
    </>
  ),
  columns: () => [
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
  fields: () => FIELDS,
  // The provider's page then shows what to enter at the provider and in the DNS.
  create: ({ guard, tenantId }, values) => {
    const body = asSent(bodyOf(FIELDS, values)) as unknown as IdentityProviderInput;
    return guard.identityProviders.create(body, { tenantId });
  },
  body: (opened) => <ProviderDetails {...opened} />,
};

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
function SecondFactorPolicy({ guard, user, tenantId }: Pick<PageProps, 'guard' | 'user' | 'tenantId'>) {
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
