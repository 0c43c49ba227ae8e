import { connectTable, type Table } from '../../shared/table/table.ts';
import { useLocalAccount } from '../local/function-environment.ts';
import type { Target } from './target.ts';

/**
 * Connects to a table. On this machine it gets the local server's dummy credentials, as they stand in `environment`
 * from then on: those of AWS are for AWS only.
 */
export function connect(
  { tableName, dynamodbEndpoint, isLocal }: Target,
  environment: NodeJS.ProcessEnv,
): Table {
  if (isLocal) useLocalAccount(environment);
  return connectTable({ tableName, dynamodbEndpoint });
}
