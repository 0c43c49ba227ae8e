import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import { readCommit } from '../lib/cdk/commit.ts';
import { synthesizeGuard } from '../lib/cdk/guard-app.ts';

// The CDK app: `cdk deploy -c stage=dev`. `-c` sets any setting of lib/cdk/stage-settings.ts.
await synthesizeGuard(new App(), await readCommit(fileURLToPath(new URL('..', import.meta.url))));
