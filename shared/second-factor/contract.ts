import * as z from 'zod/mini';
import { stringOf } from '../fields.ts';
import { givenPasswordField } from '../users/user.ts';
import { withMeta } from '../with-meta.ts';

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
  z.object({ enabled: z.boolean(), recovery_codes_left: z.int().check(z.minimum(0), z.maximum(10)) }),
  { id: 'SecondFactor', examples: [{ enabled: true, recovery_codes_left: 9 }] },
);
