import { basename, dirname } from 'node:path';
import type { Metafile } from 'esbuild';
import { routes } from '../../functions/routes.ts';
import { triggers } from '../../functions/triggers.ts';
import type { Row } from '../print-table.ts';

/** The size of a function's code, by origin. */
export interface BundleSize {
  readonly name: string;
  /** The size of the code, without data that the function serves. */
  readonly bytes: number;
  /** The bytes of each package and of Guard, largest first. */
  readonly packages: ReadonlyMap<string, number>;
}

/** The budget of a function that a caller waits for: a cold start reads and compiles all of its code. */
export const BUNDLE_BUDGET_BYTES = 462_000;

/** The budget of functions behind a queue, a stream or a schedule, which use more services. */
export const BACKGROUND_BUNDLE_BUDGET_BYTES = 468_000;

/**
 * The budget of functions that send messages to people. They have the numbering plans of all countries with the types of numbers,
 * 195 KB; the clients of SES and of SMS, 73 KB; Web Push with its encoding of keys, 95 KB; the client of SQS for warnings, 24 KB; and the
 * names of the types of alerts in three languages, 8 KB; and the time zone rules, 16 KB. Few wait for them: people who add a channel or test one.
 */
const SENDER_BUNDLE_BUDGET_BYTES = 932_000;

const SENDERS = new Set(
  [...routes, ...triggers].filter(({ sendsMessages }) => sendsMessages).map(({ name }) => name),
);

/**
 * The budgets of functions with a large library that no other function has. Sealing has the client of S3, 100 KB: it runs once an
 * hour, and nobody waits for it. The functions that say whom a notification rule or an alert reaches decide as the sender does: they
 * have the numbering plans of all countries, 195 KB. The function that receives the messages of other systems reads XML, 65 KB,
 * has the words of sixteen systems, 50 KB, and the time zone rules, 16 KB; so does that of MQTT on AWS. The functions of certificates have
 * the client of IoT Core, 128 KB: people call them once for a device. Pictures are stored by the client of S3, and mail is read by
 * postal-mime with the words of cameras. Timers and reports decide about openings and supervisions, by the time zone rules.
 */
const OWN_BUDGETS: ReadonlyMap<string, number> = new Map([
  ['seal-audit', 505_000],
  ['list-holidays', 2_000_000],
  ['receive-inbound-message', 622_000],
  ['receive-publication', 614_000],
  ['issue-certificate', 550_000],
  ['delete-inbound-address', 550_000],
  ['delete-device', 570_000],
  ['keep-pictures', 540_000],
  ['receive-mail', 776_000],
  ['run-timers', 512_000],
  ['create-report', 512_000],
  ...['create', 'get', 'preview', 'update'].map((it) => [`${it}-notification-rule`, 648_000] as const),
  ['preview-response', 640_000],
]);

const BACKGROUND = new Set(
  triggers.filter(({ trigger }) => /^(queue|stream|schedule)$/.test(trigger.kind)).map(({ name }) => name),
);

const budgetOf = (name: string) =>
  OWN_BUDGETS.get(name) ??
  (SENDERS.has(name)
    ? SENDER_BUNDLE_BUDGET_BYTES
    : BACKGROUND.has(name)
      ? BACKGROUND_BUNDLE_BUDGET_BYTES
      : BUNDLE_BUDGET_BYTES);

/** Whether a caller waits for this function, and it has the common budget. */
export const isAwaited = ({ name }: Pick<BundleSize, 'name'>) => budgetOf(name) === BUNDLE_BUDGET_BYTES;

const GUARD = 'Guard';
/** The name for the bytes that esbuild adds between the files. */
const JOINTS = 'between the files';

/** Served data: the OpenAPI document and the compressed files of the console. */
const DATA = /^docs\/|^lib\/console\/build\/built-console\.ts$/;

