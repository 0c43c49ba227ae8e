import { desk } from '../texts/desk.ts';

/** A wait of the client, because the service asked for it or did not answer. */
export interface Waiting {
  /** The waiting operation: its method and its path in the OpenAPI document. */
  readonly operation: string;
  readonly code: string;
  /** The limit that was reached, if the service says so. */
  readonly limitPerMinute: number | undefined;
  /** When the client continues, by the clock of `now`. */
  readonly endsAt: number;
}

const ALERT = '/api/v1/alerts/{alert_id}';

type InSeconds = (seconds: number) => string;

const ACTIONS: Readonly<Record<string, InSeconds>> = {
  [`POST ${ALERT}/acknowledge`]: desk.waits.acknowledgement,
  [`POST ${ALERT}/resolve`]: desk.waits.resolution,
  [`POST ${ALERT}/reopen`]: desk.waits.reopening,
  [`POST ${ALERT}/take-over`]: desk.waits.takeOver,
  [`POST ${ALERT}/park`]: desk.waits.park,
  [`POST ${ALERT}/unpark`]: desk.waits.unpark,
  [`POST ${ALERT}/notes`]: desk.waits.note,
  'POST /api/v1/alerts/acknowledge': desk.waits.acknowledgements,
  'POST /api/v1/alerts/resolve': desk.waits.resolutions,
};

/** The names of what is read, by the last part of a path: the desk's own lists. */
const READINGS: Readonly<Record<string, InSeconds>> = {
  [ALERT]: desk.waits.alert,
  '/events': desk.waits.history,
  '/alerts': desk.waits.alerts,
  '/devices': desk.waits.devices,
  '/sites': desk.waits.sites,
};

/** `GET /api/v1/sites/{site_id}/devices` → the devices. */
function reading(operation: string): InSeconds | undefined {
  const path = /^GET (.*)/.exec(operation)?.[1] ?? '';
  return READINGS[path] ?? READINGS[path.slice(path.lastIndexOf('/'))];
}

/** Says why nothing happens, what waits, and how long. */
export function waitText({ operation, code, limitPerMinute, endsAt }: Waiting, now: number): string {
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1_000));
  const { actionLimit, requestLimit, page } = desk.waits;
  const limit = operation in ACTIONS ? actionLimit : requestLimit;
  const what = ACTIONS[operation] ?? reading(operation) ?? page;
  return `${reasonOf(code, limitPerMinute, limit)} ${what(seconds)}`;
}

function reasonOf(
  code: string,
  limitPerMinute: number | undefined,
  limit: (number: number) => string,
): string {
  if (code === 'network_error') return desk.waits.noAnswer;
  if (code !== 'too_many_requests') return desk.waits.busy;
  return limitPerMinute === undefined ? desk.waits.noMore : limit(limitPerMinute);
}

/** The waits to show: the user's actions first, then by their ends; for each operation only the longest wait. */
export function listedWaits(waits: readonly Waiting[]): readonly Waiting[] {
  const last = new Map<string, Waiting>();
  for (const wait of waits) {
    const known = last.get(wait.operation);
    if (!known || known.endsAt < wait.endsAt) last.set(wait.operation, wait);
  }
  return [...last.values()].sort(
    (one, other) =>
      Number(other.operation in ACTIONS) - Number(one.operation in ACTIONS) || one.endsAt - other.endsAt,
  );
}
