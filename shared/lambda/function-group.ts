export interface PlacedFunction {
  readonly name: string;
  readonly resource: string;
}

/** The place of a function's code. */
export interface FunctionPlace extends PlacedFunction {
  /** The file with its declaration and handler, as a path in `functions/` without `.ts`. */
  readonly file: string;
}

const JOBS = 'jobs';

/**
 * The place that an id names: file and name. The resource is the first part of the file, or in `jobs/` the second: `alerts`
 * for `alerts/act/acknowledge-alert`, `live` for `jobs/live/fan-out`.
 */
export function placeOf(id: string): FunctionPlace {
  const parts = id.split('/');
  const name = parts.pop() ?? '';
  const [resource = ''] = parts[0] === JOBS ? parts.slice(1) : parts;
  return { file: parts.join('/'), resource, name };
}

/** The name of the export that makes the handler of a function: `createZoneHandler` for `create-zone`. */
export const handlerExport = (name: string): string =>
  `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Handler`;

/** Resources that share a group. Each group costs a metric and an alarm. */
const SHARED_GROUPS: Readonly<Record<string, string>> = {
  console: 'public',
  docs: 'public',
  health: 'public',
  'password-resets': 'auth',
  'second-factor': 'auth',
  // These are used seldom, from the same pages.
  audit: 'administration',
  devices: 'administration',
  escalation: 'administration',
  keys: 'administration',
  mail: 'administration',
  sites: 'administration',
  tenants: 'administration',
  users: 'administration',
  zones: 'administration',
  release: 'monitoring',
};

/** Functions with a group of their own. Everybody needs login, but its failures would be few among those of its resource. */
const OWN_GROUPS: ReadonlySet<string> = new Set(['login']);

/** The group with which a function shares alarms, graphs and the metrics with the dimension `group`: usually its resource. */
export function functionGroup({ name, resource }: PlacedFunction): string {
  return OWN_GROUPS.has(name) ? name : (SHARED_GROUPS[resource] ?? resource);
}
