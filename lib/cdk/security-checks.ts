import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Checks every resource with cdk-nag's AWS Solutions rules during the synthesis. A finding ends the synthesis. Rules that do
 * not apply to a resource are acknowledged where the resource is created.
 */
export function addSecurityChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
