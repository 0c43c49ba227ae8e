import { type ApiAnswer, idOf, tokenOf } from './guard-api.ts';

/** What the calls before have found out, for the ones after. */
export type Known = Readonly<Record<string, string>>;

/** One call of a route that must succeed, by its name. They are made in this order. */
export interface RouteCall {
  readonly route: string;
  /** Whose token is sent; nobody's if it is not said. */
  readonly as?: 'platform' | 'master';
  /** Sent as JSON. */
  readonly json?: (known: Known) => unknown;
  /** What the answer adds to what is known: the values of path parameters, and tokens. */
  readonly learn?: (answer: ApiAnswer) => Known;
}

const PASSWORD = 'a long enough password';

/** E-mail addresses are one user's in the whole service, also in the next run. */
const newEmail = () => `readme-${Date.now()}@acme.test`;

const signIn = (email: string) => () => ({ email, password: 'guard-demo' });
const learnToken = (caller: 'platform' | 'master') => (answer: ApiAnswer) => ({ [caller]: tokenOf(answer) });
/** The session of the list that is not the one that asks. */
const learnOtherSession = ({ text }: ApiAnswer): Known => {
  const sessions: { id: number; current: boolean }[] = JSON.parse(text).data;
  return { token_id: String(sessions.find(({ current }) => !current)?.id) };
};
const learnId = (parameter: string) => (answer: ApiAnswer) => ({ [parameter]: idOf(answer) });
const json = (value: unknown) => () => value;

/** Each makes what the ones after it read, change and in the end delete. A route may be called more than once. */
export const ROUTE_CALLS: readonly RouteCall[] = [
  { route: 'get-health' },
  { route: 'get-openapi-document' },
  { route: 'get-console', learn: ({ text }) => ({ asset: /assets\/([^"]+)"/.exec(text)?.[1] ?? 'none' }) },
  { route: 'get-console-asset' },
  { route: 'get-reference', learn: ({ text }) => ({ asset: /assets\/([^"]+)"/.exec(text)?.[1] ?? 'none' }) },
  { route: 'get-reference-asset' },

  { route: 'login', json: signIn('platform@guard.test'), learn: learnToken('platform') },
  { route: 'login', json: signIn('master@acme.test'), learn: learnToken('master') },
  { route: 'get-current-user', as: 'master' },
  { route: 'update-current-user', as: 'master', json: json({ name: 'Acme Master' }) },
  { route: 'login', json: signIn('master@acme.test') },
  { route: 'list-own-sessions', as: 'master', learn: learnOtherSession },
  { route: 'end-session', as: 'master' },
  { route: 'end-other-sessions', as: 'master' },

  { route: 'create-tenant', as: 'platform', json: json({ name: 'Initech' }), learn: learnId('tenant_id') },
  { route: 'get-tenant', as: 'platform' },
  { route: 'list-tenants', as: 'platform' },
  { route: 'update-tenant', as: 'platform', json: json({ name: 'Initrode' }) },
  { route: 'delete-tenant', as: 'platform' },

  { route: 'create-site', as: 'master', json: json({ name: 'North Gate' }), learn: learnId('site_id') },
  { route: 'get-site', as: 'master' },
  { route: 'list-sites', as: 'master' },
  { route: 'update-site', as: 'master', json: json({ address: 'Gate 7' }) },

  { route: 'create-zone', as: 'master', json: json({ name: 'Entrance' }), learn: learnId('zone_id') },
  { route: 'get-zone', as: 'master' },
  { route: 'list-site-zones', as: 'master' },
  { route: 'update-zone', as: 'master', json: json({ name: 'Exit' }) },

  {
    route: 'create-device',
    as: 'master',
    json: ({ zone_id }) => ({ name: 'Camera', type: 'camera', zone_id }),
    learn: learnId('device_id'),
  },
  { route: 'get-device', as: 'master' },
  { route: 'list-site-devices', as: 'master' },
  { route: 'list-devices', as: 'master' },
  { route: 'update-device', as: 'master', json: json({ status: 'online' }) },

  {
    route: 'raise-alert',
    as: 'master',
    json: ({ site_id }) => ({ site_id, type: 'fire', severity: 'high', message: 'Smoke at the gate' }),
    learn: learnId('alert_id'),
  },
  {
    route: 'create-report',
    as: 'master',
    json: ({ device_id }) => ({ events: [{ action: 'heartbeat', device_id }] }),
  },
  { route: 'get-alert', as: 'master' },
  { route: 'list-site-alerts', as: 'master' },
  { route: 'list-alerts', as: 'master' },
  { route: 'summarize-alerts', as: 'master' },
  { route: 'acknowledge-alert', as: 'master' },
  { route: 'acknowledge-alerts', as: 'master', json: ({ alert_id }) => ({ alert_ids: [alert_id] }) },
  { route: 'note-alert', as: 'master', json: json({ text: 'The guard is at the gate' }) },
  { route: 'resolve-alert', as: 'master', json: json({ resolution: 'false_alarm' }) },
  { route: 'reopen-alert', as: 'master', json: json({ note: 'The door is open again' }) },
  { route: 'resolve-alerts', as: 'master', json: ({ alert_id }) => ({ alert_ids: [alert_id] }) },
  { route: 'list-alert-events', as: 'master' },
  { route: 'create-live-ticket', as: 'master' },

  {
    route: 'create-user',
    as: 'master',
    json: () => ({ name: 'Relief', email: newEmail(), role: 'operator', password: PASSWORD }),
    learn: learnId('user_id'),
  },
  { route: 'get-user', as: 'master' },
  { route: 'list-users', as: 'master' },
  { route: 'update-user', as: 'master', json: json({ name: 'Relief shift' }) },
  { route: 'assign-sites', as: 'master', json: ({ site_id }) => ({ site_ids: [site_id] }) },
  { route: 'get-assigned-sites', as: 'master' },
  { route: 'assign-sites', as: 'master', json: json({ site_ids: [] }) },

  { route: 'get-escalation', as: 'master' },
  { route: 'set-escalation', as: 'master', json: json({ critical: [2, 5, 15], high: [15] }) },

  {
    route: 'create-key',
    as: 'master',
    json: ({ device_id }) => ({ name: 'Camera', device_id }),
    learn: learnId('key_id'),
  },
  { route: 'get-key', as: 'master' },
  { route: 'list-keys', as: 'master' },
  { route: 'rename-key', as: 'master', json: json({ name: 'Camera at the gate' }) },
  { route: 'revoke-key', as: 'master' },

  {
    route: 'create-webhook',
    as: 'master',
    // Nobody listens there.
    json: json({ url: 'http://localhost:9/', events: ['alert.raised'] }),
    learn: learnId('webhook_id'),
  },
  { route: 'get-webhook', as: 'master' },
  { route: 'list-webhooks', as: 'master' },
  { route: 'update-webhook', as: 'master', json: json({ description: 'Opens tickets' }) },
  { route: 'rotate-webhook-secret', as: 'master' },
  { route: 'test-webhook', as: 'master' },
  { route: 'list-webhook-deliveries', as: 'master' },
  { route: 'delete-webhook', as: 'master' },

  { route: 'delete-user', as: 'master' },
  { route: 'delete-device', as: 'master' },
  { route: 'delete-zone', as: 'master' },
  { route: 'delete-site', as: 'master' },

  { route: 'refresh-token', as: 'master', learn: learnToken('master') },
  { route: 'logout', as: 'master' },
];
