import * as z from 'zod/mini';

/** For how long a secret still signs after another has taken its place. */
export const ROTATION_HOURS = 24;

/** More than anybody rotates within a day; each is one more signature in the header. */
const MOST_SECRETS = 10;

/**
 * The secrets of a webhook, the newest first. They stand beside its data: in no index and no response. Every secret but the
 * newest has an end.
 */
export const secretsSchema = z.array(z.object({ secret: z.string(), until: z.optional(z.string()) }));

export type Secrets = z.infer<typeof secretsSchema>;

/** Those that sign at a time, a timestamp of the API. */
export function currentSecrets(secrets: Secrets, at: string): string[] {
  return secrets.filter(({ until }) => until === undefined || until > at).map(({ secret }) => secret);
}

/** The secrets with a new one in front, beside which those that sign now go on until a time. */
export function rotateSecrets(
  secrets: Secrets,
  secret: string,
  { at, until }: { readonly at: string; readonly until: string },
): Secrets {
  const before = secrets.filter((it) => it.until === undefined || it.until > at);
  return [{ secret }, ...before.map((it) => ({ until, ...it }))].slice(0, MOST_SECRETS);
}
