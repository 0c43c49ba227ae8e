import type { Escalation, Site, Versioned } from '../../../client/index.ts';
import { escalationIn } from '../../state/escalation.ts';
import { SEVERITIES } from '../../state/severities.ts';

type Mode = 'inherit' | 'never' | 'own';

function modeOf(escalation: Escalation | null): Mode {
  if (escalation === null) return 'inherit';
  return Object.keys(escalation).length === 0 ? 'never' : 'own';
}

/** The values of a site's form: the steps of each severity, and the other fields. */
export function formOf(site: Versioned<Site>) {
  return { ...site, ...site.escalation, escalation: modeOf(site.escalation), site };
}

/** Converts the changes of the form for the API. The escalation is sent as a whole. */
export function changesOf(
  changes: Readonly<Record<string, unknown>>,
  before: object,
): Record<string, unknown> {
  const names = new Set<string>([...SEVERITIES, 'escalation']);
  const others = Object.entries(changes).filter(([name]) => !names.has(name));
  if (others.length === Object.keys(changes).length) return changes;
  const after: Readonly<Record<string, unknown>> = { ...before, ...changes };
  const ofMode = { inherit: null, never: {}, own: escalationIn(after) };
  return { ...Object.fromEntries(others), escalation: ofMode[after['escalation'] as Mode] };
}
