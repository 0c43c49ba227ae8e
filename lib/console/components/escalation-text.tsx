import type { Escalation } from '../../client/index.ts';
import { escalationSentences } from './escalation.ts';

/** Says in words when alerts escalate. */
export function EscalationText({ escalation }: { readonly escalation: Escalation }) {
  return (
    <ul>
      {escalationSentences(escalation).map((it) => (
        <li key={it}>{it}</li>
      ))}
    </ul>
  );
}
