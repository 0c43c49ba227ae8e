import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth/bare';
import { sha256 } from '../base/digest.ts';
import type { RandomBytes } from '../base/ids.ts';
import { plainCode } from '../base/plain-code.ts';
import { connectKey } from '../lambda/connect-key.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { isSameHash } from '../lambda/secret.ts';
import { admitCode, type CodeUse } from '../limits/guesses.ts';
import { attribute, type Expression, expression } from '../table/expression.ts';
import { type Factor, factorOwner } from './second-factor.ts';
import type { User } from './user.ts';

/** A right code, and the parts of an update of the user's item that make it unusable again. */
export interface RightCode {
  /** The part of the update that uses the code up. It follows `SET` and one assignment. */
  readonly update: Expression;
  /** The condition of the update. It holds until the code is used. */
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

/** Counts a guess and checks a code. Resolves to the code if it is right and not used yet; otherwise to `undefined`. */
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
    // Forgives the guess while the next write runs. The invocation waits for it (settleTableCalls).
    if (right) void guess.forgive();
    return right;
  } catch (error) {
    void guess.forgive();
    throw error;
  }
}

/** Finds the time step of a code, by an encrypted secret. Throws if the secret was encrypted with another key. */
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

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;

/** How many time steps before and after the current one are valid, too, because clocks differ. */
const WINDOW = 1;

/** RFC 6238 with the parameters of every authenticator app: SHA-1, 6 digits, 30 seconds. */
function totp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'Guard',
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    hmac: (_, key, message) => createHmac('sha1', key).update(message).digest(),
  });
}

/** A new secret in base 32. */
export const newTotpSecret = (randomBytes: RandomBytes): string => base32(randomBytes(SECRET_BYTES));

/** The URL in the QR code. */
export const otpauthUrl = (secret: string, email: string): string => totp(secret, email).toString();

/** Finds the time step to which a code belongs; `undefined` for a wrong code. */
function stepOf(code: string, secret: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const distance = totp(secret, '').validate({ token: code, timestamp, window: WINDOW });
  return distance === null ? undefined : TOTP.counter({ period: STEP_SECONDS, timestamp }) + distance;
}

function base32(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}

const CODES = 10;

/** The bytes of a recovery code. Its 80 random bits make it safe to store a fast hash. */
const CODE_BYTES = 10;

/** Makes new recovery codes, such as `ABCD-EFGH-IJKL-MNOP`, and their hashes by a name. */
export function newRecoveryCodes(randomBytes: RandomBytes): {
  codes: string[];
  hashes: Record<string, string>;
} {
  const codes = Array.from({ length: CODES }, () =>
    base32(randomBytes(CODE_BYTES)).replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
  return { codes, hashes: Object.fromEntries(codes.map((code, place) => [`r${place}`, hashOf(code)])) };
}

/**
 * Finds the name and hash of an unused recovery code; `undefined` if there is none. Upper and lower case, dashes and spaces
 * do not matter.
 */
export function findRecoveryCode(
  given: string,
  hashes: Readonly<Record<string, string>>,
): { name: string; hash: string } | undefined {
  const hash = hashOf(given);
  const found = Object.entries(hashes).find(([, stored]) => isSameHash(stored, hash));
  return found && { name: found[0], hash };
}

function hashOf(code: string): string {
  return sha256(plainCode(code).toUpperCase());
}
