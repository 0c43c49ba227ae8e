import type { Device } from '../../../client/index.ts';
import { isSilent } from '../../state/devices.ts';
import { texts } from './devices-texts.ts';

/** Shows a mark and a word. A watched device that is offline is silent; another one was set offline by hand. */
export function DeviceStatus({ device }: { readonly device: Device }) {
  if (device.status === 'online') return <span class="mark">{texts.online}</span>;
  return isSilent(device) ? (
    <span class="mark mark-bad">{texts.silent}</span>
  ) : (
    <span class="mark mark-off">{texts.offline}</span>
  );
}
