import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from './table.ts';

/** Capacity units that calls to the table consumed, those of indexes included. */
export interface ConsumedUnits {
  readUnits: number;
  writeUnits: number;
}

interface Command {
  readonly input: { ReturnConsumedCapacity?: 'TOTAL' };
}

interface Capacity {
  readonly CapacityUnits?: number;
}

interface Output {
  readonly ConsumedCapacity?: Capacity | readonly Capacity[];
}

const READS = [GetCommand, BatchGetCommand, QueryCommand];

export interface MeteredTable {
  readonly table: Table;
  readonly consumed: ConsumedUnits;
  /** Resolves when no call is under way any more, however the calls end. */
  settle(): Promise<void>;
}

/**
 * A view of a table that adds up what its calls consume. DynamoDB tells it with each success; what a refused write
 * or a cancelled transaction consumed it does not tell. The table is not asked for before the view is.
 */
export function meterTable(source: { readonly table: Table }): MeteredTable {
  const consumed: ConsumedUnits = { readUnits: 0, writeUnits: 0 };
  const underWay = new Set<Promise<unknown>>();
  const call = async ({ client }: Table, command: Command, options: unknown[]): Promise<Output> => {
    command.input.ReturnConsumedCapacity = 'TOTAL';
    const output: Output = await Reflect.apply(client.send, client, [command, ...options]);
    const kind = READS.some((read) => command instanceof read) ? 'readUnits' : 'writeUnits';
    for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat())
      consumed[kind] += CapacityUnits;
    return output;
  };
  const send = (table: Table, command: Command, options: unknown[]): Promise<Output> => {
    const pending = call(table, command, options).finally(() => underWay.delete(pending));
    underWay.add(pending);
    return pending;
  };
  let view: Table | undefined;
  const openView = (table: Table): Table => {
    const value = (command: Command, ...options: unknown[]) => send(table, command, options);
    return { ...table, client: Object.create(table.client, { send: { value } }) };
  };
  return {
    get table() {
      view ??= openView(source.table);
      return view;
    },
    consumed,
    async settle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
