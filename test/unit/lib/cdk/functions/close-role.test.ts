import { Stack } from 'aws-cdk-lib';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { expect, test } from 'vitest';
import { closeRole } from '../../../../../lib/cdk/functions/close-role.ts';

const statement = (action: string) => new PolicyStatement({ actions: [action], resources: ['*'] });

function closedRole() {
  const stack = new Stack();
  const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  return { stack, closed: closeRole(role, [statement('sqs:SendMessage')]) };
}

test('The closed role of a function accepts a permission that it has, without another policy', () => {
  const { stack, closed } = closedRole();
  expect(closed.addToPrincipalPolicy(statement('sqs:SendMessage')).statementAdded).toBe(true);
  expect(stack.node.findAll().filter((it) => it instanceof Policy)).toEqual([]);
});

test('A permission that the CDK would add to the closed role of a function fails the synthesis', () => {
  const { closed } = closedRole();
  expect(() => closed.addToPrincipalPolicy(statement('sqs:DeleteMessage'))).toThrow(
    'does not allow sqs:DeleteMessage, which it needs',
  );
});
