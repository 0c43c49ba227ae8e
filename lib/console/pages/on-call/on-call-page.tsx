import { isPermitted } from '../../../../shared/base/access.ts';
import { timeZoneNamed } from '../../../../shared/base/time-zones.ts';
import type { StoredRotation } from '../../../../shared/schedules/rotation.ts';
import { daysOfZone } from '../../../../shared/statistics/zone-days.ts';
import type { GuardClient, Schedule } from '../../../client/index.ts';
import { checkValues } from '../../components/check-values.ts';
import { Panel } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import { readUsualZone } from '../../hooks/use-tenant-zone.ts';
import type { Option, Values } from '../../state/fields.ts';
import { FourWeeks, newShifts } from './four-weeks.tsx';
import { OnCallNow } from './on-call-now.tsx';
import { texts } from './on-call-texts.ts';
import { ScheduleDetails, ShownSchedule } from './schedule-details.tsx';
import { newRotation, rotationFields, rotationOf, SCHEDULE_FIELDS } from './schedule-fields.ts';

/** Who is on call now and in a month; schedules, overrides. */
export function OnCallPage(props: PageProps) {
  return <ResourcePage {...props} resource={SCHEDULES} />;
}

/** What the form of a schedule needs. */
interface Needed {
  readonly people: readonly Person[];
  /** That of a new schedule. */
  readonly timeZone: string;
}

const NOTHING_NEEDED: Needed = { people: [], timeZone: 'UTC' };

const SCHEDULES: Resource<Schedule, Needed> = {
  texts,
  api: ({ schedules }) => schedules,
  nameOf: ({ name }) => name,
  searched: false,
  // Each row is a request: more would come near the limit of a minute.
  limit: 20,
  readNeeded: async (props, signal) => {
    const { guard, user, tenantId } = props;
    if (!isPermitted(user.role, 'schedules:update')) return NOTHING_NEEDED;
    const [people, timeZone] = await Promise.all([
      readPeople(guard, tenantId, signal),
      readUsualZone(props, signal),
    ]);
    return { people, timeZone };
  },
  columns: () => [
    {
      title: texts.now,
      cell: (schedule) => <OnCallNow id={schedule.id} zone={schedule.time_zone} />,
    },
    { title: texts.timeZone, cell: ({ time_zone }) => time_zone },
  ],
  mayCreate: ({ user }) => isPermitted(user.role, 'schedules:create'),
  mayChange: ({ user }) => isPermitted(user.role, 'schedules:update'),
  // With its first rotation.
  fields: (_, { people }) => [...SCHEDULE_FIELDS, ...rotationFields(people)],
  initial: ({ now }, { timeZone }) => ({
    time_zone: timeZone,
    ...newRotation(daysOfZone(timeZone).at(now)),
  }),
  create: ({ guard, tenantId, needed: { people } }, values, idempotencyKey) => {
    const body = {
      name: String(values['name']),
      time_zone: String(values['time_zone']),
      rotations: [rotationOf(rotationFields(people), values)],
    };
    return guard.schedules.create(body, { tenantId, idempotencyKey });
  },
  examples: ({ people }) => nightRota(people),
  preview: ({ needed: { people }, values, now }) => {
    const zone = timeZoneNamed(String(values['time_zone']));
    const fields = rotationFields(people);
    if (zone === undefined || Object.keys(checkValues(fields, values)).length > 0) return undefined;
    const rotation = rotationOf(fields, values) as StoredRotation;
    return (
      <Panel title={texts.fourWeeks}>
        <FourWeeks shifts={newShifts(zone, rotation, people, Math.floor(now / MINUTE_MS) * MINUTE_MS)} />
      </Panel>
    );
  },
  body: (opened) => <ScheduleDetails {...opened} needed={opened.needed.people} />,
  shown: (opened) => <ShownSchedule {...opened} />,
};

const MINUTE_MS = 60_000;

/** Three people who take turns of a week, at night only: active ones, operators first. */
function nightRota(people: readonly Person[]): Readonly<Record<string, Values>> {
  const active = people.filter(({ isActive }) => isActive);
  const first = [...active.filter(({ isOperator }) => isOperator), ...active.filter((it) => !it.isOperator)];
  if (first.length === 0) return {};
  const user_ids = first.slice(0, 3).map(({ value }) => value);
  const night = { handoff_time: '20:00', from: '20:00', to: '08:00', every: 'week', length: '1' };
  return { [texts.nightRota]: { name: texts.nightRota, user_ids, ...night } };
}

/** A person to choose. */
interface Person extends Option {
  readonly name: string;
  readonly isActive: boolean;
  readonly isOperator: boolean;
}

/** The users of a tenant, as options of a field. */
async function readPeople(
  guard: GuardClient,
  tenantId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Person[]> {
  const users = await guard.users.list({ limit: 100, tenant_id: tenantId }, { signal }).all();
  return users
    .map(({ id, name, email, status, role }) => ({
      value: id,
      label: `${name} (${email})`,
      name,
      isActive: status === 'active',
      isOperator: role === 'operator',
    }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
