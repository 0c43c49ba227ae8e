import { oldestUnsealed, tampering } from './audit-alarms.ts';
import type { Alarms } from './created-alarm.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

export function auditSection(watched: Watched, alarms: Alarms): Section {
  return {
    title: 'Audit',
    graphs: [
      {
        title: 'Longest wait for a seal (s)',
        metrics: [oldestUnsealed(watched)],
        horizontalAnnotations: limitsOf(alarms, 'audit-seal-late'),
      },
      { title: 'Changed or deleted events and seals', metrics: [tampering(watched)] },
    ],
  };
}
