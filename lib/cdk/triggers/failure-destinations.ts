import { Duration, Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

/**
 * Where Lambda sends the changes of a stream after their last attempt. `statements` are the permissions that the role of a
 * function needs for this.
 */
export interface FailureDestination {
  readonly arn: string;
  readonly statements: readonly PolicyStatement[];
  /** Acknowledges cdk-nag's findings about the wildcards of these statements in the role of a function. */
  readonly acknowledge?: (scope: Construct) => void;
}

/** Sends only metadata about the changes to a queue, such as the sequence number. */
export function queueDestination(deadLetters: Queue): FailureDestination {
  const { queueArn: arn } = deadLetters;
  return { arn, statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [arn] })] };
}

/** Failed batches are kept as long as messages of a dead-letter queue. */
const KEPT = Duration.days(14);

/**
 * Stores the changes themselves in a bucket, as files (AWS, "Retain discarded records for a DynamoDB event source in
 * Lambda"). The dead-letter queue gets a message for each file, so that its alarm fires.
 */
export function bucketDestination(
  scope: Construct,
  { retainsData }: StageSettings,
  deadLetters: Queue,
): FailureDestination {
  const bucket = new Bucket(scope, 'FailedChanges', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    lifecycleRules: [{ expiration: KEPT, abortIncompleteMultipartUploadAfter: KEPT }],
    // A bucket that contains files is not deleted, so that deleting the stack fails then.
    removalPolicy: retainsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Only Lambda writes to it, and only when it gives up changes.',
  });
  // EventBridge sends the messages about files, because S3 itself would first send a test message. It is set on the resource,
  // because the CDK's own property would add a function.
  const cfnBucket = bucket.node.defaultChild as CfnBucket;
  cfnBucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  new Rule(scope, 'Failure', {
    description: 'Reports the changes that a function could not process',
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [bucket.bucketName] } },
    },
    targets: [new SqsQueue(deadLetters)],
  });
  return {
    arn: bucket.bucketArn,
    statements: [
      new PolicyStatement({ actions: ['s3:PutObject'], resources: [bucket.arnForObjects('*')] }),
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
    ],
    acknowledge: (role) => {
      // The CDK passes the bucket to a nested stack by this parameter.
      const bucketArn = `<referenceto${Names.nodeUniqueId(cfnBucket.node)}Arn>`;
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${bucketArn}/*]`,
        reason: 'Lambda chooses the names of the files.',
      });
    },
  };
}
