import type { RandomBytes } from '../ids.ts';
import { plainCode } from '../plain-code.ts';
import { isSameHash } from '../secrets/secret.ts';
import { sha256 } from '../sha256.ts';
import { base32 } from './totp.ts';

const CODES = 10;

/** 80 bits each, so that a fast hash protects them. */
const CODE_BYTES = 10;

/** New recovery codes, such as `ABCD-EFGH-IJKL-MNOP`, and their hashes by a name. */
export function newRecoveryCodes(randomBytes: RandomBytes): {
  codes: string[];
  hashes: Record<string, string>;
} {
  const codes = Array.from({ length: CODES }, () =>
    base32(randomBytes(CODE_BYTES)).replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
  return { codes, hashes: Object.fromEntries(codes.map((code, place) => [`r${place}`, hashOf(code)])) };
}

/** The name and hash of an unused recovery code, in any case, and with or without dashes and spaces; `undefined` for others. */
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
