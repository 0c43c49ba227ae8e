import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AUTHORIZER } from '../functions/internal-functions.ts';
import { routes } from '../functions/routes.ts';
import { type TableUse, tableUseOf } from '../shared/route.ts';
import { GuardApi } from './api.ts';
import { EndpointFunction } from './endpoint-function.ts';
import type { FunctionAssets } from './function-assets.ts';
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
    const authorizer = addFunction({
      name: AUTHORIZER.name,
      description: AUTHORIZER.description,
      tableUse: AUTHORIZER.table,
      hashesPasswords: false,
    });
    const endpoints = new Map(
      routes.map((route) => [
        route,
        addFunction({
          name: route.name,
          description: route.summary,
          tableUse: tableUseOf(route),
          hashesPasswords: route.hashesPasswords ?? false,
        }),
      ]),
    );
    const api = new GuardApi(this, 'Api', { settings, endpoints, authorizer });

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, 'ReferenceUrl', { value: `${api.baseUrl}/docs/api` });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }
}
