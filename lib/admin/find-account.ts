import * as z from 'zod/mini';
import { usersEmailField } from '../../shared/email-field.ts';
import type { Table } from '../../shared/table/table.ts';
import { findUserByEmail, getAccount } from '../../shared/users/account.ts';
import type { Account } from '../../shared/users/user.ts';
import { validate } from '../../shared/validation.ts';
import { AdminError } from './admin-error.ts';

const optionsSchema = z.object({ email: usersEmailField });

/** Finds an account by e-mail address, with the comparison of the login. */
export async function findAccount(table: Table, options: { readonly email: string }): Promise<Account> {
  const { email } = validate(optionsSchema, { email: options.email });
  const owner = await findUserByEmail(table, email);
  const account = owner && (await getAccount(table, owner));
  if (!account) throw new AdminError(`There is no user with the e-mail address ${email}.`);
  return account;
}
