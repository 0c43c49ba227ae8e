import * as z from 'zod/mini';
import { isPanelRange } from '../base/address.ts';
import { idField, lineField, timestampField } from '../base/fields.ts';
import { EXAMPLE_IDS } from '../base/ids.ts';
import { withMeta } from '../base/schema.ts';
import { panelKey } from '../table/keys.ts';
import { defineKind, type Stored } from '../table/kind.ts';
import { PANEL_MAKERS } from './panel-makers.ts';
import { PANEL_PORT } from './panel-port.ts';

/** How many zones, and how many users, a panel may have. */
const MOST_NUMBERED = 250;
const MOST_RANGES = 10;

/** The longest account of DC-09; real panels send fewer characters, but not only digits. */
const LONGEST_ACCOUNT = 16;

const accountField = withMeta(
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(LONGEST_ACCOUNT),
      z.regex(/^[!$-Z\\^-{}~]+$/, { error: 'must be printable characters without space, ", #, |, [ and ]' }),
    ),
  {
    description: 'The account that the panel sends. Lower and upper case are the same.',
    examples: ['204117'],
  },
);

const linePrefixField = withMeta(
  z.nullable(z.string().check(z.regex(/^[0-9A-Fa-f]{1,6}$/, { error: 'must be 1 to 6 hexadecimal digits' }))),
  {
    description:
      'The account prefix (`L`) that the panel sends, in hexadecimal; null for any. It may distinguish panels with the same account.',
    examples: ['1'],
  },
);

const numberField = withMeta(z.int().check(z.minimum(0), z.maximum(9_999)), {
  description: 'The number that the panel sends.',
});

const zoneSchema = withMeta(
  z.strictObject({
    number: numberField,
    partition: withMeta(z.optional(z.int().check(z.minimum(0), z.maximum(99))), {
      description: 'The partition of the zone; without it, the zone is the same in every partition.',
    }),
    zone_id: withMeta(z.optional(idField), { description: 'A zone of the site.' }),
    device_id: withMeta(z.optional(idField), { description: 'A device of the site, such as a detector.' }),
    name: z.optional(lineField(60)),
  }),
  { id: 'PanelZone', description: 'What a zone number of the panel is at the site.' },
);

const userSchema = withMeta(z.strictObject({ number: numberField, name: lineField(60) }), {
  id: 'PanelUser',
  description: 'Who has a user number of the panel.',
});

const rangeField = z.string().check(
  z.maxLength(49),
  z.refine(isPanelRange, {
    error:
      'must be an address or a range such as 203.0.113.0/24, at most /24, or /56 of global or unique local IPv6',
  }),
);

const settings = {
  line_prefix: z._default(linePrefixField, null),
  encryption: withMeta(z._default(z.enum(['none', 'aes']), 'none'), {
    description: '`aes`: the panel encrypts with its key. A frame in clear text is then refused.',
  }),
  allowed_addresses: withMeta(z._default(z.array(rangeField).check(z.maxLength(MOST_RANGES)), []), {
    description:
      'The addresses from which the panel may send. Required without a key, because DC-09 in clear text proves nothing about its sender. With a key, none means any.',
    examples: [['203.0.113.7/32']],
  }),
  trusts_udp: withMeta(z._default(z.boolean(), false), {
    description:
      'Whether a frame in clear text over UDP counts as a sign of life, restore, opening and closing. Anybody can forge its address.',
  }),
  zones: z._default(z.array(zoneSchema).check(z.maxLength(MOST_NUMBERED)), []),
  users: z._default(z.array(userSchema).check(z.maxLength(MOST_NUMBERED)), []),
};

const timeCheck = z.enum(['strict', 'lenient']);

const makerField = withMeta(z.enum(PANEL_MAKERS), {
  id: 'PanelMaker',
  description:
    'The maker of the panel. Some codes of Contact ID mean something else in its panels than in the standard.',
});

const EXAMPLE = {
  account: '204117',
  encryption: 'aes' as const,
  zones: [{ number: 5, zone_id: EXAMPLE_IDS.zone, name: 'Shop window' }],
  users: [{ number: 1, name: 'Olga Operator' }],
};

