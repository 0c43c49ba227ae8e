import { Aws, CfnRule, Fn, Names, Validations } from 'aws-cdk-lib';
import type { CfnEIP } from 'aws-cdk-lib/aws-ec2';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { MxRecord } from 'aws-cdk-lib/aws-route53';
import type { Bucket, CfnBucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { ReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import { S3 } from 'aws-cdk-lib/aws-ses-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { receiveMailTrigger } from '../../functions/jobs/mail-in.ts';
import { mailInText } from '../../shared/lambda/settings.ts';
import { SES_PREFIX, SMTP_PREFIX } from '../../shared/mail-in/stored-mail.ts';
import { PORTS } from '../receiver/declared-use.ts';
import { hostedZoneOf } from './hosted-zone.ts';
import type { PictureBucket } from './pictures.ts';
import { isIn, type StageSettings } from './stage-settings.ts';

/** The functions that only a stage which receives mail has. */
export const MAIL_IN_RESOURCE = receiveMailTrigger.resource;

type MailSettings = Pick<StageSettings, 'mailReceiver' | 'inboundMailDomain'>;

export const receivesMail = ({ mailReceiver, inboundMailDomain }: MailSettings): boolean =>
  mailReceiver || inboundMailDomain !== undefined;

/** The ports at which cameras send, and those of the tasks to which they lead. */
export const mailPorts = ({ mailReceiver }: MailSettings) =>
  mailReceiver
    ? [
        { port: 25, target: PORTS.mail },
        { port: 587, target: PORTS.mail },
        { port: 465, target: PORTS.mailTls },
      ]
    : [];

/** The domain of addresses where no mail server delivers. The receiver takes any. */
const NO_DOMAIN = 'in.guard.invalid';

/** Where cameras send mail, as the setting of the functions that say so to installers. */
export function mailInSetting(settings: StageSettings, addresses: readonly CfnEIP[]): string {
  if (!receivesMail(settings)) return mailInText(null);
  const { mailReceiver, panelHost, inboundMailDomain: domain = panelHost ?? NO_DOMAIN } = settings;
  const host = mailReceiver ? (panelHost ?? addresses[0]?.attrPublicIp ?? null) : null;
  const portsTo = (wanted: number) =>
    mailPorts(settings).flatMap(({ port, target }) => (target === wanted ? [port] : []));
  return mailInText({ domain, host, ports: portsTo(PORTS.mail), tlsPorts: portsTo(PORTS.mailTls) });
}

/** The permission of the receiver to store mails; none in a stage without it. */
export const storeStatements = ({ mailReceiver }: MailSettings, bucket: PictureBucket): PolicyStatement[] =>
  mailReceiver
    ? [
        new PolicyStatement({
          actions: ['s3:PutObject'],
          resources: [bucket.arnForObjects(`${SMTP_PREFIX}*`)],
        }),
      ]
    : [];

/** Acknowledges cdk-nag's finding about the wildcard of this permission. */
export function acknowledgeStore(
  role: Construct,
  { mailReceiver }: MailSettings,
  bucket: PictureBucket,
): void {
  if (!mailReceiver) return;
  const cfnBucket = bucket.node.defaultChild as CfnBucket;
  Validations.of(role).acknowledge({
    // The CDK passes the bucket to a nested stack by this parameter.
    id: `AwsSolutions-IAM5[Resource::<referenceto${Names.nodeUniqueId(cfnBucket.node)}Arn>/${SMTP_PREFIX}*]`,
    reason: 'Each mail has an object of its own.',
  });
}

/** The regions in which Amazon SES receives mail (AWS, "Amazon SES endpoints and quotas": email receiving endpoints). */
const RECEIVING_REGIONS = [
  ...['us-east-1', 'us-east-2', 'us-west-2', 'ca-central-1', 'eu-central-1', 'eu-west-1', 'eu-west-2'],
  ...['ap-northeast-1', 'ap-southeast-1', 'ap-southeast-2'],
];

/** Sends a message to the queue of `receive-mail` for each mail that a receiver or Amazon SES has stored. */
export function queueMails(
  scope: Construct,
  settings: StageSettings,
  { bucket, queue }: { readonly bucket: Bucket; readonly queue: Queue },
): void {
  const within = new Construct(scope, 'MailIn');
  if (settings.mailReceiver) {
    new Rule(within, 'Stored', {
      description: 'Mails of cameras and recorders',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [bucket.bucketName] }, object: { key: [{ prefix: SMTP_PREFIX }] } },
      },
      targets: [new SqsQueue(queue)],
    });
  }
  const { inboundMailDomain: domain, stage } = settings;
  if (domain === undefined) return;
  new CfnRule(within, 'Region', {
    assertions: [
      {
        assert: Fn.conditionContains(RECEIVING_REGIONS, Aws.REGION),
        assertDescription: 'Amazon SES receives no mail in this region: leave out inboundMailDomain.',
      },
    ],
  });
  // Its notifications name the recipients of the envelope, which the stored mail does not.
  const topic = new Topic(within, 'Received', { enforceSSL: true });
  topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }));
  const rules = new ReceiptRuleSet(within, 'Rules', { receiptRuleSetName: `guard-${stage}` });
  rules.addRule('Store', {
    recipients: [domain],
    scanEnabled: true,
    actions: [new S3({ bucket: bucket as IBucket, objectKeyPrefix: SES_PREFIX, topic })],
  });
  const { hostedZoneName } = settings;
  const isInZone = hostedZoneName !== undefined && isIn(hostedZoneName, domain);
  const zone = isInZone ? hostedZoneOf(within, settings) : undefined;
  const hostName = `inbound-smtp.${Aws.REGION}.amazonaws.com`;
  if (zone)
    new MxRecord(within, 'Mx', { zone, recordName: `${domain}.`, values: [{ priority: 10, hostName }] });
}
