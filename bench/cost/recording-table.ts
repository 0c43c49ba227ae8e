import { setTimeout as delay } from 'node:timers/promises';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { INDEX_NAMES } from '../../shared/table/definition.ts';
import type { Table } from '../../shared/table/table.ts';
import { readCosts, type Trip } from '../trip.ts';
import type { Touch } from './touch.ts';
import { queryTouch, readTouches, type WrittenItem, writeTouches } from './touches.ts';

/** One call to the table: what it cost, and where. */
export type RecordedTrip = Trip & { readonly touches: readonly Touch[] };

export interface Recorder {
  /** Everything that was called since the last time. */
  take(): RecordedTrip[];
  /** Off, calls go through untouched, so that recording is no part of what is timed. */
  isOn: boolean;
}

type Item = Record<string, unknown>;

/** Longer than a busy machine needs to send the last of several parallel requests after the first. */
const HOLD_MILLISECONDS = 20;

const unitsSchema = z.object({ CapacityUnits: z.number() }).transform(({ CapacityUnits }) => CapacityUnits);
const capacitySchema = z.object({
  Table: unitsSchema,
  GlobalSecondaryIndexes: z.record(z.string(), unitsSchema).default({}),
});
const itemSchema = z.record(z.string(), z.unknown());
const indexSchema = z.enum(INDEX_NAMES).optional();

/**
 * Has every call of a table's client recorded, in place: the client is the one that the functions hold. Items are read
 * before and after each write, past the record, to see which entries of the indexes it moves.
 */
export function recordTable({ client, name }: Table): Recorder {
  const { send: original } = client;
  const send = (command: unknown): Promise<Item> => Reflect.apply(original, client, [command]);
  const trips: RecordedTrip[] = [];
  const recorder: Recorder = { isOn: true, take: () => trips.splice(0) };
  const read = async (key: Item): Promise<Item | undefined> => {
    const { Item } = await send(new GetCommand({ TableName: name, Key: key, ConsistentRead: true }));
    return Item === undefined ? undefined : itemSchema.parse(Item);
  };
  const record = async (command: { readonly input: Item }): Promise<Item> => {
    if (!recorder.isOn) return send(command);
    command.input['ReturnConsumedCapacity'] = 'INDEXES';
    const keys = writtenKeys(command);
    const before = await Promise.all(keys.map(read));
    const startedAt = performance.now();
    const output = await send(command);
    await delay(HOLD_MILLISECONDS);
    const endedAt = performance.now();
    const after = await Promise.all(keys.map(read));
    const written = keys.map((key, place) => ({ key, before: before[place], after: after[place] }));
    const operation = operationOf(command);
    const costs = readCosts(operation, output);
    trips.push({ operation, startedAt, endedAt, ...costs, touches: touchesOf(command, output, written) });
    return output;
  };
  Object.assign(client, { send: record });
  return recorder;
}

/** As the wire protocol calls it. */
function operationOf(command: object): string {
  if (command instanceof GetCommand) return 'GetItem';
  if (command instanceof BatchGetCommand) return 'BatchGetItem';
  return command.constructor.name.replace(/Command$/, '');
}

function writtenKeys(command: object): Item[] {
  if (command instanceof PutCommand) return [keyOf(command.input.Item)];
  if (command instanceof UpdateCommand || command instanceof DeleteCommand) return [keyOf(command.input.Key)];
  if (!(command instanceof TransactWriteCommand)) return [];
  return (command.input.TransactItems ?? []).map(({ Put, Update, Delete, ConditionCheck }) =>
    keyOf(Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key),
  );
}

function keyOf(item: unknown): Item {
  const { pk, sk } = itemSchema.parse(item);
  return { pk, sk };
}

function touchesOf(command: object, output: Item, written: readonly WrittenItem[]): Touch[] {
  const [capacity] = [output['ConsumedCapacity']].flat().map((one) => capacitySchema.parse(one));
  if (!capacity) throw new Error('The engine reports no capacity');
  if (command instanceof GetCommand) return readTouches([keyOf(command.input.Key)], capacity.Table);
  if (command instanceof BatchGetCommand) {
    const keys = Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys.map(keyOf));
    return readTouches(keys, capacity.Table);
  }
  if (command instanceof QueryCommand) {
    const { IndexName, ExpressionAttributeValues = {} } = command.input;
    const index = indexSchema.parse(IndexName);
    const units = index ? (capacity.GlobalSecondaryIndexes[index] ?? 0) : capacity.Table;
    const { ':partition': partition, ':kind': kind } = ExpressionAttributeValues;
    return [queryTouch(index, String(partition), String(kind), units)];
  }
  return writeTouches(written, { table: capacity.Table, indexes: capacity.GlobalSecondaryIndexes });
}
