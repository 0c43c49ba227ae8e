import { useCallback, useMemo, useState } from 'preact/hooks';
import { isOperational, ROLES } from '../../../../shared/base/access.ts';
import type { Role, User, UserInput, UserStatus } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { Form } from '../../parts/form.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { isMailOn } from '../../services/mail.ts';
import { bodyOf, type Field, type Option, type Values, valuesOf } from '../../state/fields.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { type GeneratedPassword, GeneratePassword } from './generate-password.tsx';
import { texts } from './people-texts.ts';
import { PersonDetails } from './person-details.tsx';
import {
  assignableRoles,
  FIRST_PASSWORD,
  isInvited,
  PASSWORD,
  personFields,
  roleOptions,
  STATUS_OPTIONS,
} from './person-fields.ts';
import { sitesField } from './sites-field.ts';

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

const CREDENTIALS: readonly Field[] = [
  ...(isMailOn ? [FIRST_PASSWORD] : []),
  { ...PASSWORD, isShown: (values) => !isInvited(values) },
];

const NEW = {
  role: 'operator',
  password_login_enabled: true,
  first_password: isMailOn ? 'invitation' : 'password',
};

/** Adds a person, and assigns the sites of operators and viewers. */
export function NewPerson({ guard, user, screen, change, tenantId, title }: PageProps) {
  const roles = assignableRoles(user.role, tenantId !== undefined);
  const [role, setRole] = useState<Role>('operator');
  const [isByInvitation, setInvited] = useState(isMailOn);
  const [unassigned, setUnassigned] = useState<User>();
  const [filled, setFilled] = useState<GeneratedPassword>();
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: sites } = useItem(readSites);
  const assigned = isOperational(role) ? [sitesField(sites ?? [])] : [];
  const fields: readonly Field[] = [...personFields(roles), ...assigned, ...CREDENTIALS];

  async function create(values: Values) {
    // A password that was typed before the choice of an invitation must not be sent.
    const own = isInvited(values) ? personFields(roles) : [...personFields(roles), PASSWORD];
    const body = bodyOf(own, values) as UserInput & Record<string, unknown>;
    const person = await guard.users.create(body, { tenantId });
    const siteIds = isOperational(person.role) ? (values['site_ids'] as readonly string[]) : [];
    if (siteIds.length > 0) {
      const isAssigned = await guard.users.assignSites(person.id, siteIds).then(
        () => true,
        () => false,
      );
      // The person exists now: this form must not create them again.
      if (!isAssigned) return setUnassigned(person);
    }
    change({ itemId: person.id }, 'after saving');
  }

  if (unassigned) {
    return (
      <PageLayout title={unassigned.name}>
        <p class="notice" role="alert">
          {texts.sitesFailed(unassigned.name)}
        </p>
        <p>
          <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: unassigned.id }}>
            {texts.sites}
          </ScreenLink>
        </p>
      </PageLayout>
    );
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
          fields={fields}
          initial={valuesOf(fields, NEW)}
          action={texts.create}
          filled={filled}
          onChange={(values) => {
            setRole(values['role'] as Role);
            setInvited(isInvited(values));
            return undefined;
          }}
          onSubmit={create}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        >
          {!isByInvitation && <GeneratePassword filled={filled} onFill={setFilled} />}
        </Form>
      </Panel>
    </PageLayout>
  );
}
