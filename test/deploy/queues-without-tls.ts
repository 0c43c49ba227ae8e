import { type IAspect, Stack } from 'aws-cdk-lib';
import { CfnQueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import * as z from 'zod';

const TLS = 'aws:SecureTransport';

const policySchema = z.object({
  Statement: z.array(
    z.object({ Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional() }),
  ),
});

/**
 * Queues reject requests without TLS, which MiniStack on loopback does not support. Changes this condition so that it never
 * holds, as for the bucket in run.ts.
 */
export class QueuesWithoutTls implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnQueuePolicy)) return;
    const { Statement } = policySchema.parse(Stack.of(node).resolve(node.policyDocument));
    const place = Statement.findIndex(({ Condition }) => Condition?.['Bool']?.[TLS] === 'false');
    if (place < 0) throw new Error(`${node.node.path} does not ask for TLS.`);
    node.addPropertyOverride(`PolicyDocument.Statement.${place}.Condition.Bool.${TLS}`, 'never');
  }
}
