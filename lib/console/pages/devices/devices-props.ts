import type { Device, Site } from '../../../client/index.ts';
import type { PageProps } from '../../components/page-props.ts';
import type { Polled } from '../../hooks/use-polled.ts';

/** The properties that the components of the page share. */
export interface DevicesProps extends PageProps {
  readonly sites: Polled<readonly Site[]>;
  /** Some types that devices have, to choose from. */
  readonly types: readonly string[];
}

/** A device with its site, once the sites are read. */
export interface DeviceProps extends DevicesProps {
  readonly device: Device;
  readonly site: Site | undefined;
}

/** The filters of the list of devices besides the site. */
export interface DeviceChoice {
  readonly status?: Device['status'] | undefined;
  readonly type?: string | undefined;
}
