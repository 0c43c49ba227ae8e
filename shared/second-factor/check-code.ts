import type { Runtime } from '../lambda/runtime.ts';
import { plainCode } from '../plain-code.ts';
import { admitCode, type CodeUse } from '../rate-limits/code-guesses.ts';
import { connectKey } from '../secrets/connect-key.ts';
import { attribute, type Expression, expression } from '../table/expression.ts';
import type { User } from '../users/user.ts';
import { type Factor, factorOwner } from './factor.ts';
import { findRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

/** A right code, and how an update of the user's item uses it up. */
export interface RightCode {
  /** The part of the update that follows `SET` and one assignment. */
  readonly update: Expression;
  /** The condition, which holds until the code is used. */
  readonly condition: Expression;
  /** For the audit log. */
  readonly kind: 'code' | 'recovery_code';
}

type KeyUser = Pick<Runtime, 'table' | 'settings' | 'clock'>;

interface GivenCode {
  readonly user: Pick<User, 'id' | 'tenant_id'>;
  /** The code of an app or a recovery code, as the user typed it. */
  readonly given: string;
  readonly now: Date;
}

interface CountedCode extends GivenCode {
  readonly use: CodeUse;
}

/** Counts a guess, and resolves to the code if it is right and not used; `undefined` otherwise. */
export async function checkCode(
  runtime: KeyUser,
  factor: Factor,
  { user, given, now, use }: CountedCode,
): Promise<RightCode | undefined> {
  const guess = await admitCode(runtime.table, { userId: user.id, use, now });
  try {
    const right = isAppCode(given)
      ? useStep(factor, await stepOfCode(runtime, factor.secret, { user, given, now }))
      : useRecoveryCode(factor, given);
    // This runs in parallel with the next write. The invocation waits for it (settleTableCalls).
    if (right) void guess.forgive();
    return right;
  } catch (error) {
    void guess.forgive();
    throw error;
  }
}

/** The time step of a code for an encrypted secret. Throws if the secret belongs to another key. */
export async function stepOfCode(
  { settings, clock }: KeyUser,
  encrypted: string,
  { user, given, now }: GivenCode,
): Promise<number | undefined> {
  const secret = await connectKey(settings.totpDecryptionKey, clock).decrypt(encrypted, factorOwner(user));
  if (secret === undefined) throw new Error('The second factor of the user belongs to another key.');
  return stepOf(plainCode(given), secret, now);
}

const isAppCode = (given: string) => /^\d{6}$/.test(plainCode(given));

function useStep({ last_step }: Factor, step: number | undefined): RightCode | undefined {
  if (step === undefined || step <= last_step) return undefined;
  const name = attribute('totp', 'last_step');
  const condition = expression`${name} < ${step}`;
  return { update: expression`, ${name} = ${step}`, condition, kind: 'code' };
}

function useRecoveryCode({ recovery }: Factor, given: string): RightCode | undefined {
  const found = findRecoveryCode(given, recovery);
  if (!found) return undefined;
  const name = attribute('totp', 'recovery', found.name);
  const condition = expression`${name} = ${found.hash}`;
  return { update: expression` REMOVE ${name}`, condition, kind: 'recovery_code' };
}
