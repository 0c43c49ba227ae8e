import { type IAspect, Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import * as z from 'zod';

const PURPOSE = 'kms:EncryptionContext:purpose';

const policiesSchema = z.array(
  z.object({
    policyDocument: z.object({
      Statement: z.array(
        z.object({ Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional() }),
      ),
    }),
  }),
);

/**
 * Functions may use the stage's key for one purpose only. MiniStack evaluates no condition on the encryption context
 * (ministack 1.5.33 has the context in services/kms.py only), and so would refuse every use. The action and the key remain.
 */
export class KeysWithoutContext implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnRole)) return;
    const policies = policiesSchema.parse(Stack.of(node).resolve(node.policies) ?? []);
    for (const [policy, { policyDocument }] of policies.entries()) {
      for (const [place, { Condition }] of policyDocument.Statement.entries()) {
        if (Condition?.['StringEquals']?.[PURPOSE] === undefined) continue;
        node.addPropertyDeletionOverride(`Policies.${policy}.PolicyDocument.Statement.${place}.Condition`);
      }
    }
  }
}
