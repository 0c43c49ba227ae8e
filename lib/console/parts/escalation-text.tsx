import type { Escalation } from '../../client/index.ts';
import { escalationSentences } from './escalation.ts';

/** When alerts escalate, in words. */
export function EscalationText({ escalation }: { readonly escalation: Escalation }) {
  return (
    <ul>
      {escalationSentences(escalation).map((it) => (
        <li key={it}>{it}</li>
      ))}
    </ul>
  );
}
