import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Device, GuardClient } from '../../../client/index.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { Age } from '../../parts/instant.tsx';
import { problemText } from '../../services/problem.ts';
import { ageText, durationText } from '../../state/age.ts';
import { deviceStatusLabel, lastHeardInList } from '../../state/devices.ts';
import type { SiteWithOffline } from '../../state/premises.ts';
import { typeLabel } from '../../state/words.ts';

interface SiteDevicesProps {
  readonly guard: GuardClient;
  readonly site: SiteWithOffline;
  readonly now: number;
}

const EVERY_MS = 30_000;

/** A site with its offline devices, or with all devices when it is opened. */
export function SiteDevices({ guard, site, now }: SiteDevicesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section class="site" aria-labelledby={`site-${site.id}`}>
      <h2 id={`site-${site.id}`}>
        {site.name} <span class="muted">{site.address}</span>
      </h2>
      {isOpen ? (
        <AllDevices guard={guard} site={site} now={now} />
      ) : (
        <DeviceRows guard={guard} devices={site.offline} now={now} />
      )}
      <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide all devices' : 'Show all devices'}
        <span class="unseen"> of {site.name}</span>
      </button>
    </section>
  );
}

/** All devices of a site, read again when one goes offline or comes back. */
function AllDevices({ guard, site, now }: SiteDevicesProps) {
  const siteId = site.id;
  const read = useCallback(
    (signal: AbortSignal) => guard.devices.listOfSite(siteId, { limit: 100 }, { signal }).all(),
    [guard, siteId],
  );
  const { value: devices, error, again } = usePolled(read, EVERY_MS);
  const offline = site.offline.map(({ id }) => id).join();
  const known = useRef(offline);
  useEffect(() => {
    if (known.current !== offline) again();
    known.current = offline;
  }, [offline, again]);
  if (error !== undefined) return <p role="alert">{problemText(error)}</p>;
  if (!devices) return <p class="empty">Reading the devices …</p>;
  return devices.length === 0 ? (
    <p class="empty">This site has no devices.</p>
  ) : (
    <DeviceRows guard={guard} devices={devices} now={now} />
  );
}

interface DeviceRowsProps extends Pick<SiteDevicesProps, 'guard' | 'now'> {
  readonly devices: readonly Device[];
}

function DeviceRows({ guard, devices, now }: DeviceRowsProps) {
  return (
    <ul class="device-rows">
      {devices.map((device) => (
        <li key={device.id} class={`device device-${device.status}`}>
          <span class="device-status">{deviceStatusLabel(device)}</span>
          <span class="message">{device.name}</span>
          <span class="muted">{typeLabel(device.type)}</span>
          <span class="muted">
            {device.heartbeat_seconds === null
              ? 'not watched: the status was set by hand'
              : `watched, every ${durationText(device.heartbeat_seconds)}`}
          </span>
          <span class="age">
            <LastHeard guard={guard} device={device} now={now} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface LastHeardProps extends Pick<SiteDevicesProps, 'guard' | 'now'> {
  readonly device: Device;
}

/** When a device was last heard: at once if the list is exact about it, otherwise on demand. */
function LastHeard({ guard, device, now }: LastHeardProps) {
  const [isAsked, setAsked] = useState(false);
  const listed = lastHeardInList(device);
  if (listed !== undefined) return <Heard at={listed} now={now} />;
  if (isAsked) return <ExactLastHeard guard={guard} device={device} now={now} />;
  return (
    <button type="button" class="quiet" onClick={() => setAsked(true)}>
      Last heard?<span class="unseen"> {device.name}</span>
    </button>
  );
}

function ExactLastHeard({ guard, device: { id }, now }: LastHeardProps) {
  const read = useCallback((signal: AbortSignal) => guard.devices.get(id, { signal }), [guard, id]);
  const { value, error } = usePolled(read, EVERY_MS);
  // It replaces the button that had the focus.
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <span role="status" ref={place} tabIndex={-1}>
      {value ? <Heard at={value.last_seen_at} now={now} /> : error === undefined ? '…' : problemText(error)}
    </span>
  );
}

function Heard({ at, now }: { readonly at: string | null; readonly now: number }) {
  if (at === null) return <>never heard</>;
  return (
    <>
      heard <Age since={at} now={now} />
      {ageText(at, now) !== 'now' && ' ago'}
    </>
  );
}
