import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth/bare';
import type { RandomBytes } from '../ids.ts';

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;

/** The number of valid steps before and after the current one, because clocks differ. */
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

/** The time step that a code belongs to; `undefined` for a wrong code. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const distance = totp(secret, '').validate({ token: code, timestamp, window: WINDOW });
  return distance === null ? undefined : TOTP.counter({ period: STEP_SECONDS, timestamp }) + distance;
}

export function base32(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
}
