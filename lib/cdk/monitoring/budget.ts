import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import { leaveOutWhereMissing } from '../regions.ts';
import type { StageSettings } from '../stage-settings.ts';

export interface BudgetProps {
  readonly settings: Pick<StageSettings, 'stage' | 'monthlyBudgetUsd'>;
  readonly topic: Topic;
}

/** The name of the budget. It contains the region, because it must be unique in the account, over all regions. */
export const budgetName = (stage: string, region: string): string => `${serviceName(stage)}-${region}-month`;

/** At which percentages of the budget it notifies, by the cost so far or by the forecast for the month. */
const NOTIFICATIONS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * Notifies a topic when a month costs more than `monthlyBudgetUsd`. It counts the whole account, because a budget by tag
 * counts nothing until the tag is activated for billing (AWS, "Activating user-defined cost allocation tags").
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { settings: { stage, monthlyBudgetUsd }, topic }: BudgetProps) {
    super(scope, id);
    if (monthlyBudgetUsd === 0) return;
    const { account, partition, region } = Stack.of(this);
    // AWS Budgets needs this policy (AWS, "Creating an Amazon SNS topic for budget notifications").
    const policy = topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AllowBudgets',
        principals: [new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
        },
      }),
    );
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: budgetName(stage, region),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: NOTIFICATIONS.map((it) => ({
        notification: { ...it, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
        subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
      })),
    });
    leaveOutWhereMissing(budget, 'Budget');
    // AWS Budgets rejects a topic to which it may not publish.
    if (policy.policyDependable) budget.node.addDependency(policy.policyDependable);
  }
}
