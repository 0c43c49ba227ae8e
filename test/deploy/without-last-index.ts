import type { IAspect } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import type { IConstruct } from 'constructs';
import { INDEX_NAMES, INDEX_SORT_KEY, TABLE_KEYS } from '../../shared/table/definition.ts';

/** The index that was declared last, as if it were about to come. */
export const LAST_INDEX = INDEX_NAMES[INDEX_NAMES.length - 1] ?? '';

/** Leaves the last index out of the table, as the release before it would. */
export class WithoutLastIndex implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnGlobalTable)) return;
    const indexes = node.stack.resolve(node.globalSecondaryIndexes);
    if (!Array.isArray(indexes) || indexes.length !== INDEX_NAMES.length) {
      throw new Error(`${node.node.path} has other indexes than those that are declared.`);
    }
    node.globalSecondaryIndexes = indexes.slice(0, -1);
    const { partitionKey, sortKey } = TABLE_KEYS;
    const attributes = [partitionKey, sortKey, INDEX_SORT_KEY, ...INDEX_NAMES.slice(0, -1)];
    node.attributeDefinitions = attributes.map((attributeName) => ({ attributeName, attributeType: 'S' }));
  }
}
