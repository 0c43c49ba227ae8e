import type { Format } from '../signal.ts';
import { readGroup } from './grouped-alerts.ts';

/**
 * Prometheus Alertmanager, its webhook receiver, version 4 of the message.
 *
 * Source: github.com/prometheus/alertmanager v0.35.0 (notify/webhook/webhook.go, template/template.go); 0.25 lacks
 * `notification_reason` and `routeLabels`. kube-prometheus names the alert that always fires `Watchdog`, formerly
 * `DeadMansSwitch`.
 *
 * An alert that fires raises. One that is resolved restores or resolves. A group comes again at each interval: an alert that was
 * firing since the same time says nothing new. `Watchdog` and an empty group are signs of life.
 */
export const alertmanager: Format = {
  read: ({ json }) =>
    readGroup(json, {
      isHeartbeat: (name) => /^(?:watchdog|dead-?man'?s-?switch)$/i.test(name),
      isTest: () => false,
      troubleOf: () => undefined,
    }),
};
