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

/** Fields that may contain credentials. The firewall leaves them out of its samples and logs. */
const PROTECTED_FIELDS: readonly CfnWebACL.FieldToProtectProperty[] = [
  { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization'] },
  { fieldType: 'QUERY_STRING' },
  { fieldType: 'BODY' },
];

/**
 * Which requests are logged: those that a rule blocked, and those that a logged rule counted. The access log has all
 * requests.
 */
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
 * AWS WAF in front of the API, if the settings of the stage turn it on. A blocked request runs no function. An address with
 * too many requests gets 429, and an attack gets 403 (the gateway response WAF_FILTERED); both look like Guard's errors. The
 * log group always exists: if it left the stack with the firewall, the retained log group would occupy its name when the
 * firewall is turned on again.
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
        // A sample has the path.
        sampledRequestsEnabled: false,
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
      // The path of an inbound address has a secret. The access log has the route of each request.
      redactedFields: [{ uriPath: {} }],
    });
  }

  /**
   * Creates a log group and returns its ARN, without `:*` at its end. AWS WAF requires this prefix of the name (AWS, "Sending
   * web ACL traffic logs to an Amazon CloudWatch Logs log group"). The API's id makes the name unique, so that it does not
   * conflict with the retained log group of a deleted stack.
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
