import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { createLogGroup } from '../log-group.ts';
import type { StageSettings } from '../stage-settings.ts';
import { BLOCKED_BODIES } from './blocked-response.ts';
import { firewallRules, webAclMetric } from './firewall-rules.ts';

export interface FirewallProps {
  readonly settings: StageSettings;
  readonly restApi: RestApi;
}

/** What leads into an account, or was meant to: stored in no sample and no log of the firewall. */
const PROTECTED_FIELDS: readonly CfnWebACL.FieldToProtectProperty[] = [
  { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization'] },
  { fieldType: 'QUERY_STRING' },
  { fieldType: 'BODY' },
];

/** The log keeps what a rule blocked or would have blocked; the access log has every request. */
const LOGGING_FILTER = {
  DefaultBehavior: 'DROP',
  Filters: [
    {
      Behavior: 'KEEP',
      Requirement: 'MEETS_ANY',
      Conditions: ['BLOCK', 'COUNT'].map((Action) => ({ ActionCondition: { Action } })),
    },
  ],
};

/**
 * AWS WAF in front of the API's stage, if the stage's settings turn it on. What it blocks runs nothing: an address that asks
 * too often is answered 429, an attack 403 (the gateway response WAF_FILTERED), both as Guard's own errors are.
 *
 * Its log is there either way: a log that was kept when the firewall was turned off would hold the name that the next
 * one needs when it is turned on again.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { settings, restApi }: FirewallProps) {
    super(scope, id);
    const log = this.createLog(settings, restApi);
    if (!settings.firewall) return;
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: firewallRules(settings),
      customResponseBodies: BLOCKED_BODIES,
      // Guard reads bodies up to 64 KiB; of longer ones the firewall sees the beginning and Guard nothing.
      associationConfig: { requestBody: { API_GATEWAY: { defaultSizeInspectionLimit: 'KB_64' } } },
      dataProtectionConfig: {
        dataProtections: PROTECTED_FIELDS.map((field) => ({ field, action: 'SUBSTITUTION' })),
      },
      visibilityConfig: {
        metricName: webAclMetric(settings),
        cloudWatchMetricsEnabled: true,
        sampledRequestsEnabled: true,
      },
    });
    new CfnWebACLAssociation(this, 'Association', {
      webAclArn: webAcl.attrArn,
      resourceArn: restApi.deploymentStage.stageArn,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: webAcl.attrArn,
      logDestinationConfigs: [log],
      loggingFilter: LOGGING_FILTER,
    });
  }

  /**
   * The ARN of a new log group without the `:*` at its end. AWS WAF writes only to groups whose names begin like this
   * (AWS, "Sending web ACL traffic logs to an Amazon CloudWatch Logs log group"); the API's id makes the name unique,
   * so that a log that outlived its stack does not stand in the way of the next.
   */
  private createLog(settings: StageSettings, restApi: RestApi): string {
    const name = `aws-waf-logs-guard-${settings.stage}-${restApi.restApiId}`;
    const log = createLogGroup(this, 'Log', settings, name);
    return Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
