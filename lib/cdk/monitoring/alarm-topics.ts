import { ArnFormat, Stack } from 'aws-cdk-lib';
import { LoggingLevel, SlackChannelConfiguration } from 'aws-cdk-lib/aws-chatbot';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';

interface AlarmTopicProps {
  readonly stage: string;
  /** The kind of alarms, which is shown in the subject of the topic's mails. */
  readonly kind: 'pages' | 'tickets';
  /** The address that receives the mails. */
  readonly email: string | undefined;
  /** The HTTPS address of a pager service. */
  readonly url?: string | undefined;
}

/** The topic to which the alarms of a stage publish. Nobody else may publish to it, and only over TLS. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, kind, email, url }: AlarmTopicProps) {
    super(scope, id);
    const stack = Stack.of(this);
    this.topic = new Topic(this, 'Topic', {
      displayName: `${serviceName(stage)} ${kind}`,
      enforceSSL: true,
    });
    // This policy replaces the topic's default one, which lets the account's own alarms publish (AWS re:Post, "Why didn't I
    // receive an SNS notification for my CloudWatch alarm trigger?").
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

interface AlarmChatProps {
  readonly stage: string;
  /** `<workspace id>/<channel id>` */
  readonly channel: string;
  readonly topics: readonly Topic[];
}

/** A Slack channel that shows what the topics publish. People in the channel have no permissions in the account. */
export class AlarmChat extends Construct {
  constructor(scope: Construct, id: string, { stage, channel, topics }: AlarmChatProps) {
    super(scope, id);
    const [slackWorkspaceId = '', slackChannelId = ''] = channel.split('/');
    new SlackChannelConfiguration(this, 'Slack', {
      // The name contains the region, because AWS Chatbot's names are unique in the account, over all regions.
      slackChannelConfigurationName: `${serviceName(stage)}-${Stack.of(this).region}`,
      slackWorkspaceId,
      slackChannelId,
      notificationTopics: [...topics],
      role: new Role(this, 'Role', { assumedBy: new ServicePrincipal('chatbot.amazonaws.com') }),
      // The default guardrail is AdministratorAccess.
      guardrailPolicies: [ManagedPolicy.fromAwsManagedPolicyName('AWSDenyAll')],
      loggingLevel: LoggingLevel.NONE,
    });
  }
}
