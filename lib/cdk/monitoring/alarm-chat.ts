import { Stack } from 'aws-cdk-lib';
import { LoggingLevel, SlackChannelConfiguration } from 'aws-cdk-lib/aws-chatbot';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';

export interface AlarmChatProps {
  readonly stage: string;
  /** `<workspace id>/<channel id>` */
  readonly channel: string;
  readonly topics: readonly Topic[];
}

/** A Slack channel that shows what the topics send. People in the channel may do nothing in the account. */
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
