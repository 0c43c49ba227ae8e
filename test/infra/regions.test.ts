import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  BUDGET_TYPE,
  hasType,
  MAIL_EVENTS_TYPE,
  MQTT_TYPE,
  RECEIVING_TYPE,
  REGIONS,
  SMS_TYPE,
} from '../../lib/cdk/regions.ts';
import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { FULL } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const { template, resources, properties } = synthesize(FULL);
const NEW_REGION = 'eu-future-1';

const conditionSchema = z.union([
  z.object({ Condition: z.string() }),
  z.object({ 'Fn::Equals': z.tuple([z.object({ Ref: z.literal('AWS::Region') }), z.string()]) }),
  // CloudFormation admits 2 to 10 conditions (AWS, "Condition functions").
  z.object({ 'Fn::Or': z.array(z.unknown()).min(2).max(10) }),
  z.object({ 'Fn::Not': z.tuple([z.unknown()]) }),
]);
const { Conditions: conditions } = z
  .object({ Conditions: z.record(z.string(), z.unknown()) })
  .parse(template.toJSON());

/** Decides like CloudFormation. */
function isTrue(condition: unknown, region: string): boolean {
  const it = conditionSchema.parse(condition);
  if ('Condition' in it) return isTrue(conditions[it.Condition], region);
  if ('Fn::Equals' in it) return it['Fn::Equals'][1] === region;
  if ('Fn::Not' in it) return !isTrue(it['Fn::Not'][0], region);
  return it['Fn::Or'].some((part) => isTrue(part, region));
}

describe.each([
  [BUDGET_TYPE, 'BudgetLeftOut'],
  [MAIL_EVENTS_TYPE, 'MailLeftOut'],
  ['AWS::SES::EmailIdentity', 'MailLeftOut'],
] as const)('A resource of type %s', (type, output) => {
  const regionsWhere = (condition: string | undefined) =>
    [...Object.keys(REGIONS), NEW_REGION].filter((region) => isTrue({ Condition: condition }, region));

  test('The stack creates the resource in every region with this type, and in no region that AWS opens later', () => {
    const created = [...resources(type, z.object({ Condition: z.string() })).values()];
    expect(created.map(({ Condition }) => regionsWhere(Condition))).toEqual([
      Object.keys(REGIONS).filter((region) => hasType(region, type)),
    ]);
  });

  test('In all other regions an output of the stack names the document instead of the resource', () => {
    const [leftOut] = Object.values(template.findOutputs(output));
    expect(leftOut?.['Value']).toBe(
      `CloudFormation has no ${type.replace(/::Config.*/, '::EmailIdentity')} in this region. Create it by hand: docs/deploy.md#regions`,
    );
    expect(regionsWhere(leftOut?.['Condition'])).toEqual(
      [...Object.keys(REGIONS), NEW_REGION].filter((region) => !hasType(region, type)),
    );
  });
});

test('Every other resource of a stage is created in all regions, except the records of an identity of mail', () => {
  const conditional = Object.values(
    template.toJSON()['Resources'] as Record<string, { Type: string }>,
  ).filter((it) => 'Condition' in it);
  expect(conditional.map(({ Type }) => Type).sort()).toEqual([
    BUDGET_TYPE,
    ...Array(5).fill('AWS::Route53::RecordSet'),
    MAIL_EVENTS_TYPE,
    'AWS::SES::EmailIdentity',
  ]);
});

describe('docs/deploy.md', () => {
  const document = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');

  test.each([
    ['the budget', BUDGET_TYPE],
    ['identity and bounces of mail', MAIL_EVENTS_TYPE],
    ['SMS: leave out `smsFrom`', SMS_TYPE],
    ['MQTT: leave out `mqtt`', MQTT_TYPE],
    ['receiving mail by SES: leave out `inboundMailDomain`', RECEIVING_TYPE],
  ] as const)('The document of deployments lists the regions without %s', (name, type) => {
    const codes = Object.keys(REGIONS).filter((region) => !hasType(region, type));
    expect(document).toContain(`| ${name} | ${codes.map((it) => `\`${it}\``).join(' ')} |`);
  });

  /** A value in the shorthand syntax of the AWS CLI, for a stage with other settings. */
  const shorthand = (value: unknown): string =>
    JSON.stringify(value)
      .replaceAll(/\{"Fn::Join":\["",\[(.*?)\]\]\}/g, (_, parts: string) => parts.replaceAll(',', ''))
      .replaceAll(/\{"Ref":"AWS::(\w+)"\}/g, (_, name: string) =>
        name === 'Region' ? '$AWS_REGION' : name === 'AccountId' ? '$ACCOUNT' : 'aws',
      )
      .replaceAll('"', '')
      .replaceAll(':', '=');

  test('The document of deployments creates the budget that the stack leaves out, with the same notifications', () => {
    const schema = z.object({
      Budget: z.object({
        BudgetName: z.unknown(),
        BudgetType: z.string(),
        TimeUnit: z.string(),
        BudgetLimit: z.object({ Amount: z.number(), Unit: z.string() }),
      }),
      NotificationsWithSubscribers: z.array(
        z.object({
          Notification: z.object({
            NotificationType: z.string(),
            ComparisonOperator: z.string(),
            Threshold: z.number(),
            ThresholdType: z.string(),
          }),
        }),
      ),
    });
    const [budget] = [...properties(BUDGET_TYPE, schema).values()];
    const { Budget, NotificationsWithSubscribers: notifications } = schema.parse(budget);
    const { monthlyBudgetUsd } = readStageSettings((name) => ({ stage: 'prod' })[name]);
    const documented = { ...Budget, BudgetLimit: { ...Budget.BudgetLimit, Amount: monthlyBudgetUsd } };
    expect(document).toContain(shorthand(documented).slice(1, -1));
    expect(notifications).toHaveLength(2);
    for (const { Notification } of notifications) {
      expect(document).toContain(`"Notification=${shorthand(Notification)},Subscribers=`);
    }
  });

  test('The document of deployments sends the events of mail that the stack leaves out to the same event bus', () => {
    const schema = z.object({
      EventDestination: z.object({
        Enabled: z.boolean(),
        MatchingEventTypes: z.array(z.string()),
        EventBridgeDestination: z.object({ EventBusArn: z.unknown() }),
      }),
    });
    const [events] = [...properties(MAIL_EVENTS_TYPE, schema).values()];
    const { EventDestination: it } = schema.parse(events);
    expect(document).toContain(
      `"Enabled=${it.Enabled},MatchingEventTypes=[${it.MatchingEventTypes}],EventBridgeDestination={EventBusArn=arn:aws:events:$AWS_REGION:$ACCOUNT:event-bus/default}"`,
    );
    expect(shorthand(it.EventBridgeDestination.EventBusArn).replaceAll('=', ':')).toBe(
      'arn:aws:events:$AWS_REGION:$ACCOUNT:event-bus/default',
    );
  });
});
