import type { ItemKey } from './keys.ts';

/** The parameters of an UpdateItem that sets every attribute of an item that is not part of its key. */
export function setAttributes({ pk, sk, ...attributes }: ItemKey & Readonly<Record<string, unknown>>) {
  const names = Object.keys(attributes);
  return {
    Key: { pk, sk },
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
  };
}
