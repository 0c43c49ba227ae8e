import { App, Aspects } from 'aws-cdk-lib';
import { synthesizeGuard } from '../../lib/cdk/guard-app.ts';
import { BatchedMessages } from './batched-messages.ts';
import { EmulatedAddresses } from './emulated-addresses.ts';
import { KeysWithoutContext } from './keys-without-context.ts';
import { NamedTable } from './named-table.ts';
import { QueuesWithoutTls } from './queues-without-tls.ts';
import { SingleMetricAlarms } from './single-metric-alarms.ts';
import { WebhooksToLocalhost } from './webhooks-to-localhost.ts';
import { WithoutLastIndex } from './without-last-index.ts';
import { WithoutUnknownTypes } from './without-unknown-types.ts';

/** The CDK app of bin/guard.ts, as MiniStack can deploy it. */

const endpoint = process.env['AWS_ENDPOINT_URL'];
if (!endpoint) throw new Error('AWS_ENDPOINT_URL does not say where MiniStack is.');
const app = new App();
const isAsked = (name: string) => app.node.tryGetContext(name) === 'true';
for (const aspect of [
  new WithoutUnknownTypes(),
  new SingleMetricAlarms(),
  new NamedTable(),
  new EmulatedAddresses(endpoint),
  new QueuesWithoutTls(),
  new BatchedMessages(),
  new KeysWithoutContext(),
  ...(isAsked('webhooksToLocalhost') ? [new WebhooksToLocalhost()] : []),
  ...(isAsked('withoutLastIndex') ? [new WithoutLastIndex()] : []),
]) {
  Aspects.of(app).add(aspect);
}
await synthesizeGuard(app);
