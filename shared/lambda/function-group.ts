/** Where a function stands: what its group follows from. */
export interface PlacedFunction {
  readonly name: string;
  /** The folder of `functions/` that it stands in. */
  readonly folder: string;
}

/** Folders that are too small for a group of their own. */
const SHARED_GROUPS: Readonly<Record<string, string>> = {
  console: 'public',
  docs: 'public',
  health: 'public',
};

/**
 * Functions that are a group of their own. Nobody gets in without login, which is a small part of the traffic of its
 * folder: among the others its failures would be lost.
 */
const OWN_GROUPS: ReadonlySet<string> = new Set(['login']);

/**
 * The functions that share alarms, graphs and the metrics with the dimension `group`: those of a folder, with few
 * exceptions. Functions measure by it and the stack makes alarms by it, so both ask here.
 */
export function functionGroup({ name, folder }: PlacedFunction): string {
  return OWN_GROUPS.has(name) ? name : (SHARED_GROUPS[folder] ?? folder);
}
