import { connectTable } from '../../../shared/table/table.ts';

export const TABLE_NAME = readVariable('TABLE_NAME');

/** Guard's own client. So the ratio to the floor is what Guard adds to its libraries. */
export const { client: table } = connectTable({
  tableName: TABLE_NAME,
  dynamodbEndpoint: readVariable('DYNAMODB_ENDPOINT'),
});

/** A required environment variable. */
export function readVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
