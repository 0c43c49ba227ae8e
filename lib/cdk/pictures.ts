import { Aws, Duration, Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { SettingName } from '../../shared/lambda/settings.ts';
import { SES_PREFIX, SMTP_PREFIX } from '../../shared/mail-in/stored-mail.ts';
import { KEPT_PREFIX, UPLOADS_PREFIX } from '../../shared/pictures/picture-objects.ts';
import type { StageSettings } from './stage-settings.ts';

/** What others need to know of the bucket. */
export type PictureBucket = Pick<Bucket, 'bucketName' | 'bucketArn' | 'arnForObjects' | 'node'>;

/** An upload or a mail that could not be taken is kept as long as its message in the dead-letter queue. */
const UPLOADS_KEPT = Duration.days(14);

/**
 * Creates the bucket of pictures: private, encrypted, with TLS only. Uploads that nobody takes expire. Pictures do not, because
 * the table decides how long each is kept; the function `keep-pictures` deletes them.
 */
export function createPictureBucket(scope: Construct, { retainsData }: StageSettings): Bucket {
  const bucket = new Bucket(scope, 'Pictures', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    // Browsers upload from the console, which has another origin. The signature of the URL decides.
    cors: [{ allowedMethods: [HttpMethods.PUT], allowedOrigins: ['*'], allowedHeaders: ['content-type'] }],
    lifecycleRules: [
      ...[UPLOADS_PREFIX, SMTP_PREFIX, SES_PREFIX].map((prefix) => ({ prefix, expiration: UPLOADS_KEPT })),
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    // A bucket that contains pictures is not deleted, so that deleting the stack fails then.
    removalPolicy: retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Its objects are reached by URLs that the API signs, and the API logs whom it gives them.',
  });
  // Set on the resource, because the CDK's own property would add a function.
  const cfnBucket = bucket.node.defaultChild as CfnBucket;
  cfnBucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  return bucket;
}

/** Sends a message to the queue of `keep-pictures` for each upload that arrives. */
export function queueUploads(scope: Construct, bucket: PictureBucket, queue: Queue): void {
  new Rule(scope, 'Uploads', {
    description: 'Pictures that were uploaded',
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [bucket.bucketName] }, object: { key: [{ prefix: UPLOADS_PREFIX }] } },
    },
    targets: [new SqsQueue(queue)],
  });
}

/** What a function that reads a setting may do with the objects below a prefix. */
const USES: Readonly<Partial<Record<SettingName, readonly { action: string; prefix: string }[]>>> = {
  GUARD_PICTURE_UPLOADS: [{ action: 's3:PutObject', prefix: UPLOADS_PREFIX }],
  GUARD_PICTURE_VIEWS: [{ action: 's3:GetObject', prefix: KEPT_PREFIX }],
  GUARD_MAIL_STORE: [SMTP_PREFIX, SES_PREFIX].flatMap((prefix) => [
    { action: 's3:GetObject', prefix },
    { action: 's3:DeleteObject', prefix },
  ]),
  GUARD_PICTURE_STORE: [
    { action: 's3:GetObject', prefix: UPLOADS_PREFIX },
    { action: 's3:DeleteObject', prefix: UPLOADS_PREFIX },
    { action: 's3:PutObject', prefix: KEPT_PREFIX },
    { action: 's3:DeleteObject', prefix: KEPT_PREFIX },
  ],
};

/** The permissions that a function needs for pictures, by the settings that it reads. */
export function pictureStatements(bucket: PictureBucket, reads: readonly SettingName[]): PolicyStatement[] {
  const uses = reads.flatMap((setting) => USES[setting] ?? []);
  const statements = [...Map.groupBy(uses, ({ prefix }) => prefix)].map(
    ([prefix, its]) =>
      new PolicyStatement({
        actions: its.map(({ action }) => action),
        resources: [bucket.arnForObjects(`${prefix}*`)],
      }),
  );
  // Without this permission, S3 says of an object that is not there that reading it is forbidden.
  return reads.includes('GUARD_PICTURE_STORE')
    ? [...statements, new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] })]
    : statements;
}

/** Acknowledges cdk-nag's findings about the wildcards of these permissions in the role of a function. */
export function acknowledgePictures(
  role: Construct,
  bucket: PictureBucket,
  reads: readonly SettingName[],
): void {
  const prefixes = new Set(reads.flatMap((setting) => (USES[setting] ?? []).map(({ prefix }) => prefix)));
  const cfnBucket = bucket.node.defaultChild as CfnBucket;
  for (const prefix of prefixes) {
    Validations.of(role).acknowledge({
      // The CDK passes the bucket to a nested stack by this parameter.
      id: `AwsSolutions-IAM5[Resource::<referenceto${Names.nodeUniqueId(cfnBucket.node)}Arn>/${prefix}*]`,
      reason: 'Each picture has an object of its own.',
    });
  }
}

/** Where browsers find the bucket. */
export const pictureOrigin = ({ bucketName }: Pick<PictureBucket, 'bucketName'>): string =>
  `https://${bucketName}.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;
