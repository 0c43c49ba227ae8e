import type { IRole, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';

/**
 * The role as the CDK gets it. What the CDK would add to it, as a policy of its own, must be granted already: it is not
 * added, and what is missing ends the synthesis.
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
