import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { hasType, REGIONS } from '../../lib/cdk/regions.ts';
import { FULL } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const { template, resources } = synthesize(FULL);
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
  ['AWS::Budgets::Budget', 'BudgetLeftOut'],
  ['AWS::SES::ConfigurationSetEventDestination', 'MailEventsLeftOut'],
] as const)('A resource of type %s', (type, output) => {
  const regionsWhere = (condition: string | undefined) =>
    [...Object.keys(REGIONS), NEW_REGION].filter((region) => isTrue({ Condition: condition }, region));

  test('is created in every region with this type, and in no region that AWS opens later', () => {
    const created = [...resources(type, z.object({ Condition: z.string() })).values()];
    expect(created.map(({ Condition }) => regionsWhere(Condition))).toEqual([
      Object.keys(REGIONS).filter((region) => hasType(region, type)),
    ]);
  });

  test('is replaced by an output that names the document in all other regions', () => {
    const [leftOut] = Object.values(template.findOutputs(output));
    expect(leftOut?.['Value']).toBe(
      `CloudFormation has no ${type} in this region. Create it by hand: docs/deploy.md#regions`,
    );
    expect(regionsWhere(leftOut?.['Condition'])).toEqual(
      [...Object.keys(REGIONS), NEW_REGION].filter((region) => !hasType(region, type)),
    );
  });
});

test('Every other resource of a stage is created in all regions', () => {
  const conditional = Object.values(
    template.toJSON()['Resources'] as Record<string, { Type: string }>,
  ).filter((it) => 'Condition' in it);
  expect(conditional.map(({ Type }) => Type).sort()).toEqual([
    'AWS::Budgets::Budget',
    'AWS::SES::ConfigurationSetEventDestination',
  ]);
});
