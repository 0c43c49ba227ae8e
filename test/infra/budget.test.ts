import { describe, expect, test } from 'vitest';
import { deployedTopics } from './deployed-topics.ts';
import { BARE, DEV, FULL } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const BUDGET = 'AWS::Budgets::Budget';
const synthesis = synthesize(FULL);
const { template } = synthesis;
const topicId = deployedTopics(synthesis).get('ticket');

describe('the budget of a stage', () => {
  test('tells when 80 % of it are spent, and when the month is going to be dearer than all of it', () => {
    const told = (NotificationType: string, Threshold: number) => ({
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
        BudgetName: 'guard-prod-month',
        BudgetType: 'COST',
        TimeUnit: 'MONTHLY',
        BudgetLimit: { Amount: 1234.5, Unit: 'USD' },
      },
      NotificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
    });
  });

  test('counts the whole account: it sees also what nobody has activated a tag of', () => {
    const [budget] = Object.values(template.findResources(BUDGET));
    expect(JSON.stringify(budget)).not.toMatch(/Filter/);
  });

  test('is made only once its topic lets it publish, of this account alone', () => {
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

test.each([DEV, BARE])('there is none where nobody wants one: %j', (context) => {
  synthesize(context).template.resourceCountIs(BUDGET, 0);
});
