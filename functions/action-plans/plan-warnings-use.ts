import { ALERTS } from '../../shared/alerts/alert.ts';
import { joinUses, listUse } from '../../shared/table/table-use.ts';

/** What the warnings of a plan read. */
export const PLAN_WARNINGS_USE = joinUses(
  listUse(ALERTS, { scopes: ['tenant'], divisions: ['type_severity'] }),
  { actions: ['BatchGetItem'] },
);
