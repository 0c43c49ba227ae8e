import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/**
 * Converts an item of a response of DynamoDB to the values of the document client, in a quarter of its time. It converts the
 * item in place: new objects of many shapes are what takes most of the time.
 */
export function nativeItem(item: Record<string, AttributeValue>): Record<string, unknown> {
  const native: Record<string, unknown> = item;
  for (const name in item) {
    const value = item[name];
    if (value !== undefined) native[name] = nativeValue(value);
  }
  return native;
}

/** The most frequent types come first. */
function nativeValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.NULL !== undefined) return null;
  if (value.M !== undefined) return nativeItem(value.M);
  if (value.N !== undefined) return nativeNumber(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.L !== undefined) return value.L.map(nativeValue);
  if (value.SS !== undefined) return new Set(value.SS);
  if (value.NS !== undefined) return new Set(value.NS.map(nativeNumber));
  if (value.BS !== undefined) return new Set(value.BS);
  if (value.B !== undefined) return value.B;
  throw new Error(`DynamoDB sent a value of an unknown type: ${Object.keys(value)}.`);
}

function nativeNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}
