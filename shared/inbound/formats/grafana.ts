import { fieldsOf, firstText, textIn } from '../message.ts';
import { type Format, LOST_STATE_SECONDS, type Reading, TEST_MESSAGE } from '../signal.ts';
import { alarmTypeOf, severityOf, slugOf } from '../words.ts';
import { readGroup } from './grouped-alerts.ts';

/**
 * Grafana: the webhook contact point of its alerting (8 and later, version 1 of the message), and the webhook channel of earlier
 * versions.
 *
 * Source: Grafana documentation, "Configure webhook notifications" and "No Data and Error states"; for earlier versions, "Alert
 * notifications" of Grafana 7.
 *
 * It is read as Alertmanager is. `DatasourceError` and `DatasourceNoData` say that a rule was not evaluated: a trouble with a
 * type of its own, not the alarm of the rule. `TestAlert` of the button for tests is a sign of life.
 */
export const grafana: Format = {
  read: ({ json }) =>
    readGroup(json, {
      isHeartbeat: (name) => /^watchdog$/i.test(name),
      isTest: (name, labels) => name === 'TestAlert' && labels['instance'] === 'Grafana',
      troubleOf: (name) =>
        name === 'DatasourceError' || name === 'DatasourceNoData' ? 'monitoring-trouble' : undefined,
    }) ?? readFormer(json),
};

const FORMER_STATES: Readonly<Record<string, 'firing' | 'over' | 'trouble' | 'note'>> = {
  alerting: 'firing',
  ok: 'over',
  no_data: 'trouble',
  pending: 'note',
  paused: 'note',
};

/** Reads the message of Grafana 7 and earlier: one rule with its state. It names no occurrence. */
function readFormer(json: unknown): Reading | undefined {
  const { ruleId, ruleName, ruleUrl, state, title, message, tags } = fieldsOf(json);
  const meaning = FORMER_STATES[String(state)];
  const rule = textIn(ruleId);
  const name = firstText(ruleName, title);
  if (!meaning || rule === undefined || name === undefined) return undefined;
  if (rule === '0') return TEST_MESSAGE;
  const alarm = alarmTypeOf(name);
  const url = textIn(ruleUrl);
  return {
    signals: [
      {
        thing: rule,
        state: String(state),
        kind: meaning === 'note' ? 'note' : meaning === 'trouble' || !alarm ? 'trouble' : 'alarm',
        isOver: meaning === 'over',
        type: meaning === 'trouble' ? 'monitoring-trouble' : (alarm ?? (slugOf(name) || 'technical')),
        severity: severityOf(fieldsOf(tags)['severity']),
        message: [name, textIn(message)].filter((it) => it !== undefined).join(': '),
        ...(url === undefined ? {} : { metadata: { url } }),
        lapsesAfterSeconds: LOST_STATE_SECONDS,
      },
    ],
  };
}
