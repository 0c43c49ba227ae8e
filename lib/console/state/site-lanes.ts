import type { Alert, SiteTest } from '../../client/types.ts';
import { newer } from './alerts.ts';
import { isSilence } from './place-state.ts';
import { SEVERITIES } from './severities.ts';
import type { Lane } from './timeline.ts';
import { severityLabel } from './words.ts';

interface Happened {
  /** Some alerts may be given twice, in different versions. */
  readonly alerts: readonly Alert[];
  readonly tests: readonly SiteTest[];
}

/** Whether a person has not been alarmed by it, because it was on test or a drill. */
const isRecorded = ({ test_id, drill }: Alert) => test_id !== undefined || drill === true;

const spanOf = ({ id, message, device_name, created_at, resolved_at }: Alert, isNamedByDevice: boolean) => ({
  id,
  text: (isNamedByDevice && device_name) || message,
  from: Date.parse(created_at),
  until: resolved_at === null ? undefined : Date.parse(resolved_at),
});

/**
 * The lanes of a site or device: its alerts by severity, the worst first, the silence of its devices, and its tests.
 */
export function siteLanes(
  { alerts, tests }: Happened,
  names: { readonly silence: string; readonly test: string },
): readonly Lane[] {
  const newest = new Map<string, Alert>();
  for (const alert of alerts) newest.set(alert.id, newer(newest.get(alert.id), alert));
  const all = [...newest.values()];
  const ringing = all.filter((alert) => !isSilence(alert) && !isRecorded(alert));
  const newestTests = new Map<string, SiteTest>();
  for (const test of tests) newestTests.set(test.id, newer(newestTests.get(test.id), test));
  const testSpans = [...newestTests.values()].map(({ id, reason, created_at, ended_at }) => ({
    id,
    text: reason,
    from: Date.parse(created_at),
    // One that runs lasts until now: what comes is not on a line of the past.
    until: ended_at === null ? undefined : Date.parse(ended_at),
  }));
  return [
    ...SEVERITIES.map((severity) => ({
      name: severityLabel(severity),
      colour: `severity-${severity}`,
      spans: ringing.filter((alert) => alert.severity === severity).map((alert) => spanOf(alert, false)),
    })),
    {
      name: names.silence,
      isKept: true,
      colour: 'lane-silence',
      spans: all
        .filter((alert) => isSilence(alert) && !isRecorded(alert))
        .map((alert) => spanOf(alert, true)),
    },
    { name: names.test, colour: 'lane-test', spans: testSpans },
  ];
}
