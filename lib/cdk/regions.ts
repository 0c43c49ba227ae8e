import { Aws, CfnCondition, CfnOutput, type CfnResource, Fn, Stack } from 'aws-cdk-lib';

export const BUDGET_TYPE = 'AWS::Budgets::Budget';
export const MAIL_EVENTS_TYPE = 'AWS::SES::ConfigurationSetEventDestination';
const MAIL_TYPES = [MAIL_EVENTS_TYPE, 'AWS::SES::ConfigurationSet', 'AWS::SES::EmailIdentity'] as const;
export const SMS_TYPE = 'AWS::SMSVOICE::ConfigurationSet';
export const MQTT_TYPE = 'AWS::IoT::Authorizer';
const MQTT_TYPES = [MQTT_TYPE, 'AWS::IoT::DomainConfiguration'] as const;
export const RECEIVING_TYPE = 'AWS::SES::ReceiptRule';
const RECEIVING_TYPES = [RECEIVING_TYPE, 'AWS::SES::ReceiptRuleSet'] as const;

/** Types without which a setting is of no use: the stack creates them everywhere, and preflight says where that fails. */
export const NEEDED_TYPES = [SMS_TYPE, ...MQTT_TYPES, ...RECEIVING_TYPES] as const;

/** A resource type of some stage that CloudFormation lacks in some commercial regions. */
export type RegionalType = typeof BUDGET_TYPE | (typeof MAIL_TYPES)[number] | (typeof NEEDED_TYPES)[number];

/**
 * The commercial regions of AWS ("AWS Regions"), with what CloudFormation lacks there. test/cfn-lint compares this with the
 * schemas of each region, which AWS publishes ("CloudFormation resource provider schemas"). Bahrain (me-south-1) has no
 * schemas there at present. AWS Budgets names the regions of its type in "AWS Billing and Cost Management endpoints and
 * quotas".
 */
export const REGIONS: Readonly<Record<string, readonly RegionalType[]>> = {
  'af-south-1': [BUDGET_TYPE, ...MQTT_TYPES],
  'ap-east-1': [BUDGET_TYPE, ...MAIL_TYPES, SMS_TYPE, ...RECEIVING_TYPES],
  'ap-east-2': [BUDGET_TYPE, ...MAIL_TYPES, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'ap-northeast-1': [],
  'ap-northeast-2': [],
  'ap-northeast-3': [BUDGET_TYPE, ...MQTT_TYPES],
  'ap-south-1': [],
  'ap-south-2': [BUDGET_TYPE, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'ap-southeast-1': [],
  'ap-southeast-2': [],
  'ap-southeast-3': [BUDGET_TYPE, ...MQTT_TYPES],
  'ap-southeast-4': [BUDGET_TYPE, ...MAIL_TYPES, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'ap-southeast-5': [BUDGET_TYPE, SMS_TYPE, ...RECEIVING_TYPES],
  'ap-southeast-6': [BUDGET_TYPE, ...MAIL_TYPES, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'ap-southeast-7': [BUDGET_TYPE, ...MAIL_TYPES, SMS_TYPE, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'ca-central-1': [],
  'ca-west-1': [BUDGET_TYPE, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'eu-central-1': [],
  'eu-central-2': [BUDGET_TYPE, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'eu-north-1': [BUDGET_TYPE],
  'eu-south-1': [BUDGET_TYPE],
  'eu-south-2': [BUDGET_TYPE, ...MAIL_TYPES, ...RECEIVING_TYPES],
  'eu-west-1': [],
  'eu-west-2': [],
  'eu-west-3': [],
  'il-central-1': [BUDGET_TYPE],
  'me-central-1': [BUDGET_TYPE, ...RECEIVING_TYPES],
  'me-south-1': [BUDGET_TYPE],
  'mx-central-1': [BUDGET_TYPE, ...MAIL_TYPES, ...MQTT_TYPES, ...RECEIVING_TYPES],
  'sa-east-1': [],
  'us-east-1': [],
  'us-east-2': [],
  'us-west-1': [],
  'us-west-2': [],
};

/** Whether CloudFormation has a type in a region. A region that is not listed counts as one that lacks it. */
export const hasType = (region: string, type: RegionalType): boolean =>
  REGIONS[region]?.includes(type) === false;

/**
 * Leaves a resource out where CloudFormation lacks its type, with `others` that are of no use without it, and says so once in
 * the output `<name>LeftOut`. The template stays the same for all regions, because the stack names none. CloudFormation
 * accepts an unknown type if the resource's condition is false (AWS, "Handling Region parity with infrastructure as code"), as
 * the CDK does with `AWS::CDK::Metadata`. A region that AWS opens later lacks the resource until it is listed, which is better
 * than a stack that it rejects.
 */
export function leaveOutWhereMissing(
  resource: CfnResource,
  name: string,
  others: readonly CfnResource[] = [],
): void {
  const stack = Stack.of(resource);
  const known = stack.node.tryFindChild(`Has${name}`);
  const regions = Object.entries(REGIONS).filter(([, lacking]) =>
    lacking.every((type) => type !== resource.cfnResourceType),
  );
  const exists =
    known instanceof CfnCondition
      ? known
      : new CfnCondition(stack, `Has${name}`, {
          expression: Fn.conditionOr(...regions.map(([region]) => Fn.conditionEquals(Aws.REGION, region))),
        });
  for (const it of [resource, ...others]) it.cfnOptions.condition = exists;
  if (known) return;
  new CfnOutput(stack, `${name}LeftOut`, {
    value: `CloudFormation has no ${resource.cfnResourceType} in this region. Create it by hand: docs/deploy.md#regions`,
    condition: new CfnCondition(stack, `Lacks${name}`, { expression: Fn.conditionNot(exists) }),
  });
}
