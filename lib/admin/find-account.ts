import * as z from 'zod/mini';
import { findUserByEmail, getAccount } from '../../shared/accounts/account.ts';
import type { Account } from '../../shared/accounts/user.ts';
import { emailField } from '../../shared/base/email-field.ts';
import { validate } from '../../shared/base/validation.ts';
import type { Table } from '../../shared/table/table.ts';
import { AdminError } from './admin-error.ts';

const optionsSchema = z.object({ email: emailField });

/** Finds an account by e-mail address, with the comparison of the login. */
export async function findAccount(table: Table, options: { readonly email: string }): Promise<Account> {
  const { email } = validate(optionsSchema, { email: options.email });
  const owner = await findUserByEmail(table, email);
  const account = owner && (await getAccount(table, owner));
  if (!account) throw new AdminError(`There is no user with the e-mail address ${email}.`);
  return account;
}
