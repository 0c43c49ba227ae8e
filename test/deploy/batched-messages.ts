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
 * Whoever may send a message to a queue may send ten at once: SQS has no permission of its own for that (AWS,
 * "AddPermission" in the Amazon SQS API reference). MiniStack asks for one, `sqs:SendMessageBatch` (ministack 1.5.33,
 * core/iam_actions.py). So who may send gets that one too, for the same queues.
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
