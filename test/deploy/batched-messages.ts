import { type IAspect, Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import * as z from 'zod';

const policiesSchema = z.array(
  z.object({
    policyDocument: z.object({
      Statement: z.array(z.object({ Action: z.union([z.string(), z.array(z.string())]) })),
    }),
  }),
);

/**
 * In SQS the permission to send a message includes batches (AWS, "AddPermission" in the Amazon SQS API reference). MiniStack
 * requires `sqs:SendMessageBatch` (ministack 1.5.33, core/iam_actions.py), so every sender gets it too, for the same queues.
 */
export class BatchedMessages implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnRole)) return;
    const policies = policiesSchema.parse(Stack.of(node).resolve(node.policies) ?? []);
    for (const [place, { policyDocument }] of policies.entries()) {
      for (const [row, { Action }] of policyDocument.Statement.entries()) {
        if (![Action].flat().includes('sqs:SendMessage')) continue;
        const path = `Policies.${place}.PolicyDocument.Statement.${row}.Action`;
        node.addPropertyOverride(path, [...[Action].flat(), 'sqs:SendMessageBatch']);
      }
    }
  }
}
