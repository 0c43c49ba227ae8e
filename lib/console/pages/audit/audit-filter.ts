/** One filter of the audit log: an actor, an action or an entity. */
export interface AuditFilter {
  readonly actor_id?: string;
  readonly action?: string;
  readonly entity_id?: string;
}

const BY = 'by-';
const ID = /^[0-9a-f]{8}-/;

/** Reads the filter from the URL: `#/audit/by-<actor id>`, `#/audit/<entity id>` or `#/audit/user-updated`. */
export function readFilter(word: string | undefined): AuditFilter {
  if (word === undefined) return {};
  if (word.startsWith(BY)) return { actor_id: word.slice(BY.length) };
  return ID.test(word) ? { entity_id: word } : { action: word.replace('-', '.') };
}

/** The word of a filter in the URL. */
export function filterWord({ actor_id, action, entity_id }: AuditFilter): string | undefined {
  if (actor_id) return `${BY}${actor_id}`;
  return entity_id ?? (action?.replace('.', '-') || undefined);
}
