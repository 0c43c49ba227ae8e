import { USERS } from '../../shared/accounts/user.ts';
import { NOTIFICATION_RULES } from '../../shared/notify/notification-rule.ts';
import { SCHEDULES } from '../../shared/schedules/schedule.ts';
import { creationOf } from '../support/new-entity.ts';
import type { Lane } from './lane.ts';
import {
  change,
  creation,
  deletion,
  inTenant,
  type PreparedWrite,
  type WriteCase,
} from './prepared-write.ts';

const PATH = '/api/v1/schedules';

/** A tenant has few, so those of the cases before are deleted. */
async function inputOf(lane: Lane) {
  for (const { id } of await lane.items(SCHEDULES.prefix())) {
    await lane.guard.call(`DELETE ${PATH}/${id}`, { token: lane.master });
  }
  const [user] = await lane.items(USERS.prefix());
  return creationOf('schedule', { unique: lane.unique(), userId: user.id }).json;
}

const newSchedule = async (lane: Lane) => lane.create(PATH, await inputOf(lane));

async function overrideInput(lane: Lane) {
  const [user] = await lane.items(USERS.prefix());
  const now = lane.guard.clock.now.getTime();
  const [since, until] = [1, 2].map((days) => new Date(now + days * 86_400_000).toISOString());
  return { user_id: user.id, since, until };
}

const overridesOf = async (lane: Lane, id: string) =>
  (await lane.item(inTenant(lane, SCHEDULES, id)))?.overrides ?? [];

async function overriding(lane: Lane): Promise<PreparedWrite> {
  const id = await newSchedule(lane);
  return {
    request: `POST ${PATH}/${id}/overrides`,
    options: { json: await overrideInput(lane), token: lane.master },
    timesDone: async () => (await overridesOf(lane, id)).length,
  };
}

/** Creates a rule that names a new schedule. Those of the cases before are deleted, so that their schedules can be. */
async function naming(lane: Lane): Promise<PreparedWrite> {
  for (const { id } of await lane.items(NOTIFICATION_RULES.prefix())) {
    await lane.guard.call(`DELETE /api/v1/notification-rules/${id}`, { token: lane.master });
  }
  const { path, json } = creationOf('notification_rule', { unique: lane.unique() });
  const recipients = [{ schedule_id: await newSchedule(lane) }];
  return creation(lane, NOTIFICATION_RULES, path, { ...json, recipients });
}

const creating = async (lane: Lane) => creation(lane, SCHEDULES, PATH, await inputOf(lane));

/** Every write of schedules and their overrides. */
export const scheduleCases = (
  withKey: (lane: Lane, write: PreparedWrite) => PreparedWrite,
): readonly WriteCase[] => [
  { route: 'create-schedule', prepare: creating },
  {
    route: 'create-schedule',
    how: 'with an Idempotency-Key',
    prepare: async (lane) => withKey(lane, await creating(lane)),
  },
  {
    route: 'update-schedule',
    async prepare(lane) {
      const id = await newSchedule(lane);
      const options = { json: { name: lane.unique() }, token: lane.master };
      return change(lane, inTenant(lane, SCHEDULES, id), `PATCH ${PATH}/${id}`, options);
    },
  },
  {
    route: 'delete-schedule',
    async prepare(lane) {
      const id = await newSchedule(lane);
      return deletion(lane, inTenant(lane, SCHEDULES, id), `${PATH}/${id}`);
    },
    repeated: 404,
  },
  { route: 'create-notification-rule', how: 'that names a schedule', prepare: naming },
  { route: 'create-override', prepare: overriding },
  {
    route: 'create-override',
    how: 'with an Idempotency-Key',
    prepare: async (lane) => withKey(lane, await overriding(lane)),
  },
  {
    route: 'delete-override',
    async prepare(lane) {
      const id = await newSchedule(lane);
      const overrideId = await lane.create(`${PATH}/${id}/overrides`, await overrideInput(lane));
      return {
        request: `DELETE ${PATH}/${id}/overrides/${overrideId}`,
        options: { token: lane.master },
        timesDone: async () => 1 - (await overridesOf(lane, id)).length,
      };
    },
    repeated: 404,
  },
];
