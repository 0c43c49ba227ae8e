import { Aws, CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CnameRecord, MxRecord, TxtRecord } from 'aws-cdk-lib/aws-route53';
import {
  CfnConfigurationSetEventDestination,
  ConfigurationSet,
  EmailIdentity,
  Identity,
  MailFromBehaviorOnMxFailure,
} from 'aws-cdk-lib/aws-ses';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { sendMailTrigger } from '../../functions/jobs/mail.ts';
import { NO_MAIL } from '../../shared/lambda/settings.ts';
import type { TriggeredFunction } from '../../shared/lambda/trigger.ts';
import { hostedZoneOf } from './hosted-zone.ts';
import { leaveOutWhereMissing } from './regions.ts';
import { isMailDomainForGuardOnly, ownMailDomain, ownMailSet, type StageSettings } from './stage-settings.ts';

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

/** Sends bounces and complaints about the stage's mail to a queue, if the stage has a configuration set: its own or another. */
export function queueMailFeedback(
  scope: Construct,
  { stage, mailConfigurationSet: configurationSetName }: StageSettings,
  queue: Queue,
): void {
  if (configurationSetName === NO_MAIL) return;
  const own =
    configurationSetName === ownMailSet(stage)
      ? new ConfigurationSet(scope, 'MailConfigurationSet', { configurationSetName })
      : undefined;
  const events = new CfnConfigurationSetEventDestination(scope, 'MailEvents', {
    configurationSetName: own?.configurationSetName ?? configurationSetName,
    eventDestination: {
      enabled: true,
      matchingEventTypes: ['BOUNCE', 'COMPLAINT'],
      // SES can only send to the default event bus.
      eventBridgeDestination: { eventBusArn: EventBus.fromEventBusName(scope, 'Bus', 'default').eventBusArn },
    },
  });
  leaveOutWhereMissing(events, 'Mail', resourcesIn(own));
  new Rule(scope, 'MailFeedback', {
    description: 'Bounces and complaints about mail',
    eventPattern: {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName] } } },
    },
    targets: [new SqsQueue(queue)],
  });
}

/**
 * Creates the identity of the mail's domain in SES, if the domain is in the stage's hosted zone, with the records that
 * authenticate its mail: DKIM, and a domain for bounces with an SPF record (AWS, "Using a custom MAIL FROM domain"). Only where
 * nobody else sends mail from the domain there is a DMARC record, too, because a company's own policy is none of Guard's
 * business. All of it outlives the deletion of a stage that keeps its data, because other stages may send from the domain.
 */
export function createMailIdentity(scope: Construct, settings: StageSettings): void {
  const domain = ownMailDomain(settings);
  if (domain === undefined) return;
  const within = new Construct(scope, 'Mail');
  const zone = hostedZoneOf(within, settings);
  if (!zone) return;
  // The name is new, because a domain for bounces must not send or receive other mail, and belongs to one region.
  const mailFromDomain = `guard-${Aws.REGION}.${domain}`;
  const identity = new EmailIdentity(within, 'Identity', {
    identity: Identity.domain(domain),
    mailFromDomain,
    // Mail is also sent before SES has seen the record.
    mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
  });
  for (const [place, { name, value: domainName }] of identity.dkimRecords.entries())
    new CnameRecord(within, `Dkim${place + 1}`, { zone, recordName: `${name}.`, domainName });
  const recordName = `${mailFromDomain}.`;
  const hostName = `feedback-smtp.${Aws.REGION}.amazonses.com`;
  new MxRecord(within, 'Bounces', { zone, recordName, values: [{ priority: 10, hostName }] });
  new TxtRecord(within, 'Spf', { zone, recordName, values: ['v=spf1 include:amazonses.com ~all'] });
  if (isMailDomainForGuardOnly(settings, domain))
    new TxtRecord(within, 'Dmarc', {
      zone,
      recordName: `_dmarc.${domain}.`,
      values: ['v=DMARC1; p=quarantine'],
    });
  const resources = resourcesIn(within);
  leaveOutWhereMissing(identity.node.defaultChild as CfnResource, 'Mail', resources);
  for (const resource of resources)
    resource.applyRemovalPolicy(
      settings.retainsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    );
}

const resourcesIn = (construct: Construct | undefined): CfnResource[] =>
  construct?.node.findAll().filter(CfnResource.isCfnResource) ?? [];
