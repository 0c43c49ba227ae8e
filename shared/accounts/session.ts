import * as z from 'zod/mini';
import { timestampField } from '../base/fields.ts';
import { EXAMPLE_TIMES } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { pageOf } from '../table/list-contract.ts';
import { EXAMPLE_TOKEN } from './token-field.ts';

const MAXIMUM_TOKEN_ID = Number.MAX_SAFE_INTEGER;

/** The format is declared, because most client generators otherwise assume 32-bit integers. */
const TOKEN_ID_META = {
  format: 'int64',
  description: 'The number of the token, before its `|`.',
  examples: [Number.parseInt(EXAMPLE_TOKEN, 10)],
};

const tokenIdField = withMeta(z.int().check(z.minimum(1), z.maximum(MAXIMUM_TOKEN_ID)), TOKEN_ID_META);

/** The id of a token in a path, without leading zeros. */
export const tokenIdParameter = withMeta(
  z.string().check(
    z.refine((text) => /^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= MAXIMUM_TOKEN_ID, {
      error: 'must be the id of a token',
    }),
  ),
  { ...TOKEN_ID_META, override: { type: 'integer', minimum: 1, maximum: MAXIMUM_TOKEN_ID } },
);

const senderFields = {
  ip_address: withMeta(z.nullable(z.string()), {
    description: 'The address from which the session began or was renewed. Null if it was not recorded.',
  }),
  user_agent: withMeta(z.nullable(z.string()), {
    description: 'What the program said of itself then: at most 200 printable characters.',
  }),
};

/** Who began or renewed a session, as far as the request says. */
export const senderSchema = z.object(senderFields);

export type Sender = z.infer<typeof senderSchema>;

/** A session as its user sees it, without its token's secret. */
const sessionSchema = withMeta(
  z.object({
    id: tokenIdField,
    created_at: timestampField,
    expires_at: timestampField,
    current: withMeta(z.boolean(), { description: 'Whether it is the session of this request.' }),
    connected: withMeta(z.boolean(), { description: 'Whether it has a connection open for live changes.' }),
    kept: withMeta(z.boolean(), {
      description:
        'Whether the device may keep it over closed tabs: its user asked for that, and their tenant allows it. The console signs out otherwise.',
    }),
    ...senderFields,
  }),
  {
    id: 'Session',
    examples: [
      {
        id: Number.parseInt(EXAMPLE_TOKEN, 10),
        created_at: EXAMPLE_TIMES.created_at,
        expires_at: '2026-11-21T12:00:30.000+00:00',
        current: true,
        connected: true,
        kept: false,
        ip_address: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/145.0',
      },
    ],
  },
);

export const sessionPageSchema = pageOf(sessionSchema, 'SessionPage');
