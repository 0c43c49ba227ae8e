import type { Device, ResponsePreview, Site } from '../../../client/index.ts';
import type { Screen } from '../../state/screen.ts';

/** What a tenant has, as far as its first day needs it. */
export interface Equipment {
  readonly sites: readonly Pick<Site, 'id'>[];
  readonly hasZones: boolean;
  readonly devices: readonly Pick<Device, 'id' | 'last_seen_at' | 'status'>[];
  /** Whether there is anybody besides the person who looks. */
  readonly hasOthers: boolean;
  readonly hasRules: boolean;
  /** Who would be notified of a critical alert; undefined without a site. */
  readonly preview: ResponsePreview | undefined;
  readonly hasDrills: boolean;
}

/** One step of the first day, and where it is done. */
export interface FirstDayStep {
  readonly name: 'sites' | 'zones' | 'devices' | 'heard' | 'people' | 'rule' | 'reached' | 'drill';
  readonly isDone: boolean;
  /** Whether a tenant may well do without it. */
  readonly isOptional?: boolean;
  /** Undefined as long as it needs an earlier step. */
  readonly to: Partial<Screen> | undefined;
  /** Where it is done with a file. */
  readonly fromFile?: Partial<Screen>;
}

export const isHeard = ({ last_seen_at, status }: Equipment['devices'][number]): boolean =>
  last_seen_at !== null || status === 'online';

/** The steps from nothing to a drill, computed from what is there: whatever was made elsewhere counts. */
export function firstDaySteps(found: Equipment): readonly FirstDayStep[] {
  const { sites, hasZones, devices, hasOthers, hasRules, preview, hasDrills } = found;
  const silent = devices.find((it) => !isHeard(it));
  const reached = preview?.steps.some(({ people }) =>
    people.some(({ channels }) => channels.some(({ reason }) => reason === null)),
  );
  const file = (view: string, tab?: string) => ({ view, itemId: 'import', tab });
  const item = (view: string, itemId: string | undefined, tab?: string) => ({
    view,
    itemId,
    tab,
    siteId: undefined,
  });
  return [
    { name: 'sites', isDone: sites.length > 0, to: item('sites', 'new'), fromFile: file('sites') },
    {
      name: 'zones',
      isDone: hasZones,
      isOptional: true,
      to: sites[0] && item('sites', sites[0].id, 'settings'),
      fromFile: file('sites', 'zones'),
    },
    {
      name: 'devices',
      isDone: devices.length > 0,
      to: sites[0] && item('devices', 'new'),
      fromFile: file('devices'),
    },
    { name: 'heard', isDone: devices.some(isHeard), to: silent && item('devices', silent.id) },
    { name: 'people', isDone: hasOthers, to: item('people', 'new'), fromFile: file('people') },
    hasRules
      ? { name: 'reached', isDone: reached === true, to: item('response', undefined) }
      : { name: 'rule', isDone: false, to: item('notifications', 'new') },
    { name: 'drill', isDone: hasDrills, to: sites[0] && item('response', undefined) },
  ];
}

/** Whether nothing is left that a tenant needs. */
export const isFirstDayOver = (steps: readonly FirstDayStep[]): boolean =>
  steps.every(({ isDone, isOptional }) => isDone || isOptional);
