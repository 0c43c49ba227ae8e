import { TARGET_KINDS, type TargetKind } from '../../lib/admin/entity-kinds.ts';
import type { Route } from '../../shared/http/route.ts';

/** No server listens there. */
const UNREACHABLE_URL = 'http://localhost:9/';

export const PASSWORD = 'a long enough password';

/** A while after the usual start of a test's clock. */
const TEST_ENDS_AT = '2026-11-20T20:00:00.000+00:00';

interface Place {
  /** The site of the entity; not needed for kinds that do not belong to a site. */
  readonly siteId?: string;
  /** A user of the tenant; needed for schedules and notification rules only. */
  readonly userId?: string;
  /** A text that no other entity has. */
  readonly unique: string;
}

/** A request that creates an entity, by its path and body. */
export interface Creation {
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Every kind that a path can name. */
export const KINDS = Object.keys(TARGET_KINDS) as TargetKind[];

/** The kind that the path of a route names. */
export const kindNamedBy = ({ target }: Pick<Route, 'target'>): TargetKind | undefined =>
  KINDS.find((kind) => target?.kind === TARGET_KINDS[kind]);

/** The kinds of which a tenant may have a limited number. They belong to the whole tenant. */
export const LIMITED_KINDS = KINDS.filter((kind) => TARGET_KINDS[kind].limit);

/** The request that creates an entity of a kind. */
export function creationOf(kind: TargetKind, { siteId, userId, unique }: Place): Creation {
  const named = { name: unique };
  switch (kind) {
    case 'zone':
      return { path: `/api/v1/sites/${siteId}/zones`, json: named };
    case 'contact':
      return {
        path: `/api/v1/sites/${siteId}/contacts`,
        json: { ...named, role: 'keyholder', phone: '+4940123456' },
      };
    case 'test':
      return {
        path: `/api/v1/sites/${siteId}/tests`,
        json: { ends_at: TEST_ENDS_AT, reason: unique },
      };
    case 'device':
      return { path: `/api/v1/sites/${siteId}/devices`, json: { ...named, type: 'camera', serial: unique } };
    case 'user': {
      const user = { ...named, email: `${unique}@acme.test`, role: 'operator', password: PASSWORD };
      return { path: '/api/v1/users', json: user };
    }
    case 'webhook':
      return { path: '/api/v1/webhooks', json: { url: UNREACHABLE_URL, events: ['alert.raised'] } };
    case 'identity_provider': {
      const client = { issuer: 'https://login.acme.example', client_id: 'guard' };
      return {
        path: '/api/v1/identity-providers',
        json: { ...named, ...client, email_domains: [`${unique}.example`] },
      };
    }
    case 'action_plan': {
      const step = { key: 'call', text: 'Call the keyholder', kind: 'call', required: false };
      // The newest of this type, so that the alerts below get it.
      return { path: '/api/v1/action-plans', json: { ...named, types: ['panic'], steps: [step] } };
    }
    case 'schedule': {
      const turns = { user_ids: [userId], starts_on: '2026-11-02', handoff_time: '08:00' };
      const rotations = [{ ...turns, every: 'week', length: 1 }];
      return { path: '/api/v1/schedules', json: { ...named, time_zone: 'Europe/Berlin', rotations } };
    }
    case 'notification_rule': {
      const rule = { events: ['alert.raised'], recipients: [{ user_id: userId }], channels: ['push'] };
      return { path: '/api/v1/notification-rules', json: { ...named, ...rule } };
    }
    case 'calendar':
      return { path: '/api/v1/calendars', json: { ...named, dates: ['2026-12-25'] } };
    case 'supervision': {
      const windows = [{ weekdays: ['monday'], from: '09:00', to: '18:00' }];
      return { path: '/api/v1/supervisions', json: { ...named, site_id: siteId, kind: 'closing', windows } };
    }
    case 'alert': {
      const alert = { site_id: siteId, type: 'panic', severity: 'critical', message: unique };
      return { path: '/api/v1/alerts', json: alert };
    }
    default:
      return { path: `/api/v1/${kind.replaceAll('_', '-')}s`, json: named };
  }
}
