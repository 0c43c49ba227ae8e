import { errorRate, slowRate } from './api-metrics.ts';
import type { Alarms } from './created-alarm.ts';
import { BURN_RATES, burnLimit, OBJECTIVE_DAYS, OBJECTIVES, type Objective } from './objectives.ts';
import { hasAlarm, type Section } from './section.ts';
import type { Watched } from './watched.ts';

export function objectiveSection(watched: Watched, alarms: Alarms): Section {
  const limits = (objective: Objective) =>
    BURN_RATES.map((rate) => ({
      value: burnLimit(objective, rate),
      label: hasAlarm(alarms, `${objective}-burn-${rate.name}`),
    }));
  const { availability, latency } = OBJECTIVES;
  return {
    title: 'Objectives',
    description: `Over ${OBJECTIVE_DAYS} days ${availability.percent} % of requests are not answered 5xx, and ${latency.percent} % within ${latency.milliseconds / 1_000} s. The lines are the shares above which the error budget burns too fast (docs/operate.md).`,
    graphs: [
      {
        title: 'Requests answered 5xx (%)',
        metrics: [errorRate(watched, '5xx', 1)],
        horizontalAnnotations: limits('availability'),
      },
      {
        title: 'Requests that took too long (%)',
        metrics: [slowRate(watched, latency.milliseconds, 1)],
        horizontalAnnotations: limits('latency'),
      },
    ],
  };
}
