import { routes } from '../../../functions/routes.ts';
import { triggers } from '../../../functions/triggers.ts';
import { tableUseOf } from '../../../shared/http/route-implications.ts';
import type { TableUse } from '../../../shared/table/table-use.ts';

export interface LambdaFunction {
  readonly name: string;
  readonly folder: string;
  /** What its role lets it do to the table. */
  readonly table: TableUse;
}

/** Every Lambda function that is deployed. */
export const lambdaFunctions: readonly LambdaFunction[] = [
  ...routes.map((route) => ({ name: route.name, folder: route.folder, table: tableUseOf(route) })),
  ...triggers,
];