/** The sizes of bundles from esbuild's metadata, largest first. */
export function bundleSizes({ outputs }: Pick<Metafile, 'outputs'>): BundleSize[] {
  return Object.entries(outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .map(([path, { bytes, inputs }]) => {
      const packages = new Map<string, number>();
      let data = 0;
      let known = 0;
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        known += bytesInOutput;
        if (DATA.test(input)) data += bytesInOutput;
        else packages.set(packageOf(input), (packages.get(packageOf(input)) ?? 0) + bytesInOutput);
      }
      packages.set(JOINTS, bytes - known);
      const sorted = new Map([...packages].sort(([, a], [, b]) => b - a));
      return { name: basename(dirname(path)), bytes: bytes - data, packages: sorted };
    })
    .sort((a, b) => b.bytes - a.bytes);
}

/** `node_modules/@aws-sdk/core/dist/a.js` belongs to `@aws-sdk/core`; nested packages count as themselves. */
export function packageOf(path: string): string {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return name ?? GUARD;
}

const SHOWN_BUNDLES = 5;
const SHOWN_PACKAGES = 12;

export function bundleRows(sizes: readonly BundleSize[]): Row[] {
  return sizes
    .slice(0, SHOWN_BUNDLES)
    .map(({ name, bytes }) => ({ function: name, bytes, budget: budgetOf(name) }));
}

export function packageRows({ packages }: BundleSize): Row[] {
  const [all, shown] = [[...packages], [...packages].slice(0, SHOWN_PACKAGES)];
  const rest = all.slice(SHOWN_PACKAGES).reduce((sum, [, bytes]) => sum + bytes, 0);
  return [...shown, ...(rest > 0 ? [[`${all.length - SHOWN_PACKAGES} others`, rest] as const] : [])].map(
    ([name, bytes]) => ({ package: name, bytes }),
  );
}

/** Describes bundles over budget, with the largest packages of the largest one. */
export function bundleFaults(sizes: readonly BundleSize[]): string[] {
  const [largest, ...others] = sizes.filter(({ name, bytes }) => bytes > budgetOf(name));
  if (!largest) return [];
  const packages = packageRows(largest).map((row) => `${row['package']} ${row['bytes']}`);
  return [
    `bundle of ${largest.name}: ${largest.bytes} bytes, the budget is ${budgetOf(largest.name)}, which ${others.length} others exceed theirs, too; by package: ${packages.join(', ')}`,
  ];
}

/** The functions that use a large library. */
export const CARRIERS = [
  {
    library: 'openid-client',
    names: ['end-sso-sessions', 'return-from-sso', 'start-sso', 'test-identity-provider'],
  },
  { library: 'jose', names: ['end-sso-sessions', 'return-from-sso'] },
  { library: 'otpauth', names: ['begin-totp', 'confirm-totp', 'disable-totp', 'login'] },
  {
    library: '@aws-sdk/client-sesv2',
    names: ['create-channel', 'notify-people', 'send-mail', 'test-channel'],
  },
  {
    library: '@aws-sdk/client-pinpoint-sms-voice-v2',
    names: ['create-channel', 'notify-people', 'test-channel'],
  },
  { library: 'web-push', names: ['create-channel', 'notify-people', 'test-channel'] },
  { library: '@aws-sdk/client-s3', names: ['keep-pictures', 'receive-mail', 'seal-audit'] },
  {
    library: '@aws-sdk/client-iot',
    names: ['delete-device', 'delete-inbound-address', 'find-broker', 'issue-certificate'],
  },
];

/** Describes libraries in the bundles of other functions than those that use them. */
export const carrierFaults = (sizes: readonly BundleSize[]): string[] =>
  CARRIERS.flatMap(({ library, names }) => {
    const carriers = sizes.filter(({ packages }) => packages.has(library)).map(({ name }) => name);
    const [found, expected] = [carriers.sort().join(', '), names.join(', ')];
    return found === expected
      ? []
      : [`${library} is in the bundles of ${found}, and belongs in those of ${expected}`];
  });
