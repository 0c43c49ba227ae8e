import type { IAspect } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { GuardFunction } from '../../lib/cdk/functions/guard-function.ts';

/**
 * Lets the functions of webhooks send to `http://localhost`, as they may on the local server: MiniStack runs them on this
 * machine, where no receiver has a public address. No other stage than one of these tests has this variable: there,
 * `readWebhookUrl` takes no such URL. `test/infra/function-settings.test.ts` holds that.
 */
export class WebhooksToLocalhost implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof GuardFunction && node.folder === 'webhooks') {
      node.function.addEnvironment('GUARD_WEBHOOKS_TO_LOCALHOST', 'true');
    }
  }
}
