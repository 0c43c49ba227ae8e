const denials: Error[] = [];

/** Notes that a function was refused what it does not declare. */
export function noteDenial<E extends Error>(denial: E): E {
  denials.push(denial);
  return denial;
}

/** Throws what was denied since this was last asked: behind an endpoint it is but an `internal_error`. */
export function throwIfDenied(): void {
  const [first] = denials.splice(0);
  if (first) throw first;
}
