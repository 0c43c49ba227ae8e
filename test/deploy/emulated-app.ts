import { App, Aspects } from 'aws-cdk-lib';
import { synthesizeGuard } from '../../lib/cdk/guard-app.ts';
import { NamedTable } from './named-table.ts';
import { SingleMetricAlarms } from './single-metric-alarms.ts';
import { WithoutLastIndex } from './without-last-index.ts';
import { WithoutUnknownTypes } from './without-unknown-types.ts';

/** The CDK app of bin/guard.ts, as MiniStack can deploy it. */

const app = new App();
const withoutLastIndex = app.node.tryGetContext('withoutLastIndex') === 'true';
for (const aspect of [
  new WithoutUnknownTypes(),
  new SingleMetricAlarms(),
  new NamedTable(),
  ...(withoutLastIndex ? [new WithoutLastIndex()] : []),
]) {
  Aspects.of(app).add(aspect);
}
await synthesizeGuard(app);
