import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ALERT_AGES, AUTHORIZER, type InternalFunction } from '../../functions/internal-functions.ts';
import { routes } from '../../functions/routes.ts';
import { tableUseOf } from '../../shared/http/route-implications.ts';
import type { TableUse } from '../../shared/table/table-use.ts';
import { GuardApi } from './api/api.ts';
import { EndpointFunction } from './functions/endpoint-function.ts';
import { EveryMinute } from './functions/every-minute.ts';
import type { FunctionAssets } from './functions/function-assets.ts';
import { GuardMonitoring } from './monitoring/monitoring.ts';
import { createRelease } from './release/release.ts';
import type { StageSettings } from './stage-settings.ts';
import { GuardTable } from './table.ts';

export interface GuardStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly functionAssets: FunctionAssets;
}

interface FunctionNeeds {
  readonly name: string;
  readonly description: string;
  readonly tableUse: TableUse;
  readonly hashesPasswords: boolean;
}

/** One stage of Guard: the table, a function for every route, the authorizer, and the API in front of them. */
export class GuardStack extends Stack {
  constructor(scope: Construct, id: string, props: GuardStackProps) {
    super(scope, id, { terminationProtection: props.settings.retainsData, ...props });
    const { settings, functionAssets } = props;
    const { table } = new GuardTable(this, 'Data', { settings });

    const addFunction = ({ name, ...needs }: FunctionNeeds) => {
      const codeFolder = functionAssets.get(name);
      if (codeFolder === undefined) throw new Error(`There is no code of the function ${name}.`);
      return new EndpointFunction(this, name, { ...needs, codeFolder, settings, table }).function;
    };
    const addInternalFunction = ({ name, description, table: tableUse }: InternalFunction) =>
      addFunction({ name, description, tableUse, hashesPasswords: false });
    const release = createRelease(this, settings);
    const authorizer = release(addInternalFunction(AUTHORIZER));
    const alertAges = addInternalFunction(ALERT_AGES);
    new EveryMinute(this, 'EveryMinute', { description: ALERT_AGES.description, function: alertAges });
    const endpoints = new Map(
      routes.map((route) => [
        route,
        release(
          addFunction({
            name: route.name,
            description: route.summary,
            tableUse: tableUseOf(route),
            hashesPasswords: route.hashesPasswords ?? false,
          }),
        ),
      ]),
    );
    const api = new GuardApi(this, 'Api', { settings, endpoints, authorizer });
    const { deploymentStage: apiStage } = api.restApi;
    const monitoring = new GuardMonitoring(this, 'Monitoring', { settings, apiStage, table });

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, 'ReferenceUrl', { value: `${api.baseUrl}/docs/api` });
    if (api.domain && settings.hostedZoneId === undefined) {
      new CfnOutput(this, 'DomainTarget', { value: api.domain.target });
    }
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'DashboardUrl', { value: monitoring.dashboardUrl });
  }
}
