import { isDeepStrictEqual } from 'node:util';
import { checkSites } from '../sites/find-sites.ts';
import { applyChanges, changeEntity, createEntity, deleteEntity } from '../table/change-entity.ts';
import type { GuardedWrite } from '../table/commit.ts';
import type { Stored } from '../table/kind.ts';
import type { Table } from '../table/table.ts';
import { ACTION_PLANS, type ActionPlan } from './action-plan.ts';
import type { ActionPlanChanges, ActionPlanInput } from './plan-contract.ts';
import { listInDirectory, removeFromDirectory } from './plan-directory.ts';
import { putVersion, renameVersion } from './plan-version.ts';

/**
 * One transaction changes a plan, its entry in the directory, and the item of its new version. An alert that is raised at the
 * same time gets the plan of before or of after the change, never a mixture.
 */

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
}

/** Creates an action plan in an existing tenant, with other writes in the same transaction. */
export async function createActionPlan(
  table: Table,
  input: ActionPlanInput,
  { id, tenantId, at }: Origin,
  alongside: (plan: ActionPlan) => readonly GuardedWrite[] = () => [],
): Promise<ActionPlan> {
  const fields = await checkFields(table, tenantId, input);
  const plan = { id, tenant_id: tenantId, ...fields, version: 1, created_at: at, updated_at: at };
  const versioned = [listInDirectory(table, plan), putVersion(table, plan)];
  return createEntity(table, ACTION_PLANS, plan, [...versioned, ...alongside(plan)]);
}

/**
 * Changes the given fields. This makes a new version of the plan if any field but the name differs. Alerts keep the version
 * that they have. A new name changes only the version, because writing a large tenant's directory costs hundreds of write
 * units.
 */
export async function updateActionPlan(
  table: Table,
  loaded: Stored<ActionPlan>,
  input: ActionPlanChanges,
  { ifMatch, at }: { readonly ifMatch: string | undefined; readonly at: string },
): Promise<ActionPlan> {
  const changes = await checkFields(table, loaded.entity.tenant_id, input);
  return changeEntity(table, ACTION_PLANS, loaded, ifMatch, (current) => {
    const same = applyChanges(current, changes, current.updated_at);
    if (isDeepStrictEqual(same, current)) return { changed: { ...current, updated_at: at } };
    if (isDeepStrictEqual({ ...same, name: current.name }, current)) {
      const renamed = { ...same, updated_at: at };
      return { changed: renamed, alongside: [renameVersion(table, renamed)] };
    }
    const changed = { ...same, version: current.version + 1, updated_at: at };
    return { changed, alongside: [listInDirectory(table, changed), putVersion(table, changed)] };
  });
}

/** Deletes a plan. Alerts keep the version that they have. */
export function deleteActionPlan(
  table: Table,
  loaded: Stored<ActionPlan>,
  ifMatch: string | undefined,
): Promise<void> {
  return deleteEntity(table, ACTION_PLANS, loaded, {
    ifMatch,
    alongside: async ({ entity }) => [removeFromDirectory(table, entity)],
  });
}

type Fields = Pick<ActionPlanChanges, 'site_ids' | 'types'>;

/**
 * Removes duplicates from the input. Throws `validation_failed` if a site does not belong to the tenant. A site may be
 * deleted later.
 */
async function checkFields<T extends Fields>(table: Table, tenantId: string, input: T): Promise<T> {
  const { site_ids, types } = input;
  if (site_ids) await checkSites(table, tenantId, site_ids);
  return {
    ...input,
    ...(site_ids ? { site_ids: [...new Set(site_ids)] } : {}),
    ...(types ? { types: [...new Set(types)] } : {}),
  };
}
