/** The bytes that DynamoDB adds to a map or a list, and to each of their members (AWS, "DynamoDB Item sizes and formats"). */
const CONTAINER_BYTES = 3;
const MEMBER_BYTES = 1;

/** An item's size as DynamoDB counts it: names and values in UTF-8 (AWS, "DynamoDB Item sizes and formats"). */
export function itemBytes(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + textBytes(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value === 'number') return numberBytes(value);
  if (typeof value === 'boolean' || value === null) return 1;
  if (Array.isArray(value)) {
    return value.reduce((sum, member) => sum + MEMBER_BYTES + valueBytes(member), CONTAINER_BYTES);
  }
  if (typeof value === 'object') {
    return CONTAINER_BYTES + MEMBER_BYTES * Object.keys(value).length + itemBytes({ ...value });
  }
  throw new Error(`DynamoDB keeps no ${typeof value}`);
}

/** The size of a number: about one byte for two significant digits, and one more. */
function numberBytes(value: number): number {
  const digits = String(Math.abs(value)).replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  return 1 + Math.ceil(digits.length / 2);
}

const textBytes = (text: string) => Buffer.byteLength(text);
