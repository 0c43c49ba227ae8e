import { connectTable, type Table } from '../../shared/table/table.ts';
import { TABLE_NAME, useLocalAccount } from '../local/function-environment.ts';
import { AdminError, EXIT_CODES } from './admin-error.ts';

/** Which table a command works on. */
export interface ConnectionOptions {
  readonly table?: string;
  readonly endpoint?: string;
}

/**
 * Connects to the table that the options name, else the variables TABLE_NAME and DYNAMODB_ENDPOINT. An engine on
 * this machine gets the local server's table unless another is named, and its dummy credentials, as they stand in
 * `environment` from then on: those of AWS are for AWS only.
 */
export function connect(options: ConnectionOptions, environment: NodeJS.ProcessEnv): Table {
  // An empty variable is what a shell makes of an unset one.
  const dynamodbEndpoint = options.endpoint || environment['DYNAMODB_ENDPOINT'] || undefined;
  const isLocal = dynamodbEndpoint !== undefined && isOnThisMachine(dynamodbEndpoint);
  const tableName = options.table || environment['TABLE_NAME'] || (isLocal ? TABLE_NAME : undefined);
  if (tableName === undefined) {
    throw wrongUsage(
      'Which table? Name it with --table or TABLE_NAME; the stack’s output TableName says its name.',
    );
  }
  if (isLocal) useLocalAccount(environment);
  return connectTable({ tableName, dynamodbEndpoint });
}

function isOnThisMachine(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw wrongUsage('The endpoint must be an http(s) URL such as http://127.0.0.1:8000.');
  }
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}

function wrongUsage(message: string): AdminError {
  return new AdminError(message, EXIT_CODES.wrongUsage);
}
