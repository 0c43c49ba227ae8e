import { isOperational, manages, ROLES } from '../../../../shared/base/access.ts';
import type { PersonAccess, User, UserInput, UserStatus } from '../../../client/index.ts';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Created, Filling, Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import { type Console, useConsole } from '../../hooks/use-console.ts';
import { isMailOn } from '../../services/mail.ts';
import { type NamedSite, readSites } from '../../services/read-sites.ts';
import { bodyOf, type Field, type Values } from '../../state/fields.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { peopleImport } from '../import/import-kinds.ts';
import { ImportPage } from '../import/import-page.tsx';
import { GeneratePassword } from './generate-password.tsx';
import { texts } from './people-texts.ts';
import {
  type Access,
  AccessFacts,
  texts as access,
  channelText,
  SignInState,
  siteCountText,
} from './person-access.tsx';
import { MailStatus, PersonActions, PersonFacts, PersonForms } from './person-details.tsx';
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

/** Users: invitations, roles, assigned sites, blocking; CSV import. */
export function PeoplePage(props: PageProps) {
  const { screen, user } = useConsole();
  if (screen.itemId === 'import' && isMailOn) {
    return <ImportPage {...props} kinds={peopleImport(user.role)} />;
  }
  return <ResourcePage {...props} resource={PEOPLE} />;
}

const MARKS: Readonly<Record<UserStatus, string>> = {
  active: 'mark',
  inactive: 'mark mark-off',
  blocked: 'mark mark-bad',
};

const CREDENTIALS: readonly Field[] = [
  ...(isMailOn ? [FIRST_PASSWORD] : []),
  { ...PASSWORD, isShown: (values) => !isInvited(values) },
];

const ownFields = ({ user, tenantId }: Console) =>
  personFields(assignableRoles(user.role, tenantId !== undefined));

/** A user as the list shows it. A user that was opened has fewer fields. */
type Listed = User & Partial<Access>;

const PEOPLE: Resource<Listed, readonly NamedSite[]> = {
  texts,
  // Only the list reads how each person signs in and is reached.
  api: ({ users }) => ({
    list: (query, options) => users.listPeople(query, options),
    get: (id, options) => users.get(id, options),
    update: (id, changes, options) => users.update(id, changes, options),
    delete: (id) => users.delete(id),
  }),
  nameOf: ({ name }) => name,
  searched: ({ email }) => email,
  readNeeded: readSites,
  filters: ({ tenantId }) => [
    {
      name: 'role',
      label: texts.role,
      all: texts.anyRole,
      options: roleOptions(ROLES.filter((it) => it !== 'platform_admin' || tenantId !== undefined)),
    },
    { name: 'status', label: common.status, all: texts.anyStatus, options: STATUS_OPTIONS },
  ],
  columns: ({ user, now }) => [
    {
      title: texts.email,
      cell: ({ id, email }) => (
        <>
          {email}
          {id === user.id && <span class="muted"> ({texts.you})</span>}
        </>
      ),
    },
    { title: texts.role, cell: (person) => roleLabel(person.role) },
    {
      title: access.sites,
      isNumber: true,
      cell: ({ site_count = null }) => siteCountText(site_count),
    },
    { title: access.signIn, cell: (person) => isListed(person) && <SignInState person={person} now={now} /> },
    { title: access.reachedBy, cell: ({ channels = [] }) => channelText(channels) },
    {
      title: common.status,
      cell: (person) => (
        <>
          <span class={MARKS[person.status]}>{texts.statuses[person.status]}</span>
          {person.at_desk && <span class="muted"> {access.atDesk}</span>}
        </>
      ),
    },
    {
      title: texts.lastSignIn,
      cell: ({ last_login_at }) => (last_login_at === null ? common.never : <Instant at={last_login_at} />),
    },
  ],
  // People of a file are invited by mail.
  listActions: () =>
    isMailOn && (
      <ScreenLink class="button" to={{ itemId: 'import' }}>
        {common.import}
      </ScreenLink>
    ),
  mayChange: ({ user }, { id, role }) => id !== user.id && manages(user.role, role),
  fields: (props, sites, person) =>
    person
      ? ownFields(props)
      : [...ownFields(props), { ...sitesField(sites), isShown: isOfSites }, ...CREDENTIALS],
  initial: () => ({
    role: 'operator',
    password_login_enabled: true,
    first_password: isMailOn ? 'invitation' : 'password',
  }),
  create: createPerson,
  extra: ({ values, filled, fill }) =>
    !isInvited(values) && <GeneratePassword filled={filled?.['password']} onFill={fill} />,
  actions: (opened) => <PersonActions {...opened} />,
  head: ({ now, id, item }) => (
    <>
      <MailStatus id={id} email={item.email} />
      <AccessFacts now={now} person={item} />
    </>
  ),
  tail: (opened) => <PersonForms {...opened} />,
  shown: (opened) => <PersonFacts {...opened} />,
};

const isListed = (person: Listed): person is PersonAccess => person.invitation !== undefined;

const isOfSites = (values: Values) => isOperational(values['role'] as User['role']);

/** Adds a person, and assigns the sites of operators and viewers. */
async function createPerson(filling: Filling<unknown>, values: Values): Promise<Created> {
  const { guard, tenantId } = filling;
  // A password that was typed before the choice of an invitation must not be sent.
  const own = isInvited(values) ? ownFields(filling) : [...ownFields(filling), PASSWORD];
  const body = bodyOf(own, values) as UserInput & Record<string, unknown>;
  const { id, name } = await guard.users.create(body, { tenantId });
  const siteIds = isOfSites(values) ? (values['site_ids'] as readonly string[]) : [];
  if (siteIds.length === 0) return { id };
  const isAssigned = await guard.users.assignSites(id, siteIds).then(
    () => true,
    () => false,
  );
  if (isAssigned) return { id };
  // The person exists now: the form must not create them again.
  const view = (onDone: () => void) => (
    <>
      <p class="notice" role="alert">
        {texts.sitesFailed(name)}
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          {texts.sites}
        </button>
      </div>
    </>
  );
  return { id, title: name, view };
}
