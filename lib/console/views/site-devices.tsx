import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Device, GuardClient } from '../../client/index.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { problemText } from '../services/problem.ts';
import { durationText } from '../state/age.ts';
import type { SilentSite } from '../state/premises.ts';
import { typeLabel } from '../state/words.ts';
import { Age } from './instant.tsx';

interface SiteDevicesProps {
  readonly guard: GuardClient;
  readonly site: SilentSite;
  readonly now: number;
}

const EVERY_MS = 30_000;

/** A site with its silent devices; all of its devices when it is opened. */
export function SiteDevices({ guard, site, now }: SiteDevicesProps) {
  const [isOpen, setOpen] = useState(false);
  const { silent } = site;
  return (
    <section class="site" aria-labelledby={`site-${site.id}`}>
      <h2 id={`site-${site.id}`}>
        {site.name} <span class="muted">{site.address}</span>
      </h2>
      {isOpen ? (
        <AllDevices guard={guard} site={site} now={now} />
      ) : (
        <DeviceRows devices={silent} now={now} />
      )}
      <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide all devices' : 'Show all devices'}
        <span class="unseen"> of {site.name}</span>
      </button>
    </section>
  );
}

/** Read again when another one falls silent or is back. */
function AllDevices({ guard, site, now }: SiteDevicesProps) {
  const siteId = site.id;
  const read = useCallback(
    (signal: AbortSignal) => guard.devices.listOfSite(siteId, { limit: 100 }, { signal }).all(),
    [guard, siteId],
  );
  const { value: devices, error, again } = usePolled(read, EVERY_MS);
  const silent = site.silent.map(({ id }) => id).join();
  const known = useRef(silent);
  useEffect(() => {
    if (known.current !== silent) again();
    known.current = silent;
  }, [silent, again]);
  if (error !== undefined) return <p role="alert">{problemText(error)}</p>;
  if (!devices) return <p class="empty">Reading the devices …</p>;
  return devices.length === 0 ? (
    <p class="empty">It has none.</p>
  ) : (
    <DeviceRows devices={devices} now={now} />
  );
}

function DeviceRows({ devices, now }: { readonly devices: readonly Device[]; readonly now: number }) {
  return (
    <ul class="device-rows">
      {devices.map((device) => (
        <li key={device.id} class={`device device-${device.status}`}>
          <span class="device-status">{device.status === 'online' ? 'Online' : 'Silent'}</span>
          <span class="message">{device.name}</span>
          <span class="muted">{typeLabel(device.type)}</span>
          <span class="muted">
            {device.heartbeat_seconds === null
              ? 'not watched'
              : `watched, every ${durationText(device.heartbeat_seconds)}`}
          </span>
          <span class="age">
            {device.last_seen_at === null ? (
              'never heard'
            ) : (
              <>
                heard <Age since={device.last_seen_at} now={now} /> ago
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
