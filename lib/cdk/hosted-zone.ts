import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

/** The hosted zone of a stage, if it has one. The settings name it, because the stack does not look anything up. */
export function hostedZoneOf(
  scope: Construct,
  { hostedZoneId, hostedZoneName: zoneName }: StageSettings,
): IHostedZone | undefined {
  if (hostedZoneId === undefined || zoneName === undefined) return undefined;
  return HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName });
}
