import type { Stack } from 'aws-cdk-lib';

/**
 * The resource of the first wave. Its function runs the pipeline of all endpoints, and has a new version with each commit.
 */
export const FIRST_RESOURCE = 'health';

/** The resources of `functions/` in the order of a deployment: the least important first, and those that everybody needs last. */
const ORDER: readonly string[] = [
  ...[
    'docs',
    'escalation',
    'monitoring',
    'tenants',
    'users',
    'audit',
    'identity-providers',
    'mail',
    'pictures',
    'sso',
  ],
  ...['action-plans', 'contacts', 'channels', 'notifications', 'notification-rules', 'response', 'webhooks'],
  ...[
    'schedules',
    'statistics',
    'overview',
    'handover',
    'panels',
    'mail-addresses',
    'sites',
    'supervisions',
    'calendars',
    'check-ins',
    'holidays',
    'zones',
  ],
  // They come after webhooks and notifications, because the timers send to the queues of these.
  'timers',
  ...['devices', 'live', 'alerts', 'second-factor', 'tests', 'auth', 'password-resets'],
  // It does not come before the endpoints that it calls.
  'console',
];

/**
 * The endpoints that create API keys come together with the authorizer that checks these keys. Messages of other systems come as
 * late as reports, because their senders try once.
 */
const LAST: readonly string[] = ['authorizer', 'keys', 'reports', 'mqtt', 'inbound', 'mail-in'];

/**
 * How many functions each wave after the first has at most, and every further one as many as the last. They grow, because a
 * fault of shared code shows in the first waves, where it concerns the least important functions, and each wave costs five
 * minutes. Lambda's control plane takes 15 calls a second (AWS, "Lambda quotas"), so a wave also has an upper limit.
 */
const MOST_FUNCTIONS: readonly number[] = [14, 28, 66, 92];

/** The smoke test is in no wave, because the first wave refers to it and so depends on it. */
const DECIDES = 'release';

/** Whether the smoke test runs after the functions of a resource. */
export const isFirstWave = (resource: string): boolean => resource === FIRST_RESOURCE;

/**
 * Divides a deployment into waves. A wave is a list of resources with at most the functions of `MOST_FUNCTIONS`, or one larger
 * resource. It begins when the wave before it is complete: in a canary, when that wave has all traffic, after five minutes
 * without an alarm. If a wave is rolled back, the next one does not begin. Resources that the order does not list follow the
 * health check.
 */
export function wavesOf(functions: readonly { readonly resource: string }[]): readonly (readonly string[])[] {
  const sizes = new Map<string, number>();
  for (const { resource } of functions) sizes.set(resource, (sizes.get(resource) ?? 0) + 1);
  const placed = [FIRST_RESOURCE, ...ORDER, ...LAST];
  const others = [...sizes.keys()].filter((it) => it !== DECIDES && !placed.includes(it));
  const waves: string[][] = [];
  let room = 0;
  for (const resource of [...others, ...ORDER]) {
    const size = sizes.get(resource);
    if (size === undefined) continue;
    if (size > room) {
      room = MOST_FUNCTIONS[Math.min(waves.length, MOST_FUNCTIONS.length - 1)] ?? 0;
      waves.push([]);
    }
    waves.at(-1)?.push(resource);
    room -= size;
  }
  return [[FIRST_RESOURCE], ...waves, LAST].map((it) => it.filter((resource) => sizes.has(resource)));
}

/** Makes CloudFormation create and update the stacks of these resources wave by wave. */
export function deployInWaves(
  stacks: ReadonlyMap<string, Stack>,
  functions: readonly { readonly resource: string }[],
): void {
  const waves = wavesOf(functions).map((resources) =>
    resources.flatMap((resource) => stacks.get(resource) ?? []),
  );
  for (const [place, wave] of waves.entries()) {
    for (const stack of wave) for (const before of waves[place - 1] ?? []) stack.addStackDependency(before);
  }
}
