import { texts } from './audit-texts.ts';

type Words = Readonly<Record<string, string>>;

/** `Site: changed`; words that this console does not know stay as they are. */
export function actionText(action: string): string {
  const [kind = '', verb = ''] = action.split('.');
  return `${(texts.kinds as Words)[kind] ?? kind}: ${(texts.verbs as Words)[verb] ?? verb}`;
}

/** The actions that the filter offers. */
export const ACTIONS: readonly string[] = [
  ...Object.keys(texts.kinds).flatMap((kind) =>
    ['created', 'updated', 'deleted'].map((it) => `${kind}.${it}`),
  ),
  'user.session_ended',
  'user.sessions_ended',
  'user.second_factor_enabled',
  'user.second_factor_disabled',
  'user.second_factor_reset',
  'webhook.secret_rotated',
];
