import type { Stack } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IRule } from 'aws-cdk-lib/aws-events';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { functionGroup } from '../../../shared/lambda/function-group.ts';
import type { StreamTrigger, TriggeredFunction } from '../../../shared/lambda/trigger.ts';
import { GuardFunction } from '../functions/guard-function.ts';
import type { WatchedReceiver } from '../receiver.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { NamedTable } from '../table.ts';

/** The resources that alarms and dashboard watch. */
export interface Watched {
  readonly settings: StageSettings;
  readonly apiStage: Stage;
  /** The certificate of the stage's own domain names, if it has any. */
  readonly certificateArn: string | undefined;
  /** The table that the functions use. */
  readonly table: NamedTable;
  /** The queues, by the name of the function that receives their messages. */
  readonly queues: ReadonlyMap<string, Queue>;
  /** Dead-letter queues, by the name of the function. */
  readonly deadLetters: ReadonlyMap<string, Queue>;
  /** The names of the functions that answer requests. */
  readonly endpoints: ReadonlySet<string>;
  /** Matches each completed copy of the table's backups; `undefined` without backups. */
  readonly copiedBackup?: IRule | undefined;
  /** `undefined` in a stage without a receiver of panels. */
  readonly receiver?: WatchedReceiver | undefined;
  /** The functions of each group. They share graphs and metrics. */
  readonly functionGroups: ReadonlyMap<string, readonly WatchedFunction[]>;
}

export interface WatchedFunction {
  readonly name: string;
  readonly function: LambdaFunction;
}

/** Every function in the stack, by group. */
export function groupFunctions(stack: Stack): Watched['functionGroups'] {
  const watched = stack.node
    .findAll()
    .filter((construct) => construct instanceof GuardFunction)
    .map((construct) => ({
      name: construct.node.id,
      function: construct.function,
      group: functionGroup({ name: construct.node.id, resource: construct.resource }),
    }));
  return Map.groupBy(watched, ({ group }) => group);
}

/** How long the oldest message of a function's queue has been waiting; `undefined` if the function is not deployed. */
export const queueAge = (
  { queues }: Watched,
  { name }: Pick<TriggeredFunction, 'name'>,
): Metric | undefined =>
  queues
    .get(name)
    ?.metricApproximateAgeOfOldestMessage({ statistic: Stats.MAXIMUM, label: 'oldest message (s)' });

/**
 * How long the last change of each batch had been waiting in the table's stream; `undefined` if the function is not deployed.
 */
export function streamAge(
  { functionGroups }: Watched,
  { name }: TriggeredFunction<StreamTrigger>,
): Metric | undefined {
  const reader = [...functionGroups.values()].flat().find((it) => it.name === name);
  return reader?.function.metric('IteratorAge', { statistic: Stats.MAXIMUM, label: 'oldest change (ms)' });
}
