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

const ACTIONS: Readonly<Record<string, string>> = {
  [`POST ${ALERT}/acknowledge`]: 'Your acknowledgement is sent',
  [`POST ${ALERT}/resolve`]: 'Your resolution is sent',
  [`POST ${ALERT}/reopen`]: 'Your request to reopen the alert is sent',
  [`POST ${ALERT}/notes`]: 'Your note is sent',
  'POST /api/v1/alerts/acknowledge': 'Your acknowledgements are sent',
  'POST /api/v1/alerts/resolve': 'Your resolutions are sent',
};

/** `GET /api/v1/sites/{site_id}/devices` → `The devices are read`. */
function reading(operation: string): string | undefined {
  const [, collection = '', id] = /^GET .*\/([a-z-]+)(\/\{\w+\})?$/.exec(operation) ?? [];
  if (collection === 'events') return 'The history is read';
  const words = collection.replaceAll('-', ' ');
  if (words === '') return undefined;
  return id ? `The ${words.replace(/ies$/, 'y').replace(/s$/, '')} is read` : `The ${words} are read`;
}

/** Says why nothing happens, what waits, and how long. */
export function waitText({ operation, code, limitPerMinute, endsAt }: Waiting, now: number): string {
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1_000));
  const isAction = operation in ACTIONS;
  const what = ACTIONS[operation] ?? reading(operation) ?? 'This page continues';
  return `${reasonOf(code, limitPerMinute, isAction ? 'actions' : 'requests')} ${what} in ${seconds} s.`;
}

function reasonOf(code: string, limitPerMinute: number | undefined, what: string): string {
  if (code === 'network_error') return 'The service did not answer.';
  if (code !== 'too_many_requests') return 'The service is busy.';
  return limitPerMinute === undefined
    ? 'The service accepts no more requests at the moment.'
    : `The service allows ${limitPerMinute} ${what} a minute.`;
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
