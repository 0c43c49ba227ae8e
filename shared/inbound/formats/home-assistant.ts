import { fieldsOf, firstText, type InboundMessage, isFields, textIn } from '../message.ts';
import { type Format, LOST_END_SECONDS, type Reading, type Signal } from '../signal.ts';
import { readTime } from '../times.ts';
import { alarmTypeOf, kindOfType, namedType, severityOf, truthOf } from '../words.ts';

/**
 * Home Assistant: `rest_command` and `notify.rest` with fields that a template writes, an event `state_changed`, and the topics
 * of its MQTT statestream.
 *
 * Source: home-assistant/core components/rest_command, rest, binary_sensor (device classes), alarm_control_panel,
 * mqtt_statestream. A template may print a boolean of Python, so `True` and `None` are read.
 *
 * A binary sensor that is on, or an alarm panel that is triggered, raises; off and disarmed restore. `unavailable` is a trouble.
 * Its end is any other state of the entity. The same state once more says nothing new. A message without a state is an event, and
 * raises each time.
 */
export const homeAssistant: Format = {
  takesQuery: true,
  read: (message) =>
    // Any topic may carry the fields of a template, also one that looks like that of a statestream.
    (isFields(message.json) ? undefined : readStream(message)) ?? readReport(message) ?? readStream(message),
};

/** Reads what an automation sends: an event, or the fields of a template. */
export const readReport = (message: InboundMessage): Reading | undefined =>
  readEvent(message) ?? readWords(message);

/** The type of alarm of a device class of binary sensors; those that are missing are no alarm. */
const CLASSES: Readonly<Record<string, readonly [type: string, kind: 'alarm' | 'trouble', over?: 'on']>> = {
  smoke: ['fire', 'alarm'],
  heat: ['fire', 'alarm'],
  gas: ['gas', 'alarm'],
  carbon_monoxide: ['carbon-monoxide', 'alarm'],
  moisture: ['water-leak', 'alarm'],
  tamper: ['tamper', 'alarm'],
  door: ['intrusion', 'alarm'],
  window: ['intrusion', 'alarm'],
  opening: ['intrusion', 'alarm'],
  garage_door: ['intrusion', 'alarm'],
  lock: ['intrusion', 'alarm'],
  motion: ['motion', 'alarm'],
  occupancy: ['motion', 'alarm'],
  presence: ['motion', 'alarm'],
  vibration: ['intrusion', 'alarm'],
  sound: ['intrusion', 'alarm'],
  safety: ['general-alarm', 'alarm'],
  problem: ['system-trouble', 'trouble'],
  battery: ['low-battery', 'trouble'],
  connectivity: ['communication-trouble', 'trouble', 'on'],
  power: ['mains-failure', 'trouble', 'on'],
  plug: ['mains-failure', 'trouble', 'on'],
};

interface Facts {
  readonly thing: string;
  readonly name: string;
  readonly state: string;
  /** What distinguishes the state from another one, if nothing says which sensor it is. */
  readonly words?: string | undefined;
  readonly deviceClass?: string | undefined;
  readonly type?: string | undefined;
  readonly severity?: unknown;
  readonly message?: string | undefined;
  readonly at?: Signal['occurredAt'];
  readonly lapses?: Pick<Signal, 'lapsesAfterSeconds'>;
}

/** What a request carries is tried once, so that an end may be lost. A broker keeps what it carries. */
const lapsesOf = ({ topic }: InboundMessage): Pick<Signal, 'lapsesAfterSeconds'> =>
  topic === undefined ? { lapsesAfterSeconds: LOST_END_SECONDS } : {};

/**
 * The signals of an entity: what it says, and that it is there again, which resolves that it was lost. Nothing is said of that if
 * it was not lost.
 */
function signalsOf(facts: Facts): Signal[] {
  const signal = signalOf(facts);
  const { thing, name, at } = facts;
  if (signal.part === 'availability') return [signal];
  const back: Signal = {
    thing,
    part: 'availability',
    state: 'available',
    kind: 'trouble',
    isOver: true,
    isImplied: true,
    type: 'sensor-lost',
    message: `${name} is available`,
    occurredAt: at,
  };
  return [signal, back];
}

/** The domains of entities, which are the last but two parts of a topic of the statestream. */
const DOMAINS =
  'ai_task air_quality alarm_control_panel alert assist_satellite automation binary_sensor button calendar camera climate conversation counter cover date datetime device_tracker event fan geo_location group humidifier image image_processing input_boolean input_button input_datetime input_number input_select input_text lawn_mower light lock media_player notify number person plant proximity remote scene schedule script select sensor siren stt sun switch tag text time timer todo tts update vacuum valve wake_word water_heater weather zone'.split(
    ' ',
  );

