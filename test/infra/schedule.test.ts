import { expect, test } from 'vitest';
import { measureAlertAgesTrigger } from '../../functions/monitoring/measure-alert-ages.trigger.ts';
import { synthesize } from './synthesis.ts';

const { template } = synthesize({ stage: 'prod' });

test('the age of alerts is measured every minute', () => {
  template.hasResourceProperties('AWS::Events::Rule', {
    Description: measureAlertAgesTrigger.description,
    ScheduleExpression: 'rate(1 minute)',
    State: 'ENABLED',
  });
});

test('a measurement that is late or that failed is not made up for: the next one takes its place', () => {
  const [rule] = Object.values(template.findResources('AWS::Events::Rule'));
  expect(rule?.['Properties'].Targets).toMatchObject([
    { RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } },
  ]);
  template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
  });
});
