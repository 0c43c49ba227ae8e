import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';
import type { FunctionGroups } from './function-groups.ts';

/** The resources that alarms and dashboard watch. */
export interface Watched {
  readonly settings: StageSettings;
  readonly apiStage: Stage;
  /** The table that the functions use. */
  readonly table: NamedTable;
  /** The queues by the name of the function that receives the messages. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** Dead-letter queues, by the name of the function. */
  readonly deadLetters: ReadonlyMap<string, Queue>;
  /** The names of the functions that answer requests. */
  readonly endpoints: ReadonlySet<string>;
  readonly functionGroups: FunctionGroups;
}
