import type { Alert, Contact, Device, Site, Versioned, Zone } from '../../../client/index.ts';
import type { PageProps } from '../../components/page-props.ts';
import type { List } from '../../hooks/use-list.ts';
import type { Read } from '../../hooks/use-read.ts';

/** What the tabs of a site share. */
export interface SiteProps extends PageProps {
  readonly id: string;
  readonly site: Versioned<Site>;
  readonly read: () => Promise<Versioned<Site>>;
  readonly show: (site: Versioned<Site>) => void;
  readonly zones: List<Zone>;
  /** Undefined until they are read. */
  readonly devices: readonly Device[] | undefined;
  /** Whether the site has more devices than `devices` contains. */
  readonly hasMoreDevices: boolean;
  /** Another value whenever the site may have been opened or closed since. */
  readonly openingsRound: string;
  /** Its open alerts, in the order of the desk. */
  readonly alerts: readonly Alert[];
  readonly contacts: Read<readonly Contact[]>;
}
