import type { IRole, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';

/**
 * Closes a role, so that the CDK adds no policies to it. Permissions that the CDK wants to add must already be granted; if
 * one is missing, the synthesis fails.
 */
export function closeRole(role: Role, granted: readonly PolicyStatement[]): IRole {
  const closed = role.withoutPolicyUpdates();
  const actions = new Set(granted.flatMap((statement) => statement.actions));
  closed.addToPrincipalPolicy = (statement) => {
    const missing = statement.actions.filter((action) => !actions.has(action));
    if (missing.length > 0) {
      throw new Error(`${role.node.path} does not allow ${missing.join(', ')}, which it needs.`);
    }
    return { statementAdded: true, policyDependable: role };
  };
  return closed;
}
