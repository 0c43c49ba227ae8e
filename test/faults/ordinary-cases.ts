import { routes } from '../../functions/routes.ts';
import { TARGET_KINDS, type TargetKind } from '../../lib/admin/entity-kinds.ts';
import { USERS } from '../../shared/accounts/user.ts';
import type { Route } from '../../shared/http/route.ts';
import { creationOf, KINDS, kindNamedBy, LIMITED_KINDS } from '../support/new-entity.ts';
import { type Collection, deleting, patching } from './changed-things.ts';
import type { Lane } from './lane.ts';
import { newName, newSite, withKey } from './prepared-things.ts';
import { creation, type WriteCase } from './prepared-write.ts';

/** The request that creates an entity at a new site. Of limited kinds, those of the cases before are deleted. */
async function newCreation(lane: Lane, kind: TargetKind) {
  const [user] = await lane.items(USERS.prefix());
  const place = { siteId: await newSite(lane), userId: user.id, unique: lane.unique() };
  const { path, json } = creationOf(kind, place);
  const others = LIMITED_KINDS.includes(kind) ? await lane.items(TARGET_KINDS[kind].prefix()) : [];
  for (const { id } of others) await lane.guard.call(`DELETE ${path}/${id}`, { token: lane.master });
  return { path, json };
}

/** A new entity of a kind. */
const collectionOf = (kind: TargetKind): Collection => ({
  name: `${kind.replaceAll('_', '-')}s`,
  kind: TARGET_KINDS[kind],
  async make(lane) {
    const { path, json } = await newCreation(lane, kind);
    return lane.create(path, json);
  },
});

/** Fields about which an answer may warn, which reads more. */
const WARNED: Partial<Record<TargetKind, object>> = { action_plan: { types: ['forklift'] } };

const SPECIAL_KINDS: readonly TargetKind[] = [
  'tenant',
  'webhook',
  'alert',
  'identity_provider',
  'schedule',
  'test',
];

/** The kinds with creations, changes and deletions that need no case of their own. */
const ORDINARY_KINDS = KINDS.filter((kind) => !SPECIAL_KINDS.includes(kind));

/** The creation, change of the name and deletion of each ordinary kind. */
export const ORDINARY_CASES: readonly WriteCase[] = routes.flatMap((route) => {
  const created = ORDINARY_KINDS.find((kind) => route.name === `create-${kind.replaceAll('_', '-')}`);
  if (created) return creating(route, created);
  const kind = kindNamedBy(route);
  if (!kind || !ORDINARY_KINDS.includes(kind) || !/\{\w+\}$/.test(route.path)) return [];
  const changes = (lane: Lane) => ({ ...newName(lane), ...WARNED[kind] });
  if (route.method === 'PATCH') return [patching(route.name, collectionOf(kind), changes)];
  return route.method === 'DELETE' ? [deleting(route.name, collectionOf(kind))] : [];
});

/** A creation, and the same with a key if the route takes one. */
function creating({ name, takesIdempotencyKey }: Route, kind: TargetKind): WriteCase[] {
  const prepare = async (lane: Lane) => {
    const { path, json } = await newCreation(lane, kind);
    return creation(lane, TARGET_KINDS[kind], path, json);
  };
  const withoutKey: WriteCase = { route: name, prepare };
  if (!takesIdempotencyKey) return [withoutKey];
  const how = 'with an Idempotency-Key';
  return [withoutKey, { route: name, how, prepare: async (lane) => withKey(lane, await prepare(lane)) }];
}
