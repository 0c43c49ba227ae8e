import type { IRole, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';

/**
 * A role to which the CDK adds no policies. Permissions that the CDK wants to add must be granted already; a missing one ends
 * the synthesis.
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
