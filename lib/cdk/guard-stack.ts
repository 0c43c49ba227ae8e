import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { routes } from '../../functions/routes.ts';
import { triggers as declaredTriggers, triggersOf } from '../../functions/triggers.ts';
import { tableUseOf } from '../../shared/http/route-implications.ts';
import type { TriggeredFunction } from '../../shared/lambda/trigger.ts';
import { GuardApi } from './api/api.ts';
import type { FunctionAssets } from './functions/function-assets.ts';
import { GuardFunction } from './functions/guard-function.ts';
import { GuardMonitoring } from './monitoring/monitoring.ts';
import { createRelease } from './release/release.ts';
import type { StageSettings } from './stage-settings.ts';
import { GuardTable } from './table.ts';
import { type FunctionNeeds, Triggers } from './triggers/triggers.ts';

export interface GuardStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly functionAssets: FunctionAssets;
  /** Other triggered functions than those that are declared. */
  readonly triggers?: readonly TriggeredFunction[];
}

/** One stage of Guard: the table, a function for every route and trigger, and the API in front of them. */
export class GuardStack extends Stack {
  constructor(scope: Construct, id: string, props: GuardStackProps) {
    super(scope, id, { terminationProtection: props.settings.retainsData, ...props });
    const { settings, functionAssets, triggers = declaredTriggers } = props;
    const hasStream = triggersOf('stream', triggers).length > 0;
    const { table } = new GuardTable(this, 'Data', { settings, hasStream });

    const addFunction = ({ name, ...needs }: FunctionNeeds) => {
      const codeFolder = functionAssets.get(name);
      if (codeFolder === undefined) throw new Error(`There is no code of the function ${name}.`);
      return new GuardFunction(this, name, { ...needs, codeFolder, settings, table }).function;
    };
    const release = createRelease(this, settings);
    const triggered = new Triggers(this, 'Triggers', { settings, triggers, table, addFunction });
    const authorizer = release(triggered.authorizer);
    const endpoints = new Map(
      routes.map((route) => [
        route,
        release(
          addFunction({
            name: route.name,
            folder: route.folder,
            description: route.summary,
            tableUse: tableUseOf(route),
            hashesPasswords: route.hashesPasswords ?? false,
          }),
        ),
      ]),
    );
    const api = new GuardApi(this, 'Api', { settings, endpoints, authorizer });
    const { deploymentStage: apiStage } = api.restApi;
    const { deadLetters, sockets } = triggered;
    const loggingRole = api.restApi.node.tryFindChild('Account');
    // API Gateway takes a stage with an access log only once the account has a role for that.
    if (sockets && loggingRole) sockets.stage.node.addDependency(loggingRole);
    const monitoring = new GuardMonitoring(this, 'Monitoring', { settings, apiStage, table, deadLetters });

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, 'ReferenceUrl', { value: `${api.baseUrl}/docs/api` });
    if (sockets) new CfnOutput(this, 'LiveUrl', { value: sockets.url });
    if (api.domain && settings.hostedZoneId === undefined) {
      new CfnOutput(this, 'DomainTarget', { value: api.domain.target });
    }
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'DashboardUrl', { value: monitoring.dashboardUrl });
  }
}
