import { isDeepStrictEqual } from 'node:util';
import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { StreamTrigger } from '../../../shared/lambda/trigger.ts';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';

/** Whether a function receives this change, as Lambda's filter decides on AWS. */
export function isForTrigger({ changes, partitions = [] }: StreamTrigger, record: ChangeRecord): boolean {
  const keyOf = (name: string) => record.dynamodb?.Keys?.[name]?.S ?? '';
  const prefixes = record.eventName ? (changes[record.eventName] ?? []) : [];
  const isMeant =
    prefixes.some((it) => keyOf(TABLE_KEYS.sortKey).startsWith(it)) ||
    partitions.some((it) => keyOf(TABLE_KEYS.partitionKey).startsWith(it));
  return isMeant && !isNoChange(record);
}

/** The embedded engine also reports writes without a change; AWS does not. */
function isNoChange({ eventName, dynamodb }: ChangeRecord): boolean {
  return eventName === 'MODIFY' && isDeepStrictEqual(dynamodb?.OldImage, dynamodb?.NewImage);
}
