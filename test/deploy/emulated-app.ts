import { App, Aspects, type IAspect } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { IConstruct } from 'constructs';
import * as z from 'zod';
import { synthesizeGuard } from '../../lib/cdk/guard-app.ts';
import { WithoutCodeDeploy } from './without-codedeploy.ts';
import { WithoutLastIndex } from './without-last-index.ts';

/** The CDK app of bin/guard.ts, without what MiniStack cannot deploy. */

const metricSchema = z.object({
  metricStat: z.object({
    metric: z.object({
      namespace: z.string(),
      metricName: z.string(),
      dimensions: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    period: z.number(),
  }),
});

/**
 * MiniStack 1.5 refuses alarms on metric math ("Properties.Metrics (metric math) is not supported"). There they watch
 * the first of their metrics instead; all else about them, and whom they tell, is as it is on AWS.
 */
class SingleMetricAlarms implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnAlarm) || !Array.isArray(node.metrics)) return;
    const first = node.metrics.map((metric) => metricSchema.safeParse(metric)).find(({ success }) => success);
    if (!first?.data) throw new Error(`${node.node.path} watches no metric.`);
    const { metric, period } = first.data.metricStat;
    node.metrics = undefined;
    Object.assign(node, { ...metric, period, statistic: 'Sum' });
  }
}

/** MiniStack 1.5 knows no saved queries and no budgets ("Unrecognized resource types"). Nothing refers to them. */
class NothingUnknown implements IAspect {
  visit(node: IConstruct): void {
    if (!(node instanceof CfnQueryDefinition || node instanceof CfnBudget)) return;
    node.node.scope?.node.tryRemoveChild(node.node.id);
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

const app = new App();
Aspects.of(app).add(new NothingUnknown());
Aspects.of(app).add(new SingleMetricAlarms());
Aspects.of(app).add(new WithoutCodeDeploy());
Aspects.of(app).add(new NamedTable());
if (app.node.tryGetContext('withoutLastIndex') === 'true') Aspects.of(app).add(new WithoutLastIndex());
await synthesizeGuard(app);
