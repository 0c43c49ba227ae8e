import { App, NestedStack, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AlarmFactory, SnsAlarmActionStrategy } from 'cdk-monitoring-constructs';
import { beforeEach, expect, test } from 'vitest';
import type { AlarmDeclaration, Condition } from '../../../../../lib/cdk/monitoring/alarm.ts';
import { createAlarms } from '../../../../../lib/cdk/monitoring/create-alarms.ts';
import { WITHOUT_REPORTS } from '../../../../infra/synthesis.ts';

const CONDITION: Condition = {
  watches: new Metric({ namespace: 'Test', metricName: 'Errors' }),
  wellUpTo: 0,
  periodMinutes: 5,
  periods: { bad: 1, of: 1 },
  missing: 'well',
};
const MESSAGE = { meaning: 'Something happened.', severity: 'page' } as const;

let root: Stack;
let nested: NestedStack;
beforeEach(() => {
  root = new Stack(new App(WITHOUT_REPORTS), 'Root');
  nested = new NestedStack(root, 'Nested');
});

function create(...declarations: readonly AlarmDeclaration[]) {
  const defaults = { alarmNamePrefix: 'guard-test', actionsEnabled: true };
  const tell = (name: string) => new SnsAlarmActionStrategy({ onAlarmTopic: new Topic(root, name) });
  return createAlarms(declarations, {
    scope: root,
    prefix: 'guard-test',
    factoryIn: (scope) =>
      new AlarmFactory(scope, {
        globalAlarmDefaults: defaults,
        globalMetricDefaults: {},
        localAlarmNamePrefix: 'guard-test',
      }),
    actions: { page: tell('Pages'), ticket: tell('Tickets') },
  });
}

const namesIn = (stack: Stack, type = 'AWS::CloudWatch::Alarm') =>
  Object.values(Template.fromStack(stack).findResources(type)).map(({ Properties }) => Properties.AlarmName);

test('Alarms of the same kind on several functions are in the stacks of their metrics and notify the topic of another stack', () => {
  const { watches, ...condition } = CONDITION;
  const family = new Map([
    ['a', { metric: watches, stack: root }],
    ['b', { metric: watches, stack: nested }],
    ['c', { metric: watches, stack: nested }],
  ]);
  create({ ...MESSAGE, ...condition, name: 'errors', watches: family });
  expect(namesIn(root)).toEqual(['guard-test-errors-a']);
  expect(namesIn(nested)).toEqual(['guard-test-errors-b', 'guard-test-errors-c']);
  Template.fromStack(nested).allResourcesProperties('AWS::CloudWatch::Alarm', {
    AlarmActions: [{ Ref: Match.stringLikeRegexp('Pages') }],
  });
});

test('The alarms of a composite alarm notify nobody, and have no line in a graph', () => {
  const alarms = create({
    ...MESSAGE,
    name: 'burn',
    allOf: new Map([
      ['long', { ...CONDITION, periodMinutes: 60 }],
      ['short', CONDITION],
    ]),
  });
  expect(namesIn(root)).toEqual(['guard-test-burn-long', 'guard-test-burn-short']);
  expect(namesIn(root, 'AWS::CloudWatch::CompositeAlarm')).toEqual(['guard-test-burn']);
  for (const { Properties } of Object.values(
    Template.fromStack(root).findResources('AWS::CloudWatch::Alarm'),
  )) {
    expect(Properties.AlarmActions).toBeUndefined();
  }
  expect(alarms.get('burn')?.map(({ annotation }) => annotation)).toEqual([undefined]);
});

test('An alarm can fire for values that become too low', () => {
  const { wellUpTo: _, ...condition } = CONDITION;
  create({ ...MESSAGE, ...condition, wellFrom: 30, name: 'days', missing: 'as before' });
  Template.fromStack(root).hasResourceProperties('AWS::CloudWatch::Alarm', {
    Threshold: 30,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'ignore',
  });
});
