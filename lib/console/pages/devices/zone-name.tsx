import { useEffect, useState } from 'preact/hooks';
import type { Device } from '../../../client/index.ts';
import type { ZoneBook } from '../../services/zone-book.ts';
import { texts } from './devices-texts.ts';

interface ZoneNameProps {
  readonly device: Pick<Device, 'site_id' | 'zone_id' | 'name'>;
  readonly book: ZoneBook;
}

/** The name of a device's zone, at once or on demand. */
export function ZoneName({ device: { site_id, zone_id, name: device }, book }: ZoneNameProps) {
  const [isAsked, setAsked] = useState(false);
  const [name, setName] = useState<string>();
  const isShown = zone_id !== null && (isAsked || book.isFree(site_id));
  useEffect(() => {
    if (!isShown) return;
    let isCurrent = true;
    book.zonesOf(site_id).then(
      (zones) => isCurrent && setName(zones.find(({ id }) => id === zone_id)?.name ?? ''),
      () => isCurrent && setAsked(false),
    );
    return () => {
      isCurrent = false;
    };
  }, [isShown, book, site_id, zone_id]);
  if (zone_id === null) return <span class="muted">–</span>;
  if (isShown) return <>{name ?? '…'}</>;
  return (
    <button type="button" class="quiet" onClick={() => setAsked(true)}>
      {texts.showZone}
      <span class="unseen"> {device}</span>
    </button>
  );
}
