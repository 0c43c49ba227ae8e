export interface PlacedFunction {
  readonly name: string;
  readonly folder: string;
}

/** Folders that share a group. Each group costs a metric and an alarm. */
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

/** Functions with a group of their own. Everybody needs login, but its failures would be few among those of its folder. */
const OWN_GROUPS: ReadonlySet<string> = new Set(['login']);

/** The group with which a function shares alarms, graphs and the metrics with the dimension `group`: usually its folder. */
export function functionGroup({ name, folder }: PlacedFunction): string {
  return OWN_GROUPS.has(name) ? name : (SHARED_GROUPS[folder] ?? folder);
}
