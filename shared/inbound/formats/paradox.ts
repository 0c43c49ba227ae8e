import { canonicalJson, sha256 } from '../../base/digest.ts';
import { fieldsOf, firstText, type InboundMessage, isFields, textIn } from '../message.ts';
import { type Format, HEARTBEAT, type Reading, type Signal } from '../signal.ts';
import { readEpoch } from '../times.ts';
import { truthOf } from '../words.ts';

/**
 * Paradox panels through PAI (Paradox Alarm Interface): `paradox/states/<kind>/<label>/<property>`, `paradox/events/raw` and
 * `paradox/interface`.
 *
 * Source: PyPI paradox-alarm-interface 3.8.1 (interfaces/mqtt/basic.py, config.py, event.py); ParadoxAlarmInterface/pai #344.
 *
 * An alarm or trouble that is true raises, false restores. PAI retains states and events, so each new subscriber gets the last
 * ones again: they say nothing new. PAI publishes a state only when it changes, so one that the sender says is not retained is
 * new, because two zones may have the same topic. Open zones, arming and alarms in memory raise nothing.
 */
export const paradox: Format = {
  read: (message) => readInterface(message) ?? readState(message) ?? readRaw(message) ?? readOther(message),
};

const PROPERTIES: readonly (readonly [pattern: RegExp, kind: Signal['kind'], type: string, text: string])[] =
  [
    [
      /in_memory|memory|recent_closing|_delay|ready|bypass|(?:^|_)arm(?:ed)?(?:_|$)|current_state|target_state|^open$|signal_strength|shutdown|stay|exit|chime|strobe|squawk|was_|generates_/,
      'note',
      'status',
      'status',
    ],
    [
      /fire.*(?:trouble|fail|fault|supervis)|(?:trouble|fail|fault)_in_fire/,
      'trouble',
      'fire-trouble',
      'fire trouble',
    ],
    [/panic.*(?:trouble|fail|fault|supervis)/, 'trouble', 'panic-trouble', 'panic trouble'],
    [
      /(?:paramedic|medical).*(?:trouble|fail|fault|supervis)/,
      'trouble',
      'medical-trouble',
      'medical trouble',
    ],
    [/fire/, 'alarm', 'fire', 'fire'],
    [/panic|police|holdup|duress/, 'alarm', 'panic', 'panic'],
    [/paramedic|medical/, 'alarm', 'medical', 'medical emergency'],
    [/tamper/, 'alarm', 'tamper', 'tampering'],
    [/ac_(?:failure|loss)|ac_trouble/, 'trouble', 'mains-failure', 'mains failure'],
    [/battery/, 'trouble', 'low-battery', 'battery'],
    [
      /supervision|com(?:munication)?_|line_|no_data|connection|rf_/,
      'trouble',
      'communication-trouble',
      'supervision',
    ],
    [/bell|siren/, 'trouble', 'siren-trouble', 'siren'],
    [/trouble|failure|fail|lost|overload|clock/, 'trouble', 'system-trouble', 'trouble'],
    [/alarm/, 'alarm', 'intrusion', 'alarm'],
  ];

const meaningOf = (property: string) => PROPERTIES.find(([pattern]) => pattern.test(property));

function readInterface({ topic, text }: InboundMessage): Reading | undefined {
  if (!/(?:^|\/)interface(?:\/\w+)?$/.test(topic ?? '')) return undefined;
  const isOver = text.trim().toLowerCase() === 'online';
  return {
    signals: [
      {
        thing: topic ?? '',
        state: text.trim(),
        kind: 'trouble',
        isOver,
        type: 'communication-trouble',
        message: `The interface of the panel is ${text.trim()}`,
      },
    ],
    isSignOfLife: isOver,
  };
}

function readState({ topic, text, json, isRetained }: InboundMessage): Reading | undefined {
  const [, kind, label, property] = /\/states\/([^/]+)\/(?:(.+)\/)?([^/]+)$/.exec(topic ?? '') ?? [];
  if (kind === undefined || property === undefined) return undefined;
  const word = textIn(json) ?? text.trim();
  const [, meaning, type, says] = meaningOf(property.toLowerCase()) ?? [];
  const truth = truthOf(word);
  if (meaning === undefined || meaning === 'note' || typeof truth !== 'boolean') return HEARTBEAT;
  const name = (label ?? kind).replaceAll('_', ' ');
  return {
    signals: [
      {
        thing: topic ?? '',
        state: String(truth),
        kind: meaning,
        isOver: !truth,
        type: type ?? 'intrusion',
        message: `${name}: ${says} (${property.replaceAll('_', ' ')})`,
        metadata: { [kind.replace(/s$/, '')]: name },
        ...(isRetained === false ? { lapsesAfterSeconds: 0 } : {}),
      },
    ],
  };
}

/** Definitions and notifications, and commands to the panel. */
const readOther = ({ topic = '' }: InboundMessage): Reading | undefined =>
  /\/(?:definitions|notifications|control|detect|ha_notify)(?:\/|$)/.test(topic)
    ? { signals: [], note: 'nothing_new', isSignOfLife: false }
    : undefined;

/** Words about alarms that are none. */
const NO_ALARM = /\balarm in memory\b|\bdisarm(?:ed|ing)?\b|\bcancel(?:led|ed|lation)?\b/;

/** Reads an event as PAI logs it: `{"type": "Zone", "level": "CRITICAL", "message": …, "tags": ["alarm", …]}`. */
function readRaw({ topic, json }: InboundMessage): Reading | undefined {
  const event = fieldsOf(json);
  const message = textIn(event['message']);
  if (
    !isFields(json) ||
    message === undefined ||
    (event['type'] === undefined && event['level'] === undefined)
  ) {
    return undefined;
  }
  const tags = Array.isArray(event['tags']) ? event['tags'].map(String) : [];
  const label = textIn(event['label']) ?? '';
  // The label of a zone is a name, and may have any word in it.
  const said = (label === '' ? message : message.replaceAll(label, ' ')).toLowerCase();
  const words = [...tags, ...Object.keys(fieldsOf(event['change'])), said].join(' ').toLowerCase();
  const isInAlarm = /\bin (?:\w+ )?alarm\W*$/.test(said);
  const isRestore = !isInAlarm && /\brestored?\b|\b(?:ok|clear|cleared)\b\W*$/.test(words);
  const isHelp = /panic|duress|hold-?up|police|paramedic|medical/.test(words);
  const isTrouble = /trouble|failure|\blost\b|tamper|battery|supervision/.test(words);
  const [, meaning, type = 'intrusion'] =
    PROPERTIES.find(([pattern, kind]) => kind !== 'note' && pattern.test(words)) ?? [];
  const isAlarm =
    isInAlarm ||
    (meaning !== 'trouble' && (isHelp || (/\balarm\b|fire/.test(words) && !NO_ALARM.test(words))));
  if (isRestore || (!isAlarm && !isTrouble)) return { signals: [], note: 'nothing_new' };
  return {
    signals: [
      {
        // The last event is kept and sent again, so each is known by all that it says.
        thing:
          `${topic ?? 'paradox/events/raw'} ${firstText(event['label'], event['type']) ?? ''} ${message}`.slice(
            0,
            200,
          ),
        state: sha256(canonicalJson(event)),
        kind: isAlarm ? 'alarm' : 'trouble',
        type,
        message,
        occurredAt: readEpoch(event['timestamp']),
      },
    ],
  };
}
