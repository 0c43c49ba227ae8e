import { isDeepStrictEqual } from 'node:util';
import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import type { StreamTrigger } from '../../../shared/lambda/trigger.ts';
import { TABLE_KEYS } from '../../../shared/table/definition.ts';

/** Whether a function receives this change, as Lambda's filter decides on AWS. */
export function isForTrigger({ changes }: StreamTrigger, record: ChangeRecord): boolean {
  const sortKey = record.dynamodb?.Keys?.[TABLE_KEYS.sortKey]?.S ?? '';
  const prefixes = record.eventName ? (changes[record.eventName] ?? []) : [];
  return prefixes.some((it) => sortKey.startsWith(it)) && !isNoChange(record);
}

/** The embedded engine also reports writes without a change; AWS does not. */
function isNoChange({ eventName, dynamodb }: ChangeRecord): boolean {
  return eventName === 'MODIFY' && isDeepStrictEqual(dynamodb?.OldImage, dynamodb?.NewImage);
}
