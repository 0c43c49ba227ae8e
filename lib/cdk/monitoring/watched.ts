import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import type { FunctionGroups } from './function-groups.ts';

/** What alarms and dashboard watch. */
export interface Watched {
  readonly settings: StageSettings;
  readonly apiStage: Stage;
  /** The table that the functions use. */
  readonly table: NamedTable;
  readonly functionGroups: FunctionGroups;
}
