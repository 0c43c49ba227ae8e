import type { Device, Site } from '../../../client/index.ts';
import type { PageProps } from '../../components/page-props.ts';
import type { Polled } from '../../hooks/use-polled.ts';

/** The properties that the parts of the page share. */
export interface DevicesProps extends PageProps {
  readonly sites: Polled<readonly Site[]>;
  /** Some types that devices have, to choose from. */
  readonly types: readonly string[];
}

/** The filters of the list of devices besides the site. */
export interface DeviceChoice {
  readonly status?: Device['status'] | undefined;
  readonly type?: string | undefined;
}
