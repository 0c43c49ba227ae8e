import * as z from 'zod/mini';
import { stringOf, timestampField } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import type { SecretOwner } from '../lambda/secret-key.ts';
import type { Account, User } from './user.ts';
import { givenPasswordField } from './user-contract.ts';

/**
 * The second factor of a user. It is in attributes of the user's item, outside `data`. So no index and no response contains
 * it, sign-in reads it together with the password, and it is deleted with the user.
 */
const factorSchema = z.object({
  /** The encrypted secret. */
  secret: z.string(),
  /**
   * The time step of the last accepted code. A code of this step or an earlier one is refused, because it may have been used.
   */
  last_step: z.int(),
  /** The hashes of the unused recovery codes, by a name. */
  recovery: z.record(z.string(), z.string()),
});

export type Factor = z.infer<typeof factorSchema>;

/** A second factor that is pending: its user has not given a first code yet. */
const pendingFactorSchema = z.object({ secret: z.string(), expires_at: z.string() });

export type PendingFactor = z.infer<typeof pendingFactorSchema>;

export const readFactor = ({ factor }: Pick<Account, 'factor'>): Factor | undefined =>
  z.optional(factorSchema).parse(factor);

export const readPendingFactor = ({ pendingFactor }: Account): PendingFactor | undefined =>
  z.optional(pendingFactorSchema).parse(pendingFactor);

/** The attributes of the user's item that store the second factor. */
export const factorAttributes = (factors: { factor?: unknown; pendingFactor?: unknown }) => ({
  ...(factors.factor ? { totp: factors.factor } : {}),
  ...(factors.pendingFactor ? { pending_totp: factors.pendingFactor } : {}),
});

export const factorOwner = ({ id, tenant_id }: Pick<User, 'id' | 'tenant_id'>): SecretOwner => ({
  purpose: 'totp',
  tenant_id,
  id,
});

export const otpField = withMeta(stringOf(1, 64), {
  description: 'A code of the authenticator app, or an unused recovery code.',
  examples: ['492039'],
});

const EXAMPLE_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export const beginFactorSchema = withMeta(z.strictObject({ current_password: givenPasswordField }), {
  id: 'SecondFactorInput',
  examples: [{ current_password: 'correct horse battery staple' }],
});

export const newFactorSchema = withMeta(
  z.object({
    secret: withMeta(z.string(), { description: 'In base 32, for apps without a camera.' }),
    otpauth_url: withMeta(z.string(), { description: 'The content of the QR code.' }),
  }),
  {
    id: 'PendingSecondFactor',
    examples: [
      {
        secret: EXAMPLE_SECRET,
        otpauth_url: `otpauth://totp/Guard:olga%40acme.test?issuer=Guard&secret=${EXAMPLE_SECRET}&algorithm=SHA1&digits=6&period=30`,
      },
    ],
  },
);

export const confirmFactorSchema = withMeta(z.strictObject({ otp: otpField }), {
  id: 'SecondFactorConfirmation',
  examples: [{ otp: '492039' }],
});

const EXAMPLE_CODES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map(
  (it) => `${it}4DU-7QTP-ZX2M-KW5N`,
);

export const recoveryCodesSchema = withMeta(
  z.object({
    recovery_codes: withMeta(z.array(z.string()), {
      description: 'Each replaces one code of the app. They are shown only once.',
    }),
  }),
  { id: 'RecoveryCodes', examples: [{ recovery_codes: EXAMPLE_CODES }] },
);

export const disableFactorSchema = withMeta(
  z.strictObject({ current_password: givenPasswordField, otp: otpField }),
  {
    id: 'SecondFactorRemoval',
    examples: [{ current_password: 'correct horse battery staple', otp: '492039' }],
  },
);

export const factorStatusSchema = withMeta(
  z.object({
    enabled: z.boolean(),
    recovery_codes_left: z.int().check(z.minimum(0), z.maximum(10)),
    required_from: withMeta(z.nullable(timestampField), {
      description: 'From when your tenant requires one of those who sign in with a password.',
    }),
    password_login_ends_at: withMeta(z.nullable(timestampField), {
      description: 'From when you cannot sign in with your password any more.',
    }),
  }),
  {
    id: 'SecondFactor',
    examples: [{ enabled: true, recovery_codes_left: 9, required_from: null, password_login_ends_at: null }],
  },
);
