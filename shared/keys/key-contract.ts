import * as z from 'zod/mini';
import { actorNameField, KEY_ACCESS } from '../base/actor.ts';
import { changesOf, idField, timestampInput } from '../base/fields.ts';
import { withMeta } from '../base/schema.ts';
import { pageOf } from '../table/list-contract.ts';
import { EXAMPLE, EXAMPLE_KEY, keySchema } from './key.ts';

/**
 * The request and response bodies of the routes of API keys. They are apart from the kind, because the functions of other
 * routes import the kind, too.
 */

/** For how many days a key with the access `wall` is valid at most: a year. Its secret is in the address of a screen. */
export const LONGEST_WALL_DAYS = 366;

/** The plain text of an API key in all examples. */
const EXAMPLE_PLAIN_TEXT = '5310928840|guard_k_EXAMPLE';

/** The body that creates an API key. Its access, and the site or device to which it is bound, cannot be changed later. */
export const keyInputSchema = withMeta(
  z.strictObject({
    name: actorNameField,
    access: withMeta(z._default(z.enum(KEY_ACCESS), 'report'), {
      description:
        '`report`: the key reports events. `read`: it reads alerts, sites, zones and devices. `wall`: it reads the overview and receives live changes, both without people, for a screen that many people see.',
    }),
    site_id: withMeta(z._default(z.nullable(idField), null), {
      description: 'Binds the key to a site. It cannot report events of other sites, or read them.',
    }),
    device_id: withMeta(z._default(z.nullable(idField), null), {
      description:
        'Binds a key with the access `report` to a device instead of a site. It cannot report events of other devices.',
    }),
    expires_at: withMeta(z._default(z.nullable(timestampInput), null), {
      description: `The time from which the key is rejected. It must be in the future; null means never. A key with the access \`wall\` needs it, at most ${LONGEST_WALL_DAYS} days ahead.`,
    }),
  }),
  { id: 'KeyInput', examples: [EXAMPLE] },
);

export type KeyInput = z.infer<typeof keyInputSchema>;

export const keyChangesSchema = withMeta(changesOf({ name: actorNameField }), {
  id: 'KeyChanges',
  examples: [{ name: 'Gateway at pier 4' }],
});

export const keyPageSchema = pageOf(keySchema, 'KeyPage');

/** A new API key with its plain text, which is returned only this once. */
export const issuedKeySchema = withMeta(
  z.extend(keySchema, {
    key: withMeta(z.string(), {
      description:
        'The plain text of the key, for `Authorization: Bearer <key>`. It is returned only once: store it.',
      pattern: String.raw`^[1-9][0-9]*\|guard_k_[0-9A-Za-z]+$`,
    }),
  }),
  { id: 'IssuedKey', examples: [{ ...EXAMPLE_KEY, last_used_at: null, key: EXAMPLE_PLAIN_TEXT }] },
);