/** The body that sets the panel of a device. */
export const panelInputSchema = withMeta(
  z.strictObject({
    account: withMeta(z.optional(accountField), {
      description: 'Without it the panel keeps its account, or Guard chooses a free one of six digits.',
    }),
    key: withMeta(
      z.optional(
        z.string().check(
          z.regex(/^(?:[0-9A-Fa-f]{32}|[0-9A-Fa-f]{48}|[0-9A-Fa-f]{64})$/, {
            error: 'must be 32, 48 or 64 hexadecimal digits',
          }),
        ),
      ),
      {
        description:
          'The key of the panel, 32, 48 or 64 hexadecimal digits. It is never shown. Without it the panel keeps its key.',
      },
    ),
    time_check: withMeta(z.optional(timeCheck), {
      description:
        '`strict`: Guard takes frames with a time from 40 seconds behind to 20 seconds ahead. Others that raise are taken with a warning. `lenient`: it takes the events of others, too, if encrypted within a week; an encrypted one is then no sign of life. By default strict with encryption, lenient without.',
    }),
    maker: withMeta(z.optional(makerField), {
      description: 'Without it the panel keeps its maker, which is `other` at first.',
    }),
    ...settings,
  }),
  { id: 'PanelInput', examples: [{ ...EXAMPLE, key: '00112233445566778899AABBCCDDEEFF' }] },
);

export type PanelInput = z.infer<typeof panelInputSchema>;

/** Whether the site of a panel, or an area of it, is open, as its last signal of this kind said. */
const openingSchema = z.object({
  state: z.enum(['open', 'closed']),
  partial: withMeta(z.optional(z.literal(true)), {
    description: 'Closed in part: people are inside.',
  }),
  at: timestampField,
  partition: z.nullable(z.string()),
  user_number: z.nullable(z.string()),
  user_name: z.nullable(z.string()),
});

export type PanelOpening = z.infer<typeof openingSchema>;

const storedPanelSchema = z.object({
  id: idField,
  tenant_id: idField,
  account: z.string(),
  line_prefix: z.nullable(z.string()),
  encryption: z.enum(['none', 'aes']),
  allowed_addresses: z.array(z.string()),
  trusts_udp: z.boolean(),
  time_check: timeCheck,
  maker: z._default(makerField, 'other'),
  zones: z.array(zoneSchema),
  users: z.array(userSchema),
  created_at: timestampField,
  updated_at: timestampField,
});

/** The settings of a panel. Its id is that of its device. */
export type Panel = z.infer<typeof storedPanelSchema>;

const pathSchema = withMeta(
  z.object({
    transport: z.enum(['tcp', 'udp']),
    line: withMeta(z.string(), { description: 'The account prefix of its frames.' }),
    last_seen_at: timestampField,
  }),
  { id: 'PanelPath', description: 'A way on which the panel was heard.' },
);

const receiverSchema = z.object({
  hosts: withMeta(z.array(z.string()), { description: 'The receiver, and its backup if there is one.' }),
  port: withMeta(z.int(), { description: 'For TCP and UDP.' }),
});

