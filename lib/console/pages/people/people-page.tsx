import { useCallback, useMemo, useState } from 'preact/hooks';
import { ROLES } from '../../../../shared/base/access.ts';
import type { Role, User, UserStatus } from '../../../client/index.ts';
import { useList } from '../../hooks/use-list.ts';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import type { Option } from '../../state/fields.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { NewPerson } from './new-person.tsx';
import { texts } from './people-texts.ts';
import { PersonDetails } from './person-details.tsx';
import { roleOptions, STATUS_OPTIONS } from './person-fields.ts';

/** Users: invitations, roles, assigned sites, blocking. */
export function PeoplePage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewPerson {...props} />;
  if (itemId !== undefined) return <PersonDetails key={itemId} {...props} id={itemId} />;
  return <PeopleList {...props} />;
}

const MARKS: Readonly<Record<UserStatus, string>> = {
  active: 'mark',
  inactive: 'mark mark-off',
  blocked: 'mark mark-bad',
};

function PeopleList({ guard, user, screen, change, tenantId, title }: PageProps) {
  const [role, setRole] = useState<Role>();
  const [status, setStatus] = useState<UserStatus>();
  const read = useCallback(
    (signal: AbortSignal) => guard.users.list({ limit: 100, tenant_id: tenantId, role, status }, { signal }),
    [guard, tenantId, role, status],
  );
  const list = useList(read);
  const columns = useMemo<readonly Column<User>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <>
            <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
              {name}
            </ScreenLink>
            {id === user.id && <span class="muted"> ({texts.you})</span>}
          </>
        ),
      },
      { title: texts.email, cell: ({ email }) => email },
      { title: texts.role, cell: (person) => roleLabel(person.role) },
      {
        title: common.status,
        cell: (person) => <span class={MARKS[person.status]}>{texts.statuses[person.status]}</span>,
      },
      {
        title: texts.lastSignIn,
        cell: ({ last_login_at }) => (last_login_at === null ? common.never : <Instant at={last_login_at} />),
      },
    ],
    [screen, change, user.id],
  );
  const roles = ROLES.filter((it) => it !== 'platform_admin' || tenantId !== undefined);
  return (
    <PageLayout
      title={title}
      actions={
        <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: 'new' }}>
          {texts.create}
        </ScreenLink>
      }
    >
      <ListView
        caption={title}
        list={list}
        columns={columns}
        searched={({ name, email }) => `${name} ${email}`}
        empty={texts.none}
      >
        <Filter
          label={texts.role}
          all={texts.anyRole}
          options={roleOptions(roles)}
          onChoose={(value) => setRole(value as Role | undefined)}
        />
        <Filter
          label={common.status}
          all={texts.anyStatus}
          options={STATUS_OPTIONS}
          onChoose={(value) => setStatus(value as UserStatus | undefined)}
        />
      </ListView>
    </PageLayout>
  );
}

interface FilterProps {
  readonly label: string;
  /** The text of the choice that filters nothing. */
  readonly all: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string | undefined) => void;
}

function Filter({ label, all, options, onChoose }: FilterProps) {
  return (
    <select
      aria-label={label}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
