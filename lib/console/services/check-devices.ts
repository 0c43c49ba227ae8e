import type { GuardClient } from '../../client/index.ts';
import {
  devicesOf,
  type FileProblem,
  newDevices,
  type PlannedDevice,
  readDeviceFile,
  sitesOf,
} from '../state/device-file.ts';

/** The effect that an import of a file would have. */
export interface ImportPlan {
  readonly problems: readonly FileProblem[];
  readonly devices: readonly PlannedDevice[];
  /** The devices with serials that no site of the file has. */
  readonly missing: readonly PlannedDevice[];
  readonly sites: number;
}

/** Checks a whole file before anything is created. `onSite` reports how many of its sites are read. */
export async function checkDevices(
  guard: GuardClient,
  tenantId: string | undefined,
  text: string,
  { signal, onSite }: { readonly signal: AbortSignal; readonly onSite: (read: number, all: number) => void },
): Promise<ImportPlan> {
  const { rows, problems } = readDeviceFile(text);
  if (rows.length === 0) return { problems, devices: [], missing: [], sites: 0 };
  const all = await guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all();
  const { named, problems: wrongSites } = sitesOf(rows, all);
  const zones = [];
  const existing = [];
  let read = 0;
  for (const { id } of named.values()) {
    onSite(read++, named.size);
    const [zonesHere, devicesHere] = await Promise.all([
      guard.zones.listOfSite(id, { limit: 100 }, { signal }).all(),
      guard.devices.listOfSite(id, { limit: 100 }, { signal }).all(),
    ]);
    zones.push(...zonesHere);
    existing.push(...devicesHere);
  }
  const { planned, problems: wrongZones } = devicesOf(rows, named, zones);
  return {
    problems: [...problems, ...wrongSites, ...wrongZones].sort((one, other) => one.row - other.row),
    devices: planned,
    missing: newDevices(planned, existing),
    sites: named.size,
  };
}
