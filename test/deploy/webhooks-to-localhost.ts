import type { IAspect } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { GuardFunction } from '../../lib/cdk/functions/guard-function.ts';

/**
 * Allows `http://localhost` for webhooks, as on the local server: MiniStack runs functions on this machine, where no receiver has
 * a public address. Only these tests set the variable, as `test/infra/function-settings.test.ts` checks.
 */
export class WebhooksToLocalhost implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof GuardFunction && node.folder === 'webhooks') {
      node.function.addEnvironment('GUARD_WEBHOOKS_TO_LOCALHOST', 'true');
    }
  }
}
