import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { createLogGroup } from '../log-group.ts';
import type { StageSettings } from '../stage-settings.ts';
import { BLOCKED_BODIES } from './blocked-response.ts';
import { firewallRules, loggedLabels, webAclMetric } from './firewall-rules.ts';

export interface FirewallProps {
  readonly settings: StageSettings;
  readonly restApi: RestApi;
}

/** Fields that may contain credentials: the firewall does not store them in samples and logs. */
const PROTECTED_FIELDS: readonly CfnWebACL.FieldToProtectProperty[] = [
  { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization'] },
  { fieldType: 'QUERY_STRING' },
  { fieldType: 'BODY' },
];

/** Logs the requests that a rule blocked, and those that a logged rule counted. The access log has every request. */
const LOGGING_FILTER = {
  DefaultBehavior: 'DROP',
  Filters: [
    {
      Behavior: 'KEEP',
      Requirement: 'MEETS_ANY',
      Conditions: [
        { ActionCondition: { Action: 'BLOCK' } },
        ...loggedLabels().map((LabelName) => ({ LabelNameCondition: { LabelName } })),
      ],
    },
  ],
};

/**
 * AWS WAF in front of the API, if the stage's settings turn it on. Blocked requests run no function. An address with too many
 * requests gets 429, and an attack 403 (the gateway response WAF_FILTERED), both in the shape of Guard's errors.
 *
 * The log group always exists. If it were removed from the stack with the firewall, the retained group would block its name
 * when the firewall is turned on again.
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
      // Guard rejects bodies over 64 KiB.
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
   * Returns the ARN of a new log group, without `:*` at its end. AWS WAF needs this prefix of the name (AWS, "Sending web ACL
   * traffic logs to an Amazon CloudWatch Logs log group"). The API's id makes the name unique, so that a retained log of a
   * deleted stack does not conflict.
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
