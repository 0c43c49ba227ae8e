import type { TableUse } from '../table/table-use.ts';
import type { SettingName } from './settings.ts';

/** The part of a function's declaration that decides which settings it gets. */
interface SettingsUse {
  readonly table: TableUse;
  readonly settings: readonly SettingName[];
}

/** All settings that a function gets: the stage, the table if it uses one, and the settings that it declares. */
export function settingsOfFunction({ table, settings }: SettingsUse): SettingName[] {
  const usesTable = table.actions.length + table.indexes.length > 0;
  return [
    ...new Set<SettingName>(['GUARD_STAGE', ...(usesTable ? (['TABLE_NAME'] as const) : []), ...settings]),
  ].sort();
}
