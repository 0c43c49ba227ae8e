import { findElements, type XmlElement, xmlChildren, xmlText } from '../message.ts';
import { type Format, HEARTBEAT, type Signal } from '../signal.ts';
import { readUtc } from '../times.ts';
import { truthOf } from '../words.ts';

/**
 * ONVIF cameras: the notification messages in an answer to PullMessages, or in a Notify that the camera pushes.
 *
 * Source: ONVIF Core Specification 24.12, "Event handling", and WS-BaseNotification; PyPI onvif-parsers 2.5.0 (topics of makers).
 *
 * A property that changed to true raises, to false restores; `1` and `true` are the same. `Initialized` is the state at the
 * subscription and says nothing new, nor does `Deleted`. Each notification has its own topic and time, which tell two
 * occurrences apart. A topic without a state, such as a line that was crossed, raises each time.
 */
export const onvif: Format = {
  read: ({ xml }) => {
    if (xml === undefined) return undefined;
    const isAnswer = ['PullMessagesResponse', 'Notify', 'NotificationMessage'].some(
      (name) => findElements(xml, name).length > 0,
    );
    if (!isAnswer) return undefined;
    const signals = findElements(xml, 'NotificationMessage').flatMap(readNotification);
    return signals.length === 0 ? HEARTBEAT : { signals };
  },
};

const TOPICS: readonly (readonly [pattern: RegExp, kind: Signal['kind'], type: string, text: string])[] = [
  [/Tamper|GlobalSceneChange/i, 'alarm', 'tamper', 'tampering'],
  [/Fire|Smoke/i, 'alarm', 'fire', 'smoke or fire'],
  [
    /ImageTooBlurry|ImageTooDark|ImageTooBright|SignalLoss|VideoLoss/i,
    'trouble',
    'camera-trouble',
    'bad picture',
  ],
  [/HardwareFailure|StorageFailure|Disk|Recording(?:Job)?\/.*Error/i, 'trouble', 'system-trouble', 'failure'],
  [
    /Count|ProcessorUsage|OperatingTime|LastReboot|LastReset|Monitoring|RecordingConfig|RecordingHistory|Media\/|Configuration|Relay|UserAlarm\/(?!GuardAlarm)/i,
    'note',
    'status',
    'status',
  ],
  [/LineDetector|Line(?:Cross|Detect)|Crossed/i, 'alarm', 'intrusion', 'line crossed'],
  [/FieldDetector|ObjectsInside|Intrusion|Perimeter|Loitering|RegionEnt/i, 'alarm', 'intrusion', 'intrusion'],
  [/DigitalInput|AlarmIn|Trigger\/Input/i, 'alarm', 'intrusion', 'input'],
  [/Audio|Sound/i, 'alarm', 'intrusion', 'sound'],
  [
    /Motion|Cell|PeopleDetect|VehicleDetect|DogCatDetect|FaceDetect|Object|MyRuleDetector|Human|Person/i,
    'alarm',
    'motion',
    'motion',
  ],
];

/** `tns1:RuleEngine/CellMotionDetector/Motion` without the prefixes. */
const withoutPrefixes = (topic: string): string => topic.trim().replaceAll(/(^|\/)[\w-]+:/g, '$1');

interface Item {
  readonly name: string;
  readonly value: string;
}

function itemsOf(element: XmlElement | undefined): Item[] {
  return xmlChildren(element, 'SimpleItem').map((it) => ({
    name: String(it['@Name'] ?? ''),
    value: String(it['@Value'] ?? xmlText(it) ?? ''),
  }));
}

/** The usual names of states. */
const STATES = /^(?:Is[A-Z]\w*|(?:Logical)?State|Active|Alarm|Triggered|Failed)$/i;
/** What names an object, and what measures something, whose 0 and 1 are no states. */
const IDENTITIES = /^(?:Object|Rule|Person|Track)?Id$/i;
const MEASURES = /(?:Id|Token|Count|Counter|Total|Level|Index|Number|Time|Name|Likelihood|Value)$/i;

/** The state among data. */
function stateIn(data: readonly Item[]): boolean | undefined {
  const others = data.filter(({ name }) => !STATES.test(name) && !MEASURES.test(name));
  const truths = [...data.filter(({ name }) => STATES.test(name)), ...others].map(({ value }) =>
    truthOf(value),
  );
  return truths.find((it) => typeof it === 'boolean');
}

function readNotification(notification: XmlElement): Signal[] {
  const topic = withoutPrefixes(xmlText(notification['Topic']) ?? '');
  const message =
    findElements(notification['Message'], 'Message')[0] ?? xmlChildren(notification, 'Message')[0];
  if (topic === '' || message === undefined) return [];
  const operation = String(message['@PropertyOperation'] ?? '');
  if (/^(?:Initialized|Deleted)$/i.test(operation)) return [];
  const source = itemsOf(xmlChildren(message, 'Source')[0]);
  const data = itemsOf(xmlChildren(message, 'Data')[0]);
  const stated = stateIn(data);
  const time = typeof message['@UtcTime'] === 'string' ? message['@UtcTime'] : '';
  const [, kind, type, text] = TOPICS.find(([pattern]) => pattern.test(topic)) ?? [
    /./,
    'alarm',
    'general-alarm',
    'event',
  ];
  // A change without a state is the value of something, unless it names the object that caused it. An event is an instant.
  const object = data.find(({ name }) => IDENTITIES.test(name))?.value;
  if (stated === undefined && operation !== '' && (kind === 'note' || object === undefined)) return [];
  const from = source.map(({ value }) => value).filter((it) => it !== '');
  return [
    {
      thing: [...from, topic].join(' '),
      state: [stated ?? true, time, ...(stated === undefined && object !== undefined ? [object] : [])].join(
        ' ',
      ),
      kind: kind as Signal['kind'],
      isOver: stated === false,
      type,
      message: `${text} (${[...from, topic.split('/').slice(-2).join(' ')].join(', ')})`,
      occurredAt: readUtc(time),
      metadata: { topic },
    },
  ];
}
