import { type App, Aspects, type IAspect, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAlarm, CfnCompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnAuthorizer, CfnDomainConfiguration } from 'aws-cdk-lib/aws-iot';
import { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { CfnBucketPolicy } from 'aws-cdk-lib/aws-s3';
import { CfnQueuePolicy } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import * as z from 'zod';
import { GuardFunction } from '../../lib/cdk/functions/guard-function.ts';
import { METRICS_NAMESPACE } from '../../shared/lambda/metrics.ts';
import { EmulatedAddresses } from './emulated-addresses.ts';

const queuePoliciesSchema = z.array(
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
class BatchedMessages implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnRole)) return;
    const policies = queuePoliciesSchema.parse(Stack.of(node).resolve(node.policies) ?? []);
    for (const [place, { policyDocument }] of policies.entries()) {
      for (const [row, { Action }] of policyDocument.Statement.entries()) {
        if (![Action].flat().includes('sqs:SendMessage')) continue;
        const path = `Policies.${place}.PolicyDocument.Statement.${row}.Action`;
        node.addPropertyOverride(path, [...[Action].flat(), 'sqs:SendMessageBatch']);
      }
    }
  }
}

/**
 * Functions may attach a policy of IoT Core to certificates, and detach it. MiniStack evaluates these calls for any resource (ministack 1.5.33,
 * core/iam_actions.py), and so would refuse them. The actions remain.
 */
class PoliciesWithoutTarget implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnRole)) return;
    const policies = queuePoliciesSchema.parse(Stack.of(node).resolve(node.policies) ?? []);
    for (const [policy, { policyDocument }] of policies.entries()) {
      for (const [place, { Action }] of policyDocument.Statement.entries()) {
        if (![Action].flat().includes('iot:DetachPolicy')) continue;
        node.addPropertyOverride(`Policies.${policy}.PolicyDocument.Statement.${place}.Resource`, '*');
      }
    }
  }
}

const PURPOSE = 'kms:EncryptionContext:purpose';

const keyPoliciesSchema = z.array(
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
class KeysWithoutContext implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnRole)) return;
    const policies = keyPoliciesSchema.parse(Stack.of(node).resolve(node.policies) ?? []);
    for (const [policy, { policyDocument }] of policies.entries()) {
      for (const [place, { Condition }] of policyDocument.Statement.entries()) {
        if (Condition?.['StringEquals']?.[PURPOSE] === undefined) continue;
        node.addPropertyDeletionOverride(`Policies.${policy}.PolicyDocument.Statement.${place}.Condition`);
      }
    }
  }
}

/**
 * MiniStack 1.5 replaces a table without a name of its own, and loses its items, where AWS changes it in place: it makes up
 * another name for it (services/cloudformation/provisioners.py, `_ddb_global_table_update`).
 */
class NamedTable implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof CfnGlobalTable) node.tableName = `${node.stack.stackName}-Table`;
  }
}

const TLS = 'aws:SecureTransport';

const policySchema = z.object({
  Statement: z.array(
    z.object({ Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional() }),
  ),
});

/**
 * Queues and buckets reject requests without TLS, which MiniStack on loopback does not support. Changes this condition so that
 * it never holds, as for the bucket in run.ts.
 */
class WithoutTls implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnQueuePolicy || node instanceof CfnBucketPolicy)) return;
    const { Statement } = policySchema.parse(Stack.of(node).resolve(node.policyDocument));
    const place = Statement.findIndex(({ Condition }) => Condition?.['Bool']?.[TLS] === 'false');
    if (place < 0) throw new Error(`${node.node.path} does not ask for TLS.`);
    node.addPropertyOverride(`PolicyDocument.Statement.${place}.Condition.Bool.${TLS}`, 'never');
  }
}

