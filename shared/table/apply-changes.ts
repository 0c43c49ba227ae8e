/** Applies the fields that a PATCH names to an entity. */
export function applyChanges<T extends { updated_at: string }>(
  entity: T,
  changes: { readonly [K in keyof T]?: T[K] | undefined },
  at: string,
): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...entity, ...Object.fromEntries(given), updated_at: at };
}
