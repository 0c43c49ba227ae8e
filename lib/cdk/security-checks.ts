import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Checks every resource by the rules of cdk-nag's AWS Solutions pack as the app is synthesized; a finding ends the
 * synthesis, and so the deployment. What does not apply to a resource is acknowledged where that resource is made.
 */
export function addSecurityChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
