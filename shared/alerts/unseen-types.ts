import type { Warning } from '../base/fields.ts';
import { listEntities } from '../table/list-read.ts';
import type { Table } from '../table/table.ts';
import { ALERTS, KNOWN_ALERT_TYPES } from './alert.ts';
import { planAlertList } from './list-alerts.ts';

/** Types that are expected although a new tenant may have no alert of them yet. */
const USUAL: ReadonlySet<string> = new Set(KNOWN_ALERT_TYPES);

/** Each type takes a read for each severity. */
const MOST_READ = 5;

/**
 * Warns of types of which the tenant has no alert: such a type is probably misspelled, or one that only devices use. Checks
 * the first few types only.
 */
export async function unseenTypes(
  table: Table,
  tenantId: string,
  types: readonly string[] | null,
): Promise<Warning[]> {
  const asked = (types ?? [])
    .flatMap((type, place) => (USUAL.has(type) ? [] : [{ type, place }]))
    .slice(0, MOST_READ);
  const page = { position: undefined, limit: 1 };
  const found = await Promise.all(
    asked.map(async ({ type }) => {
      const plan = planAlertList({ kind: 'tenant', tenantId }, { type: [type] });
      const atOnce = { ...plan, rounds: [plan.rounds.flat()] };
      return (await listEntities(table, ALERTS, atOnce, page)).items.length > 0;
    }),
  );
  return asked
    .filter((_, place) => !found[place])
    .map(({ type, place }) => ({
      field: `types.${place}`,
      code: 'type_never_raised',
      message: `No alert of the type ${type} was raised here yet. Check its spelling.`,
    }));
}
