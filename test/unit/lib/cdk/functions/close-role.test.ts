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

test('When the CDK asks for a permission that a function’s declared role already has, no policy is added', () => {
  const { stack, closed } = closedRole();
  expect(closed.addToPrincipalPolicy(statement('sqs:SendMessage')).statementAdded).toBe(true);
  expect(stack.node.findAll().filter((it) => it instanceof Policy)).toEqual([]);
});

test('The synthesis fails if the CDK would add a permission that a function’s declared role does not have', () => {
  const { closed } = closedRole();
  expect(() => closed.addToPrincipalPolicy(statement('sqs:DeleteMessage'))).toThrow(
    'does not allow sqs:DeleteMessage, which it needs',
  );
});