function signalOf(facts: Facts): Signal {
  const { thing, name, state, words, deviceClass = '', type: named, severity, message, at } = facts;
  const [classType, classKind = 'alarm', over] = CLASSES[deviceClass] ?? [];
  const type =
    named === undefined
      ? (classType ?? alarmTypeOf(name) ?? 'general-alarm')
      : namedType(named) || 'general-alarm';
  const kind = (named === undefined ? undefined : kindOfType(type)) ?? classKind;
  const base = {
    thing,
    state: words === undefined ? state : `${state} ${words}`,
    severity: severityOf(severity),
    occurredAt: at,
    ...facts.lapses,
  };
  if (/^(?:unavailable|unknown)$/i.test(state)) {
    const isGone = state.toLowerCase() === 'unavailable';
    return {
      ...base,
      part: 'availability',
      kind: isGone ? 'trouble' : 'note',
      type: 'sensor-lost',
      message: `${name} is ${state}`,
    };
  }
  // A measurement needs a threshold, which is in Home Assistant.
  if (/^-?\d+(?:[.,]\d+)?$/.test(state) && !/^[01]$/.test(state)) {
    return { ...base, kind: 'note', type: 'status', message: message ?? `${name}: ${state}` };
  }
  const isPanel = /^(?:armed|arming|pending|disarmed|triggered)/i.test(state);
  const truth = isPanel ? state.toLowerCase() === 'triggered' : truthOf(state);
  const isOn = over === 'on' ? truth === false : truth !== false;
  return {
    ...base,
    kind,
    type: isPanel && named === undefined ? 'intrusion' : type,
    isOver: !isOn,
    message: message ?? `${name}: ${deviceClass || type} ${state}`,
  };
}

/** `<prefix>/<domain>/<object>/state` with the state as text. */
function readStream({ topic, text, json }: InboundMessage): Reading | undefined {
  const [, domain, object, property] = /([a-z_]+)\/([a-z0-9_]+)\/([a-z_]+)$/.exec(topic ?? '') ?? [];
  if (domain === undefined || object === undefined || property === undefined) return undefined;
  if (!DOMAINS.includes(domain)) return undefined;
  if (property !== 'state') return { signals: [], note: 'nothing_new' };
  if (isFields(json)) return undefined;
  const state = text.trim().replaceAll(/^"|"$/g, '');
  const thing = `${domain}.${object}`;
  if (domain !== 'binary_sensor' && domain !== 'alarm_control_panel')
    return { signals: [], note: 'nothing_new' };
  return { signals: signalsOf({ thing, name: object.replaceAll('_', ' '), state }) };
}

function readEvent(sent: InboundMessage): Reading | undefined {
  const event = fieldsOf(sent.json);
  const data = fieldsOf(event['data'] ?? event['event_data'] ?? event);
  const after = fieldsOf(data['new_state'] ?? data['to_state'] ?? (event['attributes'] ? event : undefined));
  const thing = firstText(data['entity_id'], after['entity_id']);
  const state = textIn(after['state']);
  if (thing === undefined || state === undefined) return undefined;
  const attributes = fieldsOf(after['attributes']);
  const name = textIn(attributes['friendly_name']) ?? thing;
  const deviceClass = textIn(attributes['device_class']);
  const isAlarm = /^(?:binary_sensor|alarm_control_panel)\./.test(thing);
  if (!isAlarm) return { signals: [], note: 'nothing_new' };
  return {
    signals: signalsOf({
      thing,
      name,
      state,
      deviceClass,
      at: readTime(after['last_changed']),
      lapses: lapsesOf(sent),
    }),
  };
}

/** Fields of a template: `type`, `state` (or `active`), `message`, `severity`, `entity_id`, `device_class`. */
function readWords(sent: InboundMessage): Reading | undefined {
  const { json, topic, isOnlyQuery } = sent;
  const fields = fieldsOf(json);
  const action = textIn(fields['action'])?.toLowerCase();
  if (action === 'heartbeat') return { signals: [], note: 'heartbeat' };
  const type = firstText(fields['type'], fields['alarm'], fields['device_class']);
  const entity = firstText(fields['entity_id'], fields['entity'], fields['sensor'], fields['device']);
  const message = firstText(fields['message'], fields['text'], fields['title']);
  const given = firstText(fields['state'], fields['active'], fields['value'], fields['status']);
  const state = given ?? (action === 'resolve' ? 'off' : 'on');
  if (
    type === undefined &&
    entity === undefined &&
    (message === undefined || given === undefined || isOnlyQuery)
  ) {
    return undefined;
  }
  // Several sensors may have one topic or type, so their texts distinguish them.
  const own = firstText(fields['dedup_key'], entity);
  const thing = own ?? (textIn([topic, type].filter((it) => it !== undefined).join(' ')) || 'home-assistant');
  const facts: Facts = {
    thing,
    name: firstText(fields['friendly_name'], fields['name'], entity, type, message) ?? thing,
    state,
    words: own === undefined ? message : undefined,
    deviceClass: textIn(fields['device_class']),
    type: textIn(fields['type']) ?? textIn(fields['alarm']),
    severity: fields['severity'],
    message,
    at: readTime(firstText(fields['occurred_at'], fields['time'], fields['timestamp'])),
    // Without a state it is an event that has no end, so that the next one is new.
    lapses:
      given === undefined && action !== 'resolve' ? { lapsesAfterSeconds: INSTANT_SECONDS } : lapsesOf(sent),
  };
  return { signals: entity === undefined ? [signalOf(facts)] : signalsOf(facts) };
}

const INSTANT_SECONDS = 60;
