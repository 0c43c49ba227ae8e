import { describe, expect, test } from 'vitest';
import { deployedTopics } from './deployed-topics.ts';
import { BARE, DEV, FULL } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const BUDGET = 'AWS::Budgets::Budget';
const synthesis = synthesize(FULL);
const { template } = synthesis;
const topicId = deployedTopics(synthesis).get('ticket');

describe('the budget of a stage', () => {
  test('The AWS budget of a stage notifies at 80 % of its monthly limit, and when the forecast exceeds the limit', () => {
    const notification = (NotificationType: string, Threshold: number) => ({
      Notification: {
        NotificationType,
        Threshold,
        ThresholdType: 'PERCENTAGE',
        ComparisonOperator: 'GREATER_THAN',
      },
      Subscribers: [{ SubscriptionType: 'SNS', Address: { Ref: topicId } }],
    });
    template.hasResourceProperties(BUDGET, {
      Budget: {
        // The name is unique in the account, and a stage may be in several regions.
        BudgetName: { 'Fn::Join': ['', ['guard-prod-', { Ref: 'AWS::Region' }, '-month']] },
        BudgetType: 'COST',
        TimeUnit: 'MONTHLY',
        BudgetLimit: { Amount: 1234.5, Unit: 'USD' },
      },
      NotificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
    });
  });

  test('The AWS budget of a stage counts the costs of the whole account, without filters', () => {
    const [budget] = Object.values(template.findResources(BUDGET));
    expect(JSON.stringify(budget)).not.toMatch(/Filter/);
  });

  test('The AWS budget of a stage is created after the topic policy that lets this account’s budgets publish', () => {
    const policies = template.findResources('AWS::SNS::TopicPolicy', {
      Properties: { Topics: [{ Ref: topicId }] },
    });
    const [[policyId, policy] = []] = Object.entries(policies);
    const [budget] = Object.values(template.findResources(BUDGET));
    expect(budget?.['DependsOn']).toEqual([policyId]);
    const statement = policy?.['Properties'].PolicyDocument.Statement.find(
      ({ Sid }: { Sid?: string }) => Sid === 'AllowBudgets',
    );
    expect(statement).toMatchObject({
      Effect: 'Allow',
      Principal: { Service: 'budgets.amazonaws.com' },
      Action: 'sns:Publish',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(JSON.stringify(statement.Condition.ArnLike)).toContain(':budgets::');
  });
});

test.each([DEV, BARE])('A stage whose settings name no amount has no AWS budget: %j', (context) => {
  synthesize(context).template.resourceCountIs(BUDGET, 0);
});
