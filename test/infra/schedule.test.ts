import { expect, test } from 'vitest';
import * as z from 'zod';
import { measureAlertAgesTrigger, probeApiTrigger } from '../../functions/jobs/monitoring.ts';
import { synthesize } from './synthesis.ts';

const synthesis = synthesize({ stage: 'prod' });
const rules = [
  ...synthesis
    .properties(
      'AWS::Events::Rule',
      z.object({
        Description: z.string(),
        ScheduleExpression: z.string().optional(),
        State: z.string(),
        Targets: z.array(z.unknown()),
      }),
    )
    .values(),
].filter((it) => it.ScheduleExpression !== undefined);

test.each([measureAlertAgesTrigger, probeApiTrigger])(
  'The scheduled function $name runs every minute',
  ({ description }) => {
    expect(rules).toContainEqual(
      expect.objectContaining({
        Description: description,
        ScheduleExpression: 'rate(1 minute)',
        State: 'ENABLED',
      }),
    );
  },
);

test('A scheduled run that fails or is over a minute late is not repeated', () => {
  expect(rules.length).toBeGreaterThan(0);
  for (const { Targets } of rules) {
    expect(Targets).toMatchObject([
      { RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } },
    ]);
  }
  const once = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 };
  const configurations = [
    ...synthesis.properties('AWS::Lambda::EventInvokeConfig', z.looseObject({})).values(),
  ];
  expect(configurations).toHaveLength(rules.length);
  for (const it of configurations) expect(it).toMatchObject(once);
});
