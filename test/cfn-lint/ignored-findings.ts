/** Findings of cfn-lint that are not faults. The run fails if a listed finding no longer occurs. */
export interface IgnoredFinding {
  readonly rule: string;
  readonly resourceType: string;
  readonly reason: string;
}

export const IGNORED_FINDINGS: readonly IgnoredFinding[] = [
  {
    rule: 'W3005',
    resourceType: 'AWS::Lambda::Function',
    reason:
      'The CDK has each function depend on its role in words as well, so that a policy that is attached to the role later is there first.',
  },
  {
    rule: 'W3005',
    resourceType: 'AWS::Lambda::Alias',
    reason:
      'An alias names its deployment group in its update policy, which cfn-lint takes for a dependency; CloudFormation does not say that it is one.',
  },
  {
    rule: 'W3005',
    resourceType: 'AWS::CloudFormation::Stack',
    reason:
      'The stack of the alarms waits for every stack of functions in words, also for those with a function that it names, so that no alarm exists before what it watches.',
  },
];
