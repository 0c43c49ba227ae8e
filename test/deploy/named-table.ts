import type { IAspect } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import type { IConstruct } from 'constructs';

/**
 * MiniStack 1.5 replaces a table without a name of its own, and loses its items, where AWS changes it in place: it makes up
 * another name for it (services/cloudformation/provisioners.py, `_ddb_global_table_update`).
 */
export class NamedTable implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof CfnGlobalTable) node.tableName = `${node.stack.stackName}-Table`;
  }
}
