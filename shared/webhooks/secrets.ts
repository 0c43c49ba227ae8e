import * as z from 'zod/mini';

/** The time for which a replaced secret still signs. */
export const ROTATION_HOURS = 24;

/** Each secret adds a signature to the header. */
const MAXIMUM_SECRETS = 10;

/**
 * The secrets of a webhook, newest first. They are stored outside `data`, so no index and no response contains them. Every
 * secret except the newest expires (`until`).
 */
export const secretsSchema = z.array(z.object({ secret: z.string(), until: z.optional(z.string()) }));

export type Secrets = z.infer<typeof secretsSchema>;

/** The secrets that sign at a time, a timestamp of the API. */
export function currentSecrets(secrets: Secrets, at: string): string[] {
  return secrets.filter(({ until }) => until === undefined || until > at).map(({ secret }) => secret);
}

/** Adds a new secret in front; the current ones expire at `until`. */
export function rotateSecrets(
  secrets: Secrets,
  secret: string,
  { at, until }: { readonly at: string; readonly until: string },
): Secrets {
  const before = secrets.filter((it) => it.until === undefined || it.until > at);
  return [{ secret }, ...before.map((it) => ({ until, ...it }))].slice(0, MAXIMUM_SECRETS);
}
