import type { AuditAction } from '../../../../shared/table/audit.ts';
import { texts } from './audit-texts.ts';

type Words = Readonly<Record<string, string>>;

const VERBS: Readonly<Record<AuditAction, string>> = { ...texts.verbs, ...texts.userVerbs };

/** `Site: changed`; words that this console does not know stay as they are. */
export function actionText(action: string): string {
  const [kind = '', verb = ''] = action.split('.');
  const words = (texts.actions as Words)[action] ?? (VERBS as Words)[verb] ?? verb;
  return `${({ ...texts.kinds, ...texts.otherKinds } as Words)[kind] ?? kind}: ${words}`;
}

/** The actions that the filter offers. */
export const ACTIONS: readonly string[] = [
  ...Object.keys(texts.kinds).flatMap((kind) =>
    ['created', 'updated', 'deleted'].map((it) => `${kind}.${it}`),
  ),
  ...Object.keys(texts.userVerbs).map((it) => `user.${it}`),
  'webhook.secret_rotated',
  'identity_provider.verified',
  'channel.verified',
  'channel.tested',
  'alert.plan_overridden',
  'drill.started',
];
