import type { RecordedActor } from '../base/actor.ts';
import type { ItemKey } from './keys.ts';
import type { Entity } from './kind.ts';

/** The actions that happen to an entity. */
export const AUDIT_ACTIONS = [
  'created',
  'updated',
  'deleted',
  'signed_in',
  'sign_in_failed',
  'role_kept',
  'session_ended',
  'sessions_ended',
  'password_set_by_link',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_reset',
  'secret_rotated',
  'tested',
  'started',
  'verified',
  'plan_overridden',
  'account_refused',
  'pictures_held',
  'pictures_released',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A change of configuration, described by the code that writes it. */
export interface AuditedChange {
  /** The name of the changed entity's kind. */
  readonly kind: string;
  /** `undefined` for a new entity. */
  readonly before: Entity | undefined;
  /** `undefined` for a deleted entity. */
  readonly after: Entity | undefined;
  /** By default `created`, `updated` or `deleted`. */
  readonly action?: AuditAction | undefined;
  /** Names of changed fields that are not part of the entity and whose values nobody sees, such as a password. */
  readonly hidden?: readonly string[] | undefined;
  /** Facts about the action that are not fields of the entity, such as whether a sign-in used a recovery code. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  /** By default the caller of the request. */
  readonly actor?: RecordedActor | undefined;
}

/** Makes the audit log's item about a change; `undefined` if nothing changed. */
export type Audit = (change: AuditedChange) => (ItemKey & Readonly<Record<string, unknown>>) | undefined;
