import type { NotificationRule, Warning } from '../../client/index.ts';
import { typeLabel } from '../state/words.ts';
import { eventNames } from '../texts/event-names.ts';
import { warningTexts as texts } from '../texts/warning-texts.ts';

interface WarningsProps {
  readonly warnings: readonly Warning[] | undefined;
  /** The object that the warnings are about. */
  readonly of: Partial<Pick<NotificationRule, 'events' | 'types'>>;
}

/** What of a rule, webhook or action plan stays silent. Whom a rule does not reach is shown with its people. */
export function Warnings({ warnings = [], of }: WarningsProps) {
  const known: Readonly<Record<string, string>> = texts.codes;
  const lines = warnings
    .filter(({ code }) => Object.hasOwn(known, code))
    .map(({ field, code }) => [aboutOf(field, of), known[code]].filter(Boolean).join(': '));
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{texts.silent}</h3>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** The part that a warning is about, in words; empty for a whole field. */
function aboutOf(field: string, { events = [], types }: WarningsProps['of']): string {
  const [name = '', place = ''] = field.split('.');
  if (name === 'min_escalation_level' || field === 'events') return texts.escalation;
  const event = events[Number(place)];
  if (name === 'events' && event) return eventNames[event] ?? event;
  const type = types?.[Number(place)];
  return name === 'types' && type ? typeLabel(type) : '';
}