const metricSchema = z.object({
  metricStat: z.object({
    metric: z.object({
      namespace: z.string(),
      metricName: z.string(),
      dimensions: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
    period: z.number(),
  }),
});

/** The metric of an alarm that watches a query or other alarms. */
const ANY_METRIC = { namespace: METRICS_NAMESPACE, metricName: 'Any', dimensions: [] };
const ANY_PERIOD_SECONDS = 300;

/** The properties that only composite alarms have. */
const SUPPRESSION = ['', 'WaitPeriod', 'ExtensionPeriod'].map((name) => `ActionsSuppressor${name}`);

/**
 * MiniStack 1.5 refuses alarms on metric math ("Properties.Metrics (metric math) is not supported") and makes no composite
 * ones. Each watches a single metric instead: its first one, or any. Everything else, including its actions, is as on AWS.
 */
class SingleMetricAlarms implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof CfnCompositeAlarm) this.makeSingle(node);
    if (!(node instanceof CfnAlarm) || !Array.isArray(node.metrics)) return;
    const first = node.metrics.map((metric) => metricSchema.safeParse(metric)).find(({ success }) => success);
    const { metric, period } = first?.data?.metricStat ?? { metric: ANY_METRIC, period: ANY_PERIOD_SECONDS };
    node.metrics = undefined;
    Object.assign(node, { ...metric, period, statistic: 'Sum' });
  }

  private makeSingle(node: CfnCompositeAlarm): void {
    node.addOverride('Type', CfnAlarm.CFN_RESOURCE_TYPE_NAME);
    for (const name of ['AlarmRule', ...SUPPRESSION]) node.addPropertyDeletionOverride(name);
    const { namespace, metricName } = ANY_METRIC;
    const properties = {
      Namespace: namespace,
      MetricName: metricName,
      Statistic: 'Sum',
      Period: ANY_PERIOD_SECONDS,
      EvaluationPeriods: 1,
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
    };
    for (const [name, value] of Object.entries(properties)) node.addPropertyOverride(name, value);
  }
}

/**
 * Allows `http://localhost` for webhooks, as on the local server: MiniStack runs functions on this machine, where no receiver has
 * a public address. Only these tests set the variable, as `test/infra/function-settings.test.ts` checks.
 */
class WebhooksToLocalhost implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof GuardFunction && node.resource === 'webhooks') {
      node.function.addEnvironment('GUARD_WEBHOOKS_TO_LOCALHOST', 'true');
    }
  }
}

/** MiniStack 1.5 knows none of these ("Unrecognized resource types"). */
const UNKNOWN = [CfnApplication, CfnAuthorizer, CfnBudget, CfnDeploymentGroup, CfnQueryDefinition];

const isUnknown = (it: IConstruct) => UNKNOWN.some((type) => it instanceof type);

/** Removes resources that MiniStack does not know. Without CodeDeploy, aliases move to new versions at once. */
class WithoutUnknownTypes implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof CfnAlias) Object.assign(node.cfnOptions, { updatePolicy: undefined });
    if (isUnknown(node)) node.node.scope?.node.tryRemoveChild(node.node.id);
    // Otherwise it would depend on a resource that there is not.
    if (node instanceof CfnDomainConfiguration) {
      for (const it of node.obtainDependencies()) {
        if (it instanceof CfnAuthorizer) node.removeResourceDependency(it);
      }
    }
  }
}

/** Makes of an app of bin/guard.ts one that MiniStack can deploy, at `endpoint`. */
export function emulate(app: App, endpoint: string): void {
  const aspects = [
    new WithoutUnknownTypes(),
    new SingleMetricAlarms(),
    new NamedTable(),
    new EmulatedAddresses(endpoint),
    new WithoutTls(),
    new BatchedMessages(),
    new KeysWithoutContext(),
    new PoliciesWithoutTarget(),
    ...(app.node.tryGetContext('webhooksToLocalhost') === 'true' ? [new WebhooksToLocalhost()] : []),
  ];
  for (const aspect of aspects) Aspects.of(app).add(aspect);
}
