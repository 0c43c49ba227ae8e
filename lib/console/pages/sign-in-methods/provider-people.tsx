import { useState } from 'preact/hooks';
import { manages } from '../../../../shared/base/access.ts';
import type { GuardClient, IdentityProvider, PersonAccess, UserChanges } from '../../../client/index.ts';
import { Confirm, ConfirmButton } from '../../components/confirm.tsx';
import { FormField } from '../../components/form-field.tsx';
import { instantText } from '../../components/instant.tsx';
import { Facts, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { type Field, type Values, valuesOf } from '../../state/fields.ts';
import { hasPassword } from '../../state/has-password.ts';
import { morningInAWeek } from '../../state/local-time.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './provider-people-texts.ts';

/** The number of people that are read. */
const MOST = 1_000;
const NAMED = 5;

/** The people whose address is of a provider's domains, by what a change would do to them. */
interface ProviderPeople {
  /** Without the provider they cannot sign in. */
  readonly dependent: readonly PersonAccess[];
  /** They have a password too, until a date. */
  readonly ending: readonly PersonAccess[];
  /** They have a password too, and could do without. */
  readonly ready: readonly PersonAccess[];
  /** They have a password only: without it they would be locked out. */
  readonly passwordOnly: readonly PersonAccess[];
  readonly isAll: boolean;
}

export async function readPeople(
  guard: GuardClient,
  { tenant_id, email_domains }: IdentityProvider,
  now: number,
  signal?: AbortSignal,
): Promise<ProviderPeople> {
  const people: PersonAccess[] = [];
  let isAll = true;
  for await (const user of guard.users.listPeople({ status: 'active', tenant_id, limit: 100 }, { signal })) {
    if (people.length >= MOST) {
      isAll = false;
      break;
    }
    if (email_domains.includes(user.email.slice(user.email.lastIndexOf('@') + 1))) people.push(user);
  }
  const withPassword = people.filter((it) => hasPassword(it, now));
  const withBoth = withPassword.filter(({ sso_login_enabled }) => sso_login_enabled);
  return {
    dependent: people.filter((it) => it.sso_login_enabled && !hasPassword(it, now)),
    ending: withBoth.filter(({ password_login_ends_at }) => password_login_ends_at !== null),
    ready: withBoth.filter(({ password_login_ends_at }) => password_login_ends_at === null),
    passwordOnly: withPassword.filter(({ sso_login_enabled }) => !sso_login_enabled),
    isAll,
  };
}

const START: Field = {
  name: 'password_login_ends_at',
  label: texts.requiredFrom,
  kind: 'datetime',
  hint: texts.requiredFromHint,
};

/** Some names, and how many others there are. */
export const namesOf = (people: readonly Pick<PersonAccess, 'name'>[]): string =>
  [
    ...people.slice(0, NAMED).map(({ name }) => name),
    ...(people.length > NAMED ? [texts.others(formatNumber(people.length - NAMED))] : []),
  ].join(', ');

interface ProviderPeoplePanelProps extends PageProps {
  readonly provider: IdentityProvider;
}

/** Who depends on a provider, and who would be locked out if single sign-on were required of everybody. */
export function ProviderPeoplePanel({ provider, now }: ProviderPeoplePanelProps) {
  const { guard, user } = useConsole();
  const {
    value: people,
    error,
    again,
  } = useRead((signal) => readPeople(guard, provider, now, signal), [guard, provider]);
  const [start, setStart] = useState<Values>();
  const isManaged = (it: PersonAccess) => it.id !== user.id && manages(user.role, it.role);
  // Somebody must be able to sign in when the provider fails: whoever requires it keeps the own password.
  const chosen = (people?.ready ?? []).filter(isManaged);
  const ending = (people?.ending ?? []).filter(isManaged);
  const isVerified = provider.domains.some(({ verified_at }) => verified_at !== null);
  const typed = String(start?.[START.name] ?? '');
  const isReadable = typed === '' || !Number.isNaN(Date.parse(typed));
  const from = isReadable && typed !== '' ? new Date(typed).toISOString() : undefined;

  async function update(persons: readonly PersonAccess[], changes: UserChanges) {
    try {
      for (const { id } of persons) await guard.users.update(id, changes);
    } finally {
      again(); // also after a failure, which some may have been changed before
    }
  }

  return (
    <Panel
      title={texts.title}
      actions={
        <>
          {ending.length > 0 && (
            <ConfirmButton
              label={texts.keepPasswords}
              title={texts.keepPasswordsTitle}
              text={texts.keepPasswordsText(namesOf(ending))}
              action={texts.keepPasswords}
              onConfirm={() => update(ending, { password_login_ends_at: null })}
            />
          )}
          {chosen.length > 0 && isVerified && provider.status === 'active' && (
            <button
              type="button"
              onClick={() => setStart(valuesOf([START], { [START.name]: morningInAWeek(now) }))}
            >
              {texts.require}
            </button>
          )}
        </>
      }
    >
      {!people && <Reading error={error} again={again} />}
      {people && (
        <Facts
          facts={(['dependent', 'ending', 'ready', 'passwordOnly'] as const).map((kind) => [
            texts.kinds[kind],
            people[kind].length === 0 ? texts.nobody : namesOf(people[kind].map(withDate)),
          ])}
        />
      )}
      {people?.isAll === false && <p class="muted">{texts.cut}</p>}
      {start && people && (
        <Confirm
          title={texts.requireTitle}
          text={[
            from
              ? texts.requireFromText(namesOf(chosen), instantText(from))
              : texts.requireText(namesOf(chosen)),
            people.passwordOnly.length > 0 && texts.keep(namesOf(people.passwordOnly)),
            texts.youKeep,
          ]
            .filter(Boolean)
            .join(' ')}
          action={texts.require}
          onConfirm={
            isReadable
              ? () =>
                  update(chosen, from ? { password_login_ends_at: from } : { password_login_enabled: false })
              : undefined
          }
          onClose={() => setStart(undefined)}
        >
          <FormField
            field={START}
            value={typed}
            errors={undefined}
            onChange={(value) => setStart({ [START.name]: value })}
          />
        </Confirm>
      )}
    </Panel>
  );
}

/** A person whose password stops counting is named with the date. */
const withDate = ({ name, password_login_ends_at: endsAt, ...person }: PersonAccess) => ({
  name: endsAt && person.password_login_enabled ? `${name} (${instantText(endsAt)})` : name,
});
