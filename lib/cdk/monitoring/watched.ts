import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import type { FunctionGroups } from './function-groups.ts';

/** What alarms and dashboard watch. */
export interface Watched {
  readonly settings: StageSettings;
  readonly apiStage: Stage;
  /** The table that the functions use. */
  readonly table: NamedTable;
  /** Where messages wait, by the function that gets them. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** Where dead letters lie, by the function whose they are. */
  readonly deadLetters: ReadonlyMap<string, Queue>;
  readonly functionGroups: FunctionGroups;
}
