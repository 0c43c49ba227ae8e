import type { TableUse } from '../shared/table/table-use.ts';

/** A function that no client calls: API Gateway asks it, or it runs on a schedule. */
export interface InternalFunction {
  /** The name of its file and of the Lambda function. */
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  readonly table: TableUse;
}

/** Reads a token, its user and their tenant in one request. */
export const AUTHORIZER: InternalFunction = {
  name: 'authorizer',
  folder: 'authorizer',
  description: 'Validates tokens',
  table: { actions: ['BatchGetItem'], indexes: [] },
};

/** Reads the active alerts of all tenants, from the oldest on. */
export const ALERT_AGES: InternalFunction = {
  name: 'measure-alert-ages',
  folder: 'monitoring',
  description: 'Measures how long alerts have waited',
  table: { actions: [], indexes: ['platform_status'] },
};

export const internalFunctions: readonly InternalFunction[] = [AUTHORIZER, ALERT_AGES];
