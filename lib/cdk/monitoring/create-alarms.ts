import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmFactory, AlarmWithAnnotation } from 'cdk-monitoring-constructs';
import type { AlarmDeclaration } from './alarm.ts';

/** The alarms of each declaration, by its name. */
export type Alarms = ReadonlyMap<string, readonly AlarmWithAnnotation[]>;

const MISSING_DATA: Readonly<Record<AlarmDeclaration['missing'], TreatMissingData>> = {
  well: TreatMissingData.NOT_BREACHING,
  bad: TreatMissingData.BREACHING,
  'as before': TreatMissingData.IGNORE,
};

export function createAlarms(
  factory: AlarmFactory,
  declarations: readonly AlarmDeclaration[],
  prefix: string,
): Alarms {
  return new Map(declarations.map((it) => [it.name, createAlarmsOf(factory, it, prefix)]));
}

/** Names an alarm `<prefix>-<name>`, and `<prefix>-<name>-<key>` where its declaration makes several. */
function createAlarmsOf(factory: AlarmFactory, it: AlarmDeclaration, prefix: string): AlarmWithAnnotation[] {
  const watched = it.watches instanceof Map ? it.watches : new Map([['', it.watches]]);
  return [...watched].map(([key, metric]) =>
    factory.addAlarm(metric, {
      alarmNameSuffix: it.name,
      alarmNameOverride: [prefix, it.name, key].filter((part) => part !== '').join('-'),
      alarmDescription: it.meaning,
      runbookLink: `docs/runbook.md#${it.name}`,
      ...limitOf(it),
      period: Duration.minutes(it.periodMinutes),
      datapointsToAlarm: it.periods.bad,
      evaluationPeriods: it.periods.of,
      treatMissingData: MISSING_DATA[it.missing],
    }),
  );
}

function limitOf({ wellUpTo, wellFrom }: AlarmDeclaration) {
  return wellUpTo === undefined
    ? { threshold: wellFrom, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }
    : { threshold: wellUpTo, comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD };
}
