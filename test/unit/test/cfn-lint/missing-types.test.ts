import { expect, test } from 'vitest';
import { REGIONS } from '../../../../lib/cdk/regions.ts';
import type { Finding } from '../../../cfn-lint/judge-findings.ts';
import { judgeMissingTypes, LINTED_REGIONS, shortenTemplates } from '../../../cfn-lint/missing-types.ts';

const finding = (type: string, region: string): Finding => ({
  Filename: 'a.json',
  Message: `Resource type '${type}' does not exist in '${region}'`,
  Rule: { Id: 'E3006' },
  Location: { Path: ['Resources', 'One', 'Type'] },
});

/** What cfn-lint finds if lib/cdk/regions.ts is right. */
const LISTED = LINTED_REGIONS.flatMap((region) => (REGIONS[region] ?? []).map((it) => finding(it, region)));
const SMS = 'AWS::SMSVOICE::ConfigurationSet';

test('Types that a region lacks are no finding if the list of regions has all of them, and the stage creates only what SMS needs', () => {
  const created = LISTED.filter(({ Message }) => Message.includes(SMS));
  expect(created).toHaveLength(3);
  expect(judgeMissingTypes({ everywhere: LISTED, created })).toEqual([]);
});

test('A type that a region lacks is reported if the list of regions does not have it', () => {
  const everywhere = [...LISTED, finding('AWS::Backup::BackupPlan', 'eu-west-1')];
  expect(judgeMissingTypes({ everywhere, created: [] })).toEqual([
    'AWS::Backup::BackupPlan eu-west-1: is missing, and lib/cdk/regions.ts does not say so',
  ]);
});

test('A type that exists in a region is reported if the list of regions calls it missing', () => {
  const [, ...everywhere] = LISTED;
  expect(judgeMissingTypes({ everywhere, created: [] })).toEqual([
    'AWS::Budgets::Budget af-south-1: exists, but lib/cdk/regions.ts calls it missing',
  ]);
});

test('A type that a region lacks is reported if the stage creates it there', () => {
  const created = [finding('AWS::Budgets::Budget', 'eu-north-1')];
  expect(judgeMissingTypes({ everywhere: LISTED, created })).toEqual([
    'AWS::Budgets::Budget eu-north-1: is missing, but the stage creates it there',
  ]);
});

test('A message with other words than those of a missing type ends the check', () => {
  const unclear = { ...finding(SMS, 'ap-east-1'), Message: 'Fn::Or has too many conditions' };
  expect(() => judgeMissingTypes({ everywhere: LISTED, created: [unclear] })).toThrow('too many conditions');
});

test('Shortened templates keep each type with each condition once, and each different template once', () => {
  const topic = { Type: 'AWS::SNS::Topic' };
  const full = {
    Conditions: { Here: true },
    Resources: { One: { ...topic, Properties: {} }, Two: topic, Three: { ...topic, Condition: 'Here' } },
  };
  const { created, everywhere } = shortenTemplates(
    [full, { ...full, Description: 'the same types' }, { Resources: { One: topic } }].map((it) =>
      JSON.stringify(it),
    ),
  );
  expect(created.map((it) => JSON.parse(it))).toEqual([
    {
      Conditions: { Here: true },
      Resources: { AWSSNSTopic: topic, AWSSNSTopicHere: { ...topic, Condition: 'Here' } },
    },
    { Conditions: {}, Resources: { AWSSNSTopic: topic } },
  ]);
  expect(JSON.parse(everywhere)).toEqual({ Resources: { AWSSNSTopic: topic } });
});
