import { Stack } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { sendMailTrigger } from '../../functions/jobs/mail.ts';
import { NO_MAIL } from '../../shared/lambda/settings.ts';
import type { TriggeredFunction } from '../../shared/lambda/trigger.ts';
import { leaveOutWhereMissing } from './regions.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * Whether Lambda polls the queue of a function, which costs $0.26 a month for each queue. In a stage without a sender,
 * nothing queues mail.
 */
export const isOn = ({ resource }: TriggeredFunction, { mailFrom }: StageSettings): boolean =>
  resource !== sendMailTrigger.resource || mailFrom !== NO_MAIL;

/**
 * Makes the statements that permit mail from the stage's sender; none if there is no sender. SES checks the permission for
 * the identity of the address or of its domain, and for the configuration set (AWS, "Actions, resources, and condition keys
 * for Amazon Simple Email Service v2").
 */
export function mailStatements(
  scope: Construct,
  { mailFrom, mailConfigurationSet }: StageSettings,
): PolicyStatement[] {
  if (mailFrom === NO_MAIL) return [];
  const arnOf = (resource: string, resourceName: string) =>
    Stack.of(scope).formatArn({ service: 'ses', resource, resourceName });
  const [, domain = ''] = mailFrom.split('@');
  return [
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [
        arnOf('identity', mailFrom),
        arnOf('identity', domain),
        ...(mailConfigurationSet === NO_MAIL ? [] : [arnOf('configuration-set', mailConfigurationSet)]),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
    }),
  ];
}

/** Sends bounces and complaints about the stage's mail to a queue, if the stage has a configuration set. */
export function queueMailFeedback(
  scope: Construct,
  { mailConfigurationSet: configurationSetName }: StageSettings,
  queue: Queue,
): void {
  if (configurationSetName === NO_MAIL) return;
  const events = new CfnConfigurationSetEventDestination(scope, 'MailEvents', {
    configurationSetName,
    eventDestination: {
      enabled: true,
      matchingEventTypes: ['BOUNCE', 'COMPLAINT'],
      // SES can only send to the default event bus.
      eventBridgeDestination: { eventBusArn: EventBus.fromEventBusName(scope, 'Bus', 'default').eventBusArn },
    },
  });
  leaveOutWhereMissing(events, 'MailEvents');
  new Rule(scope, 'MailFeedback', {
    description: 'Bounces and complaints about mail',
    eventPattern: {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
    },
    targets: [new SqsQueue(queue)],
  });
}
