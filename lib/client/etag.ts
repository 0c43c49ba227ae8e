const ETAG = Symbol('etag');

/** An object with the ETag under which it was read; a copy made with `{ ...object }` keeps it, JSON does not. */
export type Versioned<T> = T & { readonly [ETAG]: string | undefined };

export function versioned<T extends object>(object: T, etag: string | undefined): Versioned<T> {
  return Object.assign(object, { [ETAG]: etag });
}

/** The ETag under which an object was read: one that `get`, `create` or a change gave, not an item of a list. */
export function etagOf(object: Versioned<object>): string | undefined {
  return object[ETAG];
}

/** The value of If-Match. An object that has lost its ETag must not become a change without a condition. */
export function ifMatchHeader(ifMatch: string | Versioned<object> | undefined): string | undefined {
  if (ifMatch === undefined || typeof ifMatch === 'string') return ifMatch;
  const etag = etagOf(ifMatch);
  if (etag === undefined) throw new TypeError('ifMatch: the object has no ETag.');
  return etag;
}
