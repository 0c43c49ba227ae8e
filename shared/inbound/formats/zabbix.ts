import { fieldsOf, firstText, type InboundMessage, textIn } from '../message.ts';
import { type Format, type Reading, type Signal, TEST_MESSAGE } from '../signal.ts';
import { readEpoch } from '../times.ts';
import { alarmTypeOf, severityOf } from '../words.ts';

/**
 * Zabbix: a webhook media type that sends macros as JSON or as a form, the default texts of its messages, and its connectors,
 * which stream events as lines of JSON.
 *
 * Source: Zabbix documentation 5.0 to 7.4, "Webhook", "Event object", "Streaming to external systems"; default messages of
 * "Media types". Names of parameters are free, so those of the media types that Zabbix ships are known.
 *
 * A problem raises, its recovery restores or resolves, and an update says nothing new. The id of the problem is the identity.
 * Without an id and a value, and with macros in their place, a message comes from the button for tests. Other macros may stay
 * as they are: those of a recovery do so in each problem.
 */
export const zabbix: Format = {
  read: (message) => {
    return readFields(message) ?? readText(message);
  },
};

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a message by their names without case and separators: `EVENT.ID` and `event_id` are `eventid`. */
function foldNames(json: unknown): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(json)).map(([name, value]) => [
      name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
      value,
    ]),
  );
}

const isMacro = (text: string): boolean => /^\{[A-Z][A-Z.0-9]*\}$/.test(text.trim());

const NUMBERED_SEVERITIES = ['info', 'info', 'medium', 'medium', 'high', 'critical'] as const;

function readFields({ json }: InboundMessage): Reading | undefined {
  const fields = foldNames(json);
  // A recovery of a connector has an id of its own, and names that of its problem.
  const id = firstText(fields['peventid'], fields['eventid'], fields['problemid'], fields['alertid']);
  const value = firstText(
    fields['eventvalue'],
    fields['value'],
    fields['triggervalue'],
    fields['status'],
    fields['eventstatus'],
    fields['triggerstatus'],
  );
  const given = [id, value].filter((it) => it !== undefined);
  if (given.length > 0 && given.every(isMacro)) return TEST_MESSAGE;
  if (id === undefined || value === undefined) {
    const text = firstText(fields['alertmessage'], fields['message'], fields['text']) ?? '';
    return isMacro(text) ? TEST_MESSAGE : readText({ text });
  }
  // The value is real and the id is none: somebody has misspelled it, and should hear so.
  if (isMacro(id)) return undefined;
  const isOver = /^(?:0|ok|resolved|recovery|recovered)$/i.test(value);
  if (!isOver && !/^(?:1|problem|firing)$/i.test(value)) return undefined;
  const host = firstText(fields['hostname'], fields['host'], fields['hosthost'], hostIn(fields['hosts']));
  const name =
    firstText(
      fields['eventname'],
      fields['triggername'],
      fields['name'],
      fields['alertsubject'],
      fields['subject'],
    ) ?? 'Problem';
  const isUpdate = firstText(fields['eventupdatestatus']) === '1' && !isOver;
  const severity = firstText(
    fields['eventnseverity'],
    fields['nseverity'],
    fields['triggernseverity'],
    fields['severity'],
    fields['eventseverity'],
    fields['triggerseverity'],
  );
  return isUpdate
    ? { signals: [], note: 'nothing_new' }
    : {
        signals: [
          problem({
            id,
            host,
            name,
            isOver,
            severity,
            at: readEpoch(fields['clock'] ?? fields['eventtimestamp']),
          }),
        ],
      };
}

const hostIn = (hosts: unknown): unknown => {
  const first = Array.isArray(hosts) ? fieldsOf(hosts[0]) : {};
  return firstText(first['name'], first['host']);
};

interface Problem {
  readonly id: string;
  readonly host: string | undefined;
  readonly name: string;
  readonly isOver: boolean;
  readonly severity: string | undefined;
  readonly at: Date | undefined;
}

function problem({ id, host, name, isOver, severity, at }: Problem): Signal {
  const alarm = alarmTypeOf(name);
  const number = severity !== undefined && /^[0-5]$/.test(severity) ? Number(severity) : undefined;
  return {
    thing: id,
    state: isOver ? 'ok' : 'problem',
    kind: alarm === undefined ? 'trouble' : 'alarm',
    isOver,
    type: alarm ?? 'monitoring-problem',
    severity: number === undefined ? severityOf(severity) : NUMBERED_SEVERITIES[number],
    message: host === undefined || name.includes(host) ? name : `${host}: ${name}`,
    occurredAt: at,
    metadata: { 'problem-id': id, ...(host === undefined ? {} : { host }) },
  };
}

const LONGEST_TEXT = 10_000;

/** Reads the text of the default messages: `Problem name: …`, `Host: …`, `Severity: …`, `Original problem ID: …`. */
function readText({ text: whole }: Pick<InboundMessage, 'text'>): Reading | undefined {
  const text = whole.slice(0, LONGEST_TEXT).trim();
  if (text === '') return undefined;
  const line = (name: string) => textIn(new RegExp(`^[ \\t]*${name}:[ \\t]*(.+)$`, 'im').exec(text)?.[1]);
  const id = line('Original problem ID') ?? line('Event ID');
  const name = line('Problem name') ?? line('Problem');
  // An update names no problem: `Admin acknowledged problem at …`, and its state.
  if (name === undefined && /^[ \t]*current problem status is /im.test(text)) {
    return { signals: [], note: 'nothing_new' };
  }
  if (id === undefined || name === undefined) return undefined;
  if (isMacro(id)) return TEST_MESSAGE;
  const isOver = /problem has been resolved|^[ \t]*resolved(?: in|:)/im.test(text);
  return {
    signals: [problem({ id, host: line('Host'), name, isOver, severity: line('Severity'), at: undefined })],
  };
}