/** The panel of a device as clients see it. */
export const panelSchema = withMeta(
  z.object({
    device_id: idField,
    tenant_id: idField,
    ...z.omit(storedPanelSchema, { id: true, tenant_id: true, created_at: true, updated_at: true }).shape,
    has_key: z.boolean(),
    state: withMeta(z.enum(['never_heard', 'unwatched', 'online', 'offline']), {
      description: '`unwatched`: the device has no `heartbeat_seconds`, so its silence raises nothing.',
    }),
    last_frame_at: z.nullable(timestampField),
    paths: z.array(pathSchema),
    last_opening: withMeta(z.nullable(openingSchema), {
      description: 'The last opening or closing that the panel reported.',
    }),
    last_openings: withMeta(z.array(openingSchema), {
      description:
        'The last opening or closing of each area that reported one. `partition` is null for none.',
    }),
    created_at: timestampField,
    updated_at: timestampField,
    receiver: withMeta(z.nullable(receiverSchema), {
      description: 'Where the panel connects. Null: this Guard knows of no receiver of panels.',
    }),
  }),
  {
    id: 'Panel',
    description: 'An alarm panel that reports by SIA DC-09: the settings of a device with an account.',
    examples: [
      {
        device_id: EXAMPLE_IDS.device,
        tenant_id: EXAMPLE_IDS.tenant,
        line_prefix: null,
        allowed_addresses: [],
        trusts_udp: false,
        time_check: 'strict',
        maker: 'other',
        ...EXAMPLE,
        has_key: true,
        state: 'online',
        last_frame_at: '2026-11-20T12:00:30.000+00:00',
        paths: [{ transport: 'tcp', line: '0', last_seen_at: '2026-11-20T12:00:30.000+00:00' }],
        last_opening: {
          state: 'closed',
          at: '2026-11-20T12:00:30.000+00:00',
          partition: '1',
          user_number: '1',
          user_name: 'Olga Operator',
        },
        last_openings: [
          {
            state: 'closed',
            at: '2026-11-20T12:00:30.000+00:00',
            partition: '1',
            user_number: '1',
            user_name: 'Olga Operator',
          },
        ],
        created_at: '2026-11-01T08:00:00.000+00:00',
        updated_at: '2026-11-01T08:00:00.000+00:00',
        receiver: { hosts: ['203.0.113.7', '203.0.113.8'], port: PANEL_PORT },
      },
    ],
  },
);

/** The attribute with the encrypted key of a panel. It is outside `data`, so no response contains it. */
const PANEL_KEY = 'panel_key';
/** The attribute with the last opening or closing. Signals write it, while people change the settings. */
export const LAST_OPENING = 'last_opening';
/** The attribute with the last opening or closing of each area, by the name of the area. */
export const LAST_OPENINGS = 'last_openings';

/** The name of an opening's area in the table. `none`: the panel names no area. */
export const areaOf = ({ partition }: Pick<PanelOpening, 'partition'>): string => partition ?? 'none';

const panelKeySchema = z.optional(z.object({ encrypted: z.string() }));

export interface StoredPanel extends Stored<Panel> {
  /** The encrypted key; `undefined` for a panel without one. */
  readonly key: { readonly encrypted: string } | undefined;
  readonly lastOpening: PanelOpening | null;
  /** The last opening or closing of each area, by the name of the area; `undefined` if the item has no such attribute. */
  readonly openings: Readonly<Record<string, PanelOpening>> | undefined;
}

/** The kind of panels. The item of a panel exists while its device has the attribute that names the account. */
export const PANELS = defineKind<Panel, StoredPanel>({
  name: 'PANEL',
  schema: storedPanelSchema,
  key: (tenantId, id = '') => panelKey(tenantId, id),
  read: (item, stored) => ({
    ...stored,
    key: panelKeySchema.parse(item[PANEL_KEY]),
    lastOpening: z.nullable(openingSchema).parse(item[LAST_OPENING] ?? null),
    openings: z.optional(z.record(z.string(), openingSchema)).parse(item[LAST_OPENINGS]),
  }),
});

/** The item of a panel, with its encrypted key beside the settings. */
export function panelItem(panel: Panel, key: StoredPanel['key']) {
  return { ...PANELS.item(panel), ...(key ? { [PANEL_KEY]: key } : {}) };
}

/**
 * The last opening or closing of each area, sorted by area. A former release keeps only the last one of all, so that one counts
 * if it is newer than what is known of its area.
 */
export function openingsOf({
  lastOpening,
  openings = {},
}: Pick<StoredPanel, 'lastOpening' | 'openings'>): PanelOpening[] {
  const known = lastOpening && openings[areaOf(lastOpening)];
  const isNewer = lastOpening && (!known || known.at < lastOpening.at);
  const all = isNewer ? { ...openings, [areaOf(lastOpening)]: lastOpening } : openings;
  return Object.values(all).toSorted((a, b) =>
    (a.partition ?? '').localeCompare(b.partition ?? '', 'en', { numeric: true }),
  );
}
