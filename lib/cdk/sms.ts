import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnConfigurationSet } from 'aws-cdk-lib/aws-smsvoice';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { serviceName } from '../../shared/lambda/metrics.ts';
import { NO_SMS, readSmsCountries } from '../../shared/lambda/sms-settings.ts';
import { isSmsOn } from '../../shared/notify/sender-settings.ts';
import { mailStatements } from './mail.ts';
import type { StageSettings } from './stage-settings.ts';

/** The name of the configuration set in a stage that sends SMS. */
export const smsConfigurationSetName = (settings: StageSettings): string =>
  isSmsOn(settings) ? serviceName(settings.stage) : NO_SMS;

/** Makes the permissions of a function that sends messages to people. Sending a push needs none. */
export const messageStatements = (scope: Construct, settings: StageSettings): PolicyStatement[] => [
  ...mailStatements(scope, settings),
  ...smsStatements(scope, settings),
];

/**
 * Makes the statements that permit SMS from the stage's origination identity; none if there is no such identity. A sender id
 * has one ARN for each country (AWS, "Actions, resources, and condition keys for AWS End User Messaging SMS and Voice V2").
 */
function smsStatements(scope: Construct, settings: StageSettings): PolicyStatement[] {
  if (!isSmsOn(settings)) return [];
  const arnOf = smsArns(scope);
  return [
    new PolicyStatement({
      actions: ['sms-voice:SendTextMessage'],
      resources: [
        ...identitiesOf(settings).map(([resource, name]) => arnOf(resource, name)),
        arnOf('configuration-set', smsConfigurationSetName(settings)),
      ],
    }),
  ];
}

const smsArns = (scope: Construct) => (resource: string, resourceName: string) =>
  Stack.of(scope).formatArn({ service: 'sms-voice', resource, resourceName });

function identitiesOf({
  smsFrom,
  smsCountries,
}: StageSettings): (readonly [resource: string, name: string])[] {
  if (smsFrom.startsWith('pool-')) return [['pool', smsFrom]];
  if (smsFrom.startsWith('phone-')) return [['phone-number', smsFrom]];
  return readSmsCountries(smsCountries).map((country) => ['sender-id', `${smsFrom}/${country}`]);
}

/**
 * The events with the final result of an SMS. Other events change nothing (AWS, "Event types for SMS, MMS, and voice").
 */
const RECEIPTS = [
  'TEXT_SUCCESSFUL',
  'TEXT_DELIVERED',
  'TEXT_INVALID',
  'TEXT_INVALID_MESSAGE',
  'TEXT_UNREACHABLE',
  'TEXT_CARRIER_UNREACHABLE',
  'TEXT_BLOCKED',
  'TEXT_CARRIER_BLOCKED',
  'TEXT_SPAM',
  'TEXT_TTL_EXPIRED',
  'TEXT_UNKNOWN',
  'TEXT_PROTECT_BLOCKED',
];

/**
 * Sends the receipts of SMS to a queue, if the stage sends SMS. They go through a topic, because they cannot be sent to a
 * queue directly.
 */
export function queueSmsReceipts(scope: Construct, settings: StageSettings, queue: Queue): void {
  if (!isSmsOn(settings)) return;
  const configurationSetName = smsConfigurationSetName(settings);
  const topic = new Topic(scope, 'SmsReceipts', {
    displayName: `${serviceName(settings.stage)} SMS`,
    enforceSSL: true,
  });
  // The service needs this policy (AWS End User Messaging SMS, "Amazon SNS access policy").
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AllowReceipts',
      principals: [new ServicePrincipal('sms-voice.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account },
        ArnLike: { 'aws:SourceArn': smsArns(scope)('configuration-set', configurationSetName) },
      },
    }),
  );
  const policy = topic.node.findChild('Policy');
  topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }));
  const configurationSet = new CfnConfigurationSet(scope, 'SmsConfigurationSet', {
    configurationSetName,
    eventDestinations: [
      {
        eventDestinationName: 'receipts',
        enabled: true,
        matchingEventTypes: RECEIPTS,
        snsDestination: { topicArn: topic.topicArn },
      },
    ],
  });
  // The destination waits for the policy, so that no receipt is lost.
  configurationSet.node.addDependency(policy);
}
