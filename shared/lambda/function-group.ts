export interface PlacedFunction {
  readonly name: string;
  readonly resource: string;
}

/** A function's name and resource, and the file of its code. */
export interface FunctionPlace extends PlacedFunction {
  /** The file with the declaration and the handler, as a path in `functions/` without `.ts`. */
  readonly file: string;
}

const JOBS = 'jobs';

/**
 * Reads the file, name and resource from a function's id. The resource is the first part of the file, or in `jobs/` the
 * second: `alerts` for `alerts/act/acknowledge-alert`, `live` for `jobs/live/fan-out`.
 */
export function placeOf(id: string): FunctionPlace {
  const parts = id.split('/');
  const name = parts.pop() ?? '';
  const [resource = ''] = parts[0] === JOBS ? parts.slice(1) : parts;
  return { file: parts.join('/'), resource, name };
}

/**
 * The functions that modules export, module by module, in the order in which each module declares them. The properties of a
 * module are in alphabetical order, so `declared` has the declarations as they were made.
 */
export function exportedBy<F>(modules: readonly object[], declared: readonly F[]): F[] {
  const ofModule = (module: object) => {
    const exported = new Set<unknown>(Object.values(module));
    return declared.filter((it) => exported.has(it));
  };
  return [...new Set(modules.flatMap(ofModule))];
}

/** The name of the export that makes the handler of a function: `createZoneHandler` for `create-zone`. */
export const handlerExport = (name: string): string =>
  `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Handler`;

/** Resources whose functions are one group, because each group costs a metric and an alarm. */
const SHARED_GROUPS: Readonly<Record<string, string>> = {
  console: 'public',
  docs: 'public',
  health: 'public',
  'password-resets': 'auth',
  'second-factor': 'auth',
  sso: 'auth',
  // Functions that are used seldom, from the same pages of the console.
  'action-plans': 'administration',
  audit: 'administration',
  channels: 'administration',
  contacts: 'administration',
  devices: 'administration',
  escalation: 'administration',
  'identity-providers': 'administration',
  keys: 'administration',
  mail: 'administration',
  'notification-rules': 'administration',
  overview: 'alerts',
  schedules: 'administration',
  sites: 'administration',
  statistics: 'administration',
  tenants: 'administration',
  tests: 'administration',
  users: 'administration',
  zones: 'administration',
  release: 'monitoring',
};

/**
 * Functions that are a group on their own. Everybody needs login, but its few failures would not be noticed among those of
 * its resource.
 */
const OWN_GROUPS: ReadonlySet<string> = new Set(['login']);

/** The group of functions that share alarms, graphs and the values of the dimension `group`. It is usually the resource. */
export function functionGroup({ name, resource }: PlacedFunction): string {
  return OWN_GROUPS.has(name) ? name : (SHARED_GROUPS[resource] ?? resource);
}
