import { connectTable, type Table } from '../../shared/table/table.ts';
import { sendDirectly } from './direct-client.ts';
import { TABLE_NAME } from './function-environment.ts';

interface TableEngine {
  readonly endpoint: string;
  readonly isEmbedded: boolean;
}

/** Connects the table of the local server. All functions share it, because a client of the SDK for each would take memory. */
export function connectLocalTable({ endpoint, isEmbedded }: TableEngine): Table {
  const table = connectTable({ tableName: TABLE_NAME, dynamodbEndpoint: endpoint });
  if (isEmbedded) sendDirectly(table.client, endpoint);
  return table;
}
