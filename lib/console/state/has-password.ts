import type { PersonAccess } from '../../client/index.ts';

/** Whether the password of a person counts. */
export const hasPassword = (
  {
    password_login_enabled,
    password_login_ends_at: endsAt,
  }: Pick<PersonAccess, 'password_login_enabled' | 'password_login_ends_at'>,
  now: number,
): boolean => password_login_enabled && (endsAt === null || now < Date.parse(endsAt));
