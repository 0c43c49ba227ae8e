import { useCallback, useState } from 'preact/hooks';
import { manages } from '../../../../shared/base/access.ts';
import type { GuardClient, IdentityProvider, User } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Facts, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './provider-people-texts.ts';

/** The number of people that are read. */
const MOST = 1_000;
const NAMED = 5;

/** The people whose address is of a provider's domains, by what a change would do to them. */
interface ProviderPeople {
  /** Without the provider they cannot sign in. */
  readonly dependent: readonly User[];
  /** They have a password too, and could do without. */
  readonly ready: readonly User[];
  /** They have a password only: without it they would be locked out. */
  readonly passwordOnly: readonly User[];
  readonly isAll: boolean;
}

export async function readPeople(
  guard: GuardClient,
  { tenant_id, email_domains }: IdentityProvider,
  signal?: AbortSignal,
): Promise<ProviderPeople> {
  const people: User[] = [];
  let isAll = true;
  for await (const user of guard.users.list({ status: 'active', tenant_id, limit: 100 }, { signal })) {
    if (people.length >= MOST) {
      isAll = false;
      break;
    }
    if (email_domains.includes(user.email.slice(user.email.lastIndexOf('@') + 1))) people.push(user);
  }
  const withPassword = people.filter(({ password_login_enabled }) => password_login_enabled);
  return {
    dependent: people.filter((it) => it.sso_login_enabled && !it.password_login_enabled),
    ready: withPassword.filter(({ sso_login_enabled }) => sso_login_enabled),
    passwordOnly: withPassword.filter(({ sso_login_enabled }) => !sso_login_enabled),
    isAll,
  };
}

/** Some names, and how many others there are. */
export const namesOf = (people: readonly User[]): string =>
  [
    ...people.slice(0, NAMED).map(({ name }) => name),
    ...(people.length > NAMED ? [texts.others(formatNumber(people.length - NAMED))] : []),
  ].join(', ');

interface ProviderPeoplePanelProps extends PageProps {
  readonly provider: IdentityProvider;
}

/** Who depends on a provider, and who would be locked out if single sign-on were required of everybody. */
export function ProviderPeoplePanel({ guard, user, provider }: ProviderPeoplePanelProps) {
  const read = useCallback((signal: AbortSignal) => readPeople(guard, provider, signal), [guard, provider]);
  const { value: people, error, again } = useItem(read);
  const [isAsked, setAsked] = useState(false);
  // Somebody must be able to sign in when the provider fails: whoever requires it keeps the own password.
  const chosen = (people?.ready ?? []).filter((it) => it.id !== user.id && manages(user.role, it.role));
  const isVerified = provider.domains.some(({ verified_at }) => verified_at !== null);

  async function require() {
    for (const { id } of chosen) await guard.users.update(id, { password_login_enabled: false });
    again();
  }

  return (
    <Panel
      title={texts.title}
      actions={
        chosen.length > 0 &&
        isVerified &&
        provider.status === 'active' && (
          <button type="button" onClick={() => setAsked(true)}>
            {texts.require}
          </button>
        )
      }
    >
      {!people && <Reading error={error} again={again} />}
      {people && (
        <Facts
          facts={(['dependent', 'ready', 'passwordOnly'] as const).map((kind) => [
            texts.kinds[kind],
            people[kind].length === 0 ? texts.nobody : namesOf(people[kind]),
          ])}
        />
      )}
      {people?.isAll === false && <p class="muted">{texts.cut}</p>}
      {isAsked && people && (
        <Confirm
          title={texts.requireTitle}
          text={[
            texts.requireText(namesOf(chosen)),
            people.passwordOnly.length > 0 && texts.keep(namesOf(people.passwordOnly)),
            texts.youKeep,
          ]
            .filter(Boolean)
            .join(' ')}
          action={texts.require}
          onConfirm={require}
          onClose={() => setAsked(false)}
        />
      )}
    </Panel>
  );
}
