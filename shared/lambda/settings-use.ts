import type { TableUse } from '../table/table-use.ts';
import type { SettingName } from './settings.ts';

/** What of a function's declaration says which settings it reads. */
interface SettingsUse {
  readonly table: TableUse;
  readonly settings: readonly SettingName[];
}

/**
 * Every setting that a function reads, and so is given, each once: what all functions have (runtime.ts), where the table is
 * if it uses that, and what its declaration names.
 */
export function settingsOfFunction({ table, settings }: SettingsUse): SettingName[] {
  const usesTable = table.actions.length + table.indexes.length > 0;
  return [
    ...new Set<SettingName>(['GUARD_STAGE', ...(usesTable ? (['TABLE_NAME'] as const) : []), ...settings]),
  ].sort();
}
