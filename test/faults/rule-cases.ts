import { NOTIFICATION_RULES } from '../../shared/notification-rules/notification-rule.ts';
import { USERS } from '../../shared/users/user.ts';
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

const PATH = '/api/v1/notification-rules';

/** A tenant has few, so those of the cases before are deleted. */
async function inputOf(lane: Lane) {
  for (const { id } of await lane.items(NOTIFICATION_RULES.prefix())) {
    await lane.guard.call(`DELETE ${PATH}/${id}`, { token: lane.master });
  }
  const [user] = await lane.items(USERS.prefix());
  return creationOf('notification_rule', { unique: lane.unique(), userId: user.id }).json;
}

const newRule = async (lane: Lane) => lane.create(PATH, await inputOf(lane));

const creating = async (lane: Lane) => creation(lane, NOTIFICATION_RULES, PATH, await inputOf(lane));

/** Every write of notification rules. */
export const ruleCases = (
  withKey: (lane: Lane, write: PreparedWrite) => PreparedWrite,
): readonly WriteCase[] => [
  { route: 'create-notification-rule', prepare: creating },
  {
    route: 'create-notification-rule',
    how: 'with an Idempotency-Key',
    prepare: async (lane) => withKey(lane, await creating(lane)),
  },
  {
    route: 'update-notification-rule',
    async prepare(lane) {
      const id = await newRule(lane);
      const options = { json: { name: lane.unique() }, token: lane.master };
      return change(lane, inTenant(lane, NOTIFICATION_RULES, id), `PATCH ${PATH}/${id}`, options);
    },
  },
  {
    route: 'delete-notification-rule',
    async prepare(lane) {
      const id = await newRule(lane);
      return deletion(lane, inTenant(lane, NOTIFICATION_RULES, id), `${PATH}/${id}`);
    },
    repeated: 404,
  },
];
