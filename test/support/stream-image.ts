type Item = Readonly<Record<string, unknown>>;

/** An item as the table's stream shows it: strings, numbers, booleans, null, lists and maps. */
export const streamImage = (item: Item): Record<string, object> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, streamValue(value)]));

function streamValue(value: unknown): object {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(streamValue) };
  return { M: streamImage(Object(value)) };
}
