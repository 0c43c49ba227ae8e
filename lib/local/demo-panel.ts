import type { RandomBytes } from '../../shared/base/ids.ts';
import type { Clock } from '../../shared/base/time.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { DEVICES, type Device, deviceInputSchema, newDevice } from '../../shared/devices/device.ts';
import { pathAttribute, watchAfterHeartbeat, watchItem } from '../../shared/devices/heartbeat.ts';
import { claimedAccount, normalAccount, PANEL_ACCOUNT } from '../../shared/devices/panel-account.ts';
import { type Panel, panelItem } from '../../shared/panels/panel.ts';
import { dial, type Signal } from '../receiver/dialler.ts';
import type { DemoSite } from './demo-premises.ts';
import type { DemoSeed } from './demo-seed.ts';
import { reasonOf } from './local-server-error.ts';
import type { Pause } from './triggers/host.ts';

/** The account of the demo's panel, which sends from this machine, in clear text. */
const ACCOUNT = '1234';
const LINE = '0';
const LOOPBACK = '127.0.0.1';

const SITE_WITH_PANEL = 'City Office';
/** The dialler may be off, so the panel is watched as the demo's other online device is. */
const DAY_SECONDS = 86_400;
const MINUTE_MS = 60_000;

const ZONES = [
  { number: 1, name: 'Back door', zone: 'Entrance' },
  { number: 5, name: 'Shop window', zone: 'Perimeter' },
  { number: 8, name: 'Server room', zone: 'Main hall' },
] as const;

type Item = Record<string, unknown>;

/** Makes the alarm panel of a site, which was heard a minute ago; nothing for other sites. */
export function demoPanel({ site, zones }: DemoSite, { now, makeId }: DemoSeed): Item[] {
  if (site.name !== SITE_WITH_PANEL) return [];
  const { tenant_id, created_at } = site;
  const seenAt = new Date(now.getTime() - MINUTE_MS);
  const stamps = { created_at, updated_at: created_at };
  const device: Device = {
    ...newDevice(
      deviceInputSchema.parse({
        name: 'Alarm panel',
        type: 'alarm-panel',
        heartbeat_seconds: DAY_SECONDS,
      }),
      { id: makeId(new Date(created_at)), site, at: created_at },
    ),
    status: 'online',
    last_seen_at: formatTimestamp(seenAt),
  };
  const panel: Panel = {
    id: device.id,
    tenant_id,
    account: ACCOUNT,
    line_prefix: null,
    encryption: 'none',
    allowed_addresses: [LOOPBACK],
    trusts_udp: false,
    time_check: 'lenient',
    maker: 'other',
    zones: ZONES.map(({ zone, ...numbered }) => {
      const place = zones.find(({ name }) => name === zone);
      return { ...numbered, ...(place ? { zone_id: place.id } : {}) };
    }),
    users: [{ number: 1, name: 'Site manager' }],
    ...stamps,
  };
  const account = normalAccount(ACCOUNT, null);
  return [
    { ...DEVICES.item(device), [PANEL_ACCOUNT]: account },
    {
      ...watchItem(device, watchAfterHeartbeat(device, seenAt)),
      [pathAttribute({ transport: 'tcp', line: LINE })]: formatTimestamp(seenAt),
    },
    panelItem(panel, undefined),
    claimedAccount({ tenant_id, device_id: device.id }, account, stamps.created_at),
  ];
}

interface DemoPanelOptions {
  readonly port: number;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly random: () => number;
  readonly randomBytes: RandomBytes;
  readonly log: (line: string) => void;
}

const BETWEEN_FRAMES_MS = 30_000;
const PATIENCE_MS = 5_000;

/** Lets the demo's panel dial the receiver now and then. Returns a function that stops this. */
export function playDemoPanel(options: DemoPanelOptions): () => Promise<void> {
  const ending = new AbortController();
  const playing = play(options, ending.signal);
  return async () => {
    ending.abort();
    await playing;
  };
}

async function play(options: DemoPanelOptions, signal: AbortSignal): Promise<void> {
  const { port, clock, pause, random, randomBytes, log } = options;
  const nextFrame = createPanelFrames(random);
  while (!signal.aborted) {
    await pause(BETWEEN_FRAMES_MS, signal);
    if (signal.aborted) return;
    const { sequence, signals } = nextFrame();
    const dialler = { host: LOOPBACK, port, transport: 'tcp', account: ACCOUNT, line: LINE } as const;
    try {
      const given = { ...dialler, key: undefined, randomBytes, now: clock(), patience: PATIENCE_MS };
      if ((await dial(given, sequence, signals)) === undefined && !signal.aborted) {
        return log('The demo panel gets no answer, and dials no more.');
      }
    } catch (error) {
      if (!signal.aborted) log(`The demo panel does not reach the receiver: ${reasonOf(error)}`);
    }
  }
}

/** What happens at the site: an event, and what ends it. */
interface Happening {
  readonly begins: Signal;
  readonly ends: Signal;
  readonly weight: number;
}

const happening = (weight: number, [begins, ends]: readonly [string, string], number?: string): Happening => {
  const signal = (code: string): Signal => ({
    format: 'sia',
    code,
    partition: '1',
    ...(number === undefined ? {} : { number }),
  });
  return { begins: signal(begins), ends: signal(ends), weight };
};

const HAPPENINGS: readonly Happening[] = [
  happening(3, ['OP', 'CL'], '1'),
  happening(2, ['BA', 'BR'], '5'),
  happening(1, ['BA', 'BR'], '1'),
  happening(1, ['FA', 'FR'], '8'),
  happening(2, ['AT', 'AR']),
  happening(1, ['YT', 'YR']),
];

/** How often a frame is only a sign of life, as it is most of the time at a real panel. */
const SUPERVISION_SHARE = 0.6;
const LAST_SEQUENCE = 9_999;

interface DemoFrame {
  readonly sequence: string;
  /** None in a frame of supervision. */
  readonly signals: readonly Signal[];
}

/** Makes a function that returns the next frame of the demo's panel. `random` returns a number from 0 to 1. */
export function createPanelFrames(random: () => number): () => DemoFrame {
  const byWeight = HAPPENINGS.flatMap((it) => Array<Happening>(it.weight).fill(it));
  let open: Happening | undefined;
  let number = Math.floor(random() * LAST_SEQUENCE);

  function nextSignal(): Signal | undefined {
    if (random() < SUPERVISION_SHARE) return undefined;
    const ended = open;
    open = ended ? undefined : byWeight[Math.floor(random() * byWeight.length)];
    return ended ? ended.ends : open?.begins;
  }

  return () => {
    number = (number % LAST_SEQUENCE) + 1;
    const signal = nextSignal();
    return { sequence: String(number).padStart(4, '0'), signals: signal ? [signal] : [] };
  };
}
