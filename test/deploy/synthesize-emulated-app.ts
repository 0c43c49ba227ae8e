import { App } from 'aws-cdk-lib';
import { synthesizeGuard } from '../../lib/cdk/guard-app.ts';
import { emulate } from './emulated-app.ts';

/** The CDK app of bin/guard.ts, as MiniStack can deploy it. */

const endpoint = process.env['AWS_ENDPOINT_URL'];
if (!endpoint) throw new Error('AWS_ENDPOINT_URL does not say where MiniStack is.');
const app = new App();
emulate(app, endpoint);
await synthesizeGuard(app);
