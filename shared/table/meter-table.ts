import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Stopwatch } from '../base/time.ts';
import type { Table } from './table.ts';

export interface Consumption {
  /** Capacity units, including those of indexes. */
  readUnits: number;
  writeUnits: number;
  /** Calls, including failed ones. Retries by the SDK do not count here. */
  calls: number;
  /** Retries by the SDK before a call succeeded. */
  retries: number;
  /** The time during which at least one call was running. */
  milliseconds: number;
}

interface Command {
  readonly input: { ReturnConsumedCapacity?: 'TOTAL' };
}

interface Capacity {
  readonly CapacityUnits?: number;
}

interface Output {
  readonly ConsumedCapacity?: Capacity | readonly Capacity[];
  readonly $metadata?: { readonly attempts?: number };
}

type Send = (command: Command, options?: object) => Promise<Output>;

const READS = [GetCommand, BatchGetCommand, QueryCommand];

export interface MeteredTable {
  readonly table: Table;
  readonly consumed: Consumption;
  /** Resolves when no call is running, whether the calls succeed or fail. */
  settle(): Promise<void>;
}

/**
 * Makes a view of a table that adds up what its calls consume. DynamoDB reports this with each success, but not for a refused
 * write or a cancelled transaction. `source.table` is read only when the view is first used.
 */
export function meterTable(source: { readonly table: Table; readonly stopwatch: Stopwatch }): MeteredTable {
  const consumed: Consumption = { readUnits: 0, writeUnits: 0, calls: 0, retries: 0, milliseconds: 0 };
  const underWay = new Set<Promise<unknown>>();
  let busySince = 0;
  let busy = 0;

  function stop(): void {
    busy += source.stopwatch() - busySince;
    consumed.milliseconds = Math.round(busy * 10) / 10; // rounded for people who read the log
  }

  async function call(send: Send, command: Command, options: object | undefined): Promise<Output> {
    command.input.ReturnConsumedCapacity = 'TOTAL';
    const output = await send(command, options);
    consumed[READS.some((read) => command instanceof read) ? 'readUnits' : 'writeUnits'] += unitsOf(output);
    consumed.retries += (output.$metadata?.attempts ?? 1) - 1;
    return output;
  }

  function meter(send: Send, command: Command, options: object | undefined): Promise<Output> {
    if (underWay.size === 0) busySince = source.stopwatch();
    consumed.calls += 1;
    const pending = call(send, command, options).finally(() => {
      underWay.delete(pending);
      if (underWay.size === 0) stop();
    });
    underWay.add(pending);
    return pending;
  }

  let view: Table | undefined;
  const openView = (table: Table): Table => {
    const send = table.client.send.bind(table.client) as Send;
    const value = (command: Command, options?: object) => meter(send, command, options);
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

/** Adds up the units of a call, which reports one capacity or several. */
function unitsOf({ ConsumedCapacity = {} }: Output): number {
  if (!isList(ConsumedCapacity)) return ConsumedCapacity.CapacityUnits ?? 0;
  return ConsumedCapacity.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

function isList(capacity: Capacity | readonly Capacity[]): capacity is readonly Capacity[] {
  return Array.isArray(capacity);
}
