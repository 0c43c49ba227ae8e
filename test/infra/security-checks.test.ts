import { App, type CfnResource, Stack, Validations } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { AwsSolutionsChecks, type IApplyRule, NagRuleCompliance } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addSecurityChecks } from '../../lib/cdk/security-checks.ts';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { BARE, FULL } from './stages-with-options.ts';
import { makeFolder, synthesizeStack, WITHOUT_REPORTS } from './synthesis.ts';

const STACKS = [
  [
    'prod with every option and functions of every trigger',
    () => synthesizeStack(FULL, { triggers: TRIAL_TRIGGERS }),
  ],
  ['a stage with every option off', () => synthesizeStack(BARE)],
] as const;

interface Finding {
  readonly id: string;
  readonly resource: CfnResource;
}

/** The checks without acknowledgements. */
class RecordingChecks extends AwsSolutionsChecks {
  readonly findings: Finding[] = [];

  protected override applyRule({ rule, ruleSuffixOverride, node: resource }: IApplyRule): void {
    const id = `${this.packName}-${ruleSuffixOverride ?? rule.name}`;
    const result = rule(resource);
    if (result === NagRuleCompliance.NON_COMPLIANT) this.findings.push({ id, resource });
    if (!Array.isArray(result)) return;
    for (const finding of result) this.findings.push({ id: `${id}[${finding}]`, resource });
  }
}

const acknowledgedRules = z.record(z.string(), z.string());

/** The acknowledged rules of these checks in the stack, with their constructs. The CDK acknowledges some of its own. */
function acknowledgementsOf(stack: Stack) {
  return stack.node.findAll().flatMap((construct) =>
    construct.node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.keys(acknowledgedRules.parse(data)))
      .map((id) => ({ id: id.replace(/^annotation::/i, ''), construct }))
      .filter(({ id }) => id.startsWith('AwsSolutions-')),
  );
}

const isWithin = (resource: CfnResource, construct: IConstruct) => resource.node.scopes.includes(construct);

describe.each(STACKS)('the security checks of %s', (_, makeStack) => {
  const stack = makeStack();

  test('Every finding of the AWS Solutions checks in the stack is acknowledged', () => {
    expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
  });

  test('Every acknowledgement of an AWS Solutions finding covers exactly one finding', () => {
    const checks = new RecordingChecks();
    checks.validateScope(stack);
    const acknowledgements = acknowledgementsOf(stack);
    expect(acknowledgements.length).toBeGreaterThan(0);
    const wrong = acknowledgements.filter(({ id, construct }) => {
      const suppressed = checks.findings.filter((it) => it.id === id && isWithin(it.resource, construct));
      return suppressed.length !== 1;
    });
    expect(wrong.map(({ id, construct }) => `${id} at ${construct.node.path}`)).toEqual([]);
  });
});

test('A finding of the AWS Solutions checks that is not acknowledged fails the synthesis', () => {
  const app = new App({ ...WITHOUT_REPORTS, outdir: makeFolder() });
  new Topic(new Stack(app, 'Insecure'), 'TopicThatTakesPlainHttp');
  addSecurityChecks(app);
  expect(() => app.synth()).toThrow('AwsSolutions-SNS3');
});
