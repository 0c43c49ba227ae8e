import { canonicalJson, sha256 } from '../../base/digest.ts';
import type { Warning } from '../../base/fields.ts';
import type { AlertSeverity } from '../../base/severities.ts';
import { fieldsOf, firstText, textIn } from '../message.ts';
import { HEARTBEAT, type Reading, type Signal, TEST_MESSAGE } from '../signal.ts';
import { readUtc } from '../times.ts';
import { alarmTypeOf, kindOfType, namedType, severityOf, slugOf } from '../words.ts';

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
  const unread = alerts.filter((_, place) => read[place] === undefined);
  if (unread.length > 0 && unread.length === alerts.length) return undefined;
  const kinds = read.filter((it) => it !== undefined);
  const signals = kinds.filter((it): it is Signal => typeof it === 'object');
  const cut = cutIn(fieldsOf(json)['truncatedAlerts']);
  const besides = {
    ...(unread.length === 0 ? {} : { unread }),
    ...(cut === undefined ? {} : { warnings: [cut] }),
  };
  if (signals.length > 0) return { signals, ...besides };
  return { ...(kinds.includes('test') ? TEST_MESSAGE : HEARTBEAT), ...besides };
}

/** The warning about alerts that the sender has left out. They may arrive when the group is sent again. */
function cutIn(truncated: unknown): Warning | undefined {
  const count = Number(textIn(truncated) ?? 0);
  return count > 0
    ? {
        field: 'truncatedAlerts',
        code: 'left_out',
        message: `The sender has left out ${count} alerts of the group. Set max_alerts to 0, so that none is lost.`,
      }
    : undefined;
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
  const type = named === undefined ? '' : namedType(named);
  // The type that its rule names decides; then, its name. What is an alarm never ends by itself.
  const kind = trouble === undefined ? kindOfType(type) : 'trouble';
  const alarm = kind === 'alarm' ? type : kind === 'trouble' ? undefined : alarmTypeOf(name);
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
    type: trouble ?? alarm ?? (type || slugOf(name) || 'technical'),
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
