/** What the client waits for, because the service asked it to or did not answer. */
export interface Waiting {
  /** What waits, as the OpenAPI document names it. */
  readonly operation: string;
  readonly code: string;
  /** The limit that was met, where the service says so. */
  readonly limitPerMinute: number | undefined;
  /** When it goes on, by the clock that `now` is of. */
  readonly endsAt: number;
}

const ALERT = '/api/v1/alerts/{alert_id}';

const ACTIONS: Readonly<Record<string, string>> = {
  [`POST ${ALERT}/acknowledge`]: 'Your acknowledgement is sent',
  [`POST ${ALERT}/resolve`]: 'Your resolution is sent',
  [`POST ${ALERT}/reopen`]: 'Your request to reopen the alert is sent',
  [`POST ${ALERT}/notes`]: 'Your note is sent',
  'POST /api/v1/alerts/acknowledge': 'Your acknowledgements are sent',
  'POST /api/v1/alerts/resolve': 'Your resolutions are sent',
};

const OTHERS: Readonly<Record<string, string>> = {
  [`GET ${ALERT}`]: 'The alert is read',
  [`GET ${ALERT}/events`]: 'The history is read',
  'GET /api/v1/alerts': 'The alerts are read',
  'GET /api/v1/sites/{site_id}/alerts': 'The alerts are read',
  'GET /api/v1/sites': 'The sites are read',
  'GET /api/v1/devices': 'The devices are read',
  'GET /api/v1/sites/{site_id}/devices': 'The devices are read',
  'GET /api/v1/devices/{device_id}': 'The device is read',
  'GET /api/v1/tenants': 'The tenants are read',
};

/** What a person reads of a wait: why nothing happens, what waits, and how long. */
export function waitText({ operation, code, limitPerMinute, endsAt }: Waiting, now: number): string {
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1_000));
  const isAction = operation in ACTIONS;
  const what = ACTIONS[operation] ?? OTHERS[operation] ?? 'This page goes on';
  return `${reasonOf(code, limitPerMinute, isAction ? 'actions' : 'requests')} ${what} in ${seconds} s.`;
}

function reasonOf(code: string, limitPerMinute: number | undefined, what: string): string {
  if (code === 'network_error') return 'The service did not answer.';
  if (code !== 'too_many_requests') return 'The service is busy.';
  return limitPerMinute === undefined
    ? 'The service takes no more requests at the moment.'
    : `The service lets ${limitPerMinute} ${what} a minute through.`;
}

/** The waits to show: actions of this person first, then those that end first; of one operation the last to end. */
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
