import type { IAspect } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import type { IConstruct } from 'constructs';
import { INDEX_NAMES, INDEXES, KEY_ATTRIBUTES } from '../../shared/table/definition.ts';

/** The index that was declared last. */
export const LAST_INDEX = INDEX_NAMES[INDEX_NAMES.length - 1] ?? '';

/** Removes the last index from the table, as in the previous release. */
export class WithoutLastIndex implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnGlobalTable)) return;
    const indexes = node.stack.resolve(node.globalSecondaryIndexes);
    if (!Array.isArray(indexes) || indexes.length !== INDEX_NAMES.length) {
      throw new Error(`${node.node.path} has other indexes than those that are declared.`);
    }
    node.globalSecondaryIndexes = indexes.slice(0, -1);
    const others = new Set(
      INDEXES.slice(0, -1).flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]),
    );
    const last = INDEXES.at(-1);
    const onlyOfLast = [last?.partitionKey, last?.sortKey].filter((name) => name && !others.has(name));
    const attributes = KEY_ATTRIBUTES.filter((name) => !onlyOfLast.includes(name));
    node.attributeDefinitions = attributes.map((attributeName) => ({ attributeName, attributeType: 'S' }));
  }
}
