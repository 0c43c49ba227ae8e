import type { Device } from '../../../client/index.ts';
import { texts } from './devices-texts.ts';

/** Shows a mark and a word: a device that is offline is silent. */
export function DeviceStatus({ device: { status } }: { readonly device: Device }) {
  if (status === 'online') return <span class="mark">{texts.online}</span>;
  if (status === 'offline') return <span class="mark mark-bad">{texts.silent}</span>;
  return <span class="mark mark-off">{texts.unknown}</span>;
}
