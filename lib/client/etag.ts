const ETAG = Symbol('etag');

/** An object with its ETag. A copy by `{ ...object }` keeps the ETag; JSON does not. */
export type Versioned<T> = T & { readonly [ETAG]: string | undefined };

export function versioned<T extends object>(object: T, etag: string | undefined): Versioned<T> {
  return Object.assign(object, { [ETAG]: etag });
}

/** The ETag of an object from `get`, `create` or a change. Items of lists have none. */
export function etagOf(object: Versioned<object>): string | undefined {
  return object[ETAG];
}

/** The value of If-Match. An object without an ETag is an error: the change would be unconditional. */
export function ifMatchHeader(ifMatch: string | Versioned<object> | undefined): string | undefined {
  if (ifMatch === undefined || typeof ifMatch === 'string') return ifMatch;
  const etag = etagOf(ifMatch);
  if (etag === undefined) throw new TypeError('ifMatch: the object has no ETag.');
  return etag;
}
