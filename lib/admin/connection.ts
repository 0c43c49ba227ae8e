import { connectTable, type Table } from '../../shared/table/table.ts';
import { useLocalAccount } from '../local/function-environment.ts';
import type { Target } from './target.ts';

/**
 * Connects to a table. For a local table, sets the dummy credentials of the local server in `environment`, so that AWS
 * credentials are sent to AWS only.
 */
export function connect(
  { tableName, dynamodbEndpoint, isLocal }: Target,
  environment: NodeJS.ProcessEnv,
): Table {
  if (isLocal) useLocalAccount(environment);
  return connectTable({ tableName, dynamodbEndpoint });
}
