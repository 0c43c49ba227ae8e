import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';

export interface AlarmTopicProps {
  readonly stage: string;
  /** Appears in the subject of its mails. */
  readonly kind: 'pages' | 'tickets';
  /** The receiver of the mails. */
  readonly email: string | undefined;
  /** The HTTPS address of a pager. */
  readonly url?: string | undefined;
}

/** The topic that the alarms of a stage publish to. Nobody else may, and only over TLS. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, kind, email, url }: AlarmTopicProps) {
    super(scope, id);
    const stack = Stack.of(this);
    this.topic = new Topic(this, 'Topic', {
      displayName: `${serviceName(stage)} ${kind}`,
      enforceSSL: true,
    });
    // A policy replaces the topic's default one, by which the account's own alarms could publish (AWS re:Post, "Why
    // didn't I receive an SNS notification for my CloudWatch alarm trigger?").
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowAlarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': stack.account },
          ArnLike: {
            'aws:SourceArn': stack.formatArn({
              service: 'cloudwatch',
              resource: 'alarm',
              resourceName: `${serviceName(stage)}-*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
    if (url !== undefined) this.topic.addSubscription(new UrlSubscription(url));
  }
}
