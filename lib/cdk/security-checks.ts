import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * Checks every resource by cdk-nag's AWS Solutions rules during the synthesis, which ends with an error if a rule is broken.
 * A rule that does not apply to a resource is acknowledged where the resource is created.
 */
export function addSecurityChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
