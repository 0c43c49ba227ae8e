import { canonicalJson, sha256 } from '../../base/digest.ts';
import type { AlertSeverity } from '../../base/severities.ts';
import { fieldsOf, firstText, textIn } from '../message.ts';
import { type Reading, type Signal, TEST_MESSAGE } from '../signal.ts';
import { readUtc } from '../times.ts';
import { alarmTypeOf, severityOf, slugOf } from '../words.ts';

/** What the alerts of Alertmanager and of Grafana have in common, and in what they differ. */
interface GroupWords {
  /** Alerts that fire for ever, so that their absence is noticed. */
  readonly isHeartbeat: (name: string) => boolean;
  readonly isTest: (name: string, labels: Fields) => boolean;
  /** The type of an alert about the rule itself, which could not be evaluated. */
  readonly troubleOf: (name: string) => string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the alerts of a group. The status of each alert counts, because the group fires while one of them does. `startsAt`
 * distinguishes two occurrences of the same alert; the fingerprint alone does not.
 */
export function readGroup(json: unknown, words: GroupWords): Reading | undefined {
  const { alerts } = fieldsOf(json);
  if (!Array.isArray(alerts)) return undefined;
  const read = alerts.map((alert) => readAlert(fieldsOf(alert), fieldsOf(json), words));
  if (read.some((it) => it === undefined)) return undefined;
  const kinds = read.filter((it) => it !== undefined);
  const signals = kinds.filter((it): it is Signal => typeof it === 'object');
  if (signals.length === 0 && kinds.includes('test')) return TEST_MESSAGE;
  return signals.length === 0 ? { signals, note: 'heartbeat' } : { signals };
}

function readAlert(
  alert: Fields,
  group: Fields,
  { isHeartbeat, isTest, troubleOf }: GroupWords,
): Signal | 'heartbeat' | 'test' | undefined {
  const labels = { ...fieldsOf(group['commonLabels']), ...fieldsOf(alert['labels']) };
  const annotations = { ...fieldsOf(group['commonAnnotations']), ...fieldsOf(alert['annotations']) };
  const status = firstText(alert['status'])?.toLowerCase();
  if ((status !== 'firing' && status !== 'resolved') || Object.keys(labels).length === 0) return undefined;
  const name = firstText(labels['alertname']) ?? 'alert';
  if (isTest(name, labels)) return 'test';
  if (isHeartbeat(name)) return 'heartbeat';
  const fingerprint = textIn(alert['fingerprint']) ?? sha256(canonicalJson(labels)).slice(0, 16);
  const startsAt = textIn(alert['startsAt']);
  const named = firstText(labels['type'], labels['alert_type'], labels['category']);
  const trouble = troubleOf(name);
  const alarm = trouble === undefined ? (alarmTypeOf(named ?? '') ?? alarmTypeOf(name)) : undefined;
  const text = firstText(
    annotations['summary'],
    annotations['title'],
    annotations['message'],
    annotations['description'],
  );
  return {
    thing: fingerprint,
    state: `${status} ${startsAt ?? ''}`,
    kind: alarm === undefined ? 'trouble' : 'alarm',
    isOver: status === 'resolved',
    type: trouble ?? alarm ?? (slugOf(named ?? name) || 'technical'),
    severity: severityIn(labels),
    message: trouble === undefined ? (text ?? name) : `${name}: ${firstText(labels['rulename'], text) ?? ''}`,
    occurredAt: readUtc(status === 'resolved' ? (alert['endsAt'] ?? startsAt) : startsAt),
    metadata: metadataOf(labels, alert),
  };
}

function severityIn(labels: Fields): AlertSeverity | undefined {
  return severityOf(firstText(labels['severity'], labels['priority'], labels['level']));
}

/** The labels of an alert, and where its sender shows it. */
function metadataOf(labels: Fields, alert: Fields): Record<string, string> {
  const urls = { url: alert['generatorURL'], panel: alert['panelURL'] };
  const all = { ...labels, ...urls, ...valuesOf(alert['values']) };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => {
      const text = textIn(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

const valuesOf = (values: unknown): Fields =>
  Object.fromEntries(Object.entries(fieldsOf(values)).map(([name, value]) => [`value-${name}`, value]));
