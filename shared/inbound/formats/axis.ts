import { fieldsOf, firstText, textIn } from '../message.ts';
import { type Format, HEARTBEAT, LOST_END_SECONDS, type Reading } from '../signal.ts';
import { readEpoch, readTime } from '../times.ts';
import { alarmTypeOf, truthOf } from '../words.ts';

/**
 * Axis cameras: event publication over MQTT, which a broker or an action rule may post.
 *
 * Source: AxisCommunications/tutorial-axis-object-analytics-to-grafana; AXIS OS knowledge base, "MQTT event bridging";
 * home-assistant/core #167194 (seconds in place of milliseconds).
 *
 * `"1"` in the data of a topic raises, `"0"` restores. A message is an event with a time of its own: the same time once more is
 * a repetition. Counters and other data raise nothing.
 */
export const axis: Format = {
  read: ({ json, topic }) => {
    const body = fieldsOf(json);
    const named = firstText(body['topic']) ?? /\/event\/(.+)$/.exec(topic ?? '')?.[1];
    const { data, source } = fieldsOf(body['message']);
    const connected = body['connected'];
    if (typeof connected === 'boolean' && named === 'connection')
      return readConnection(topic ?? '', connected);
    if (named === undefined || body['message'] === undefined) return readCustom(body);
    return read(body, withoutPrefixes(named), fieldsOf(data), fieldsOf(source));
  },
};

/** What a camera says when it connects to its broker, and its will. */
const readConnection = (topic: string, isConnected: boolean): Reading => ({
  signals: [
    {
      thing: topic,
      state: String(isConnected),
      kind: 'trouble',
      isOver: isConnected,
      type: 'communication-trouble',
      message: `The camera is ${isConnected ? 'connected' : 'not connected'}`,
    },
  ],
  isSignOfLife: isConnected,
});

type Fields = Readonly<Record<string, unknown>>;

/** `axis:CameraApplicationPlatform/…` and `tns1:Device/tnsaxis:IO/Port` without the prefixes of namespaces. */
const withoutPrefixes = (topic: string): string => topic.replaceAll(/(^|\/)[a-z0-9]+:/gi, '$1');

/** What a topic is about, by its beginning. A topic that is not here and has a state is an alarm of the camera's analytics. */
const TOPICS: readonly (readonly [
  pattern: RegExp,
  kind: 'alarm' | 'trouble' | 'note',
  type: string,
  text: string,
])[] = [
  [/Tamper|Casing|Shock|Vandal/i, 'alarm', 'tamper', 'tampering'],
  [/Fire|Smoke/i, 'alarm', 'fire', 'smoke or fire'],
  [
    /HardwareFailure|Storage\/?(?:Failure|Disruption)|Recording(?:Error|Failure)|FanFailure|PowerSupplyFailure/i,
    'trouble',
    'system-trouble',
    'failure',
  ],
  [/Network(?:Lost)?|ConnectionLost/i, 'trouble', 'network-failure', 'network failure'],
  [
    /VideoLost|VideoSource\/(?:GlobalSceneChange|ImageTooDark|ImageTooBlurry)/i,
    'trouble',
    'camera-trouble',
    'bad picture',
  ],
  [
    /Device\/(?:Status|Heater|Light|Ring)|SystemReady|LiveStreamAccessed|DayNightVision|Media|PTZ|ClockTick|Schedule|Storage\/Recording|VirtualInput|RecordingConfig/i,
    'note',
    'status',
    'status',
  ],
  [/AudioSource|Audio/i, 'alarm', 'intrusion', 'sound'],
  [/VMD|Motion|PIR/i, 'alarm', 'motion', 'motion'],
  [/IO\/(?:Port|Input|Supervised)|DigitalInput/i, 'alarm', 'intrusion', 'input'],
  [
    /ObjectAnalytics|FenceGuard|LoiteringGuard|Perimeter|CrossLine|ACAP|CameraApplicationPlatform/i,
    'alarm',
    'intrusion',
    'object detected',
  ],
];

const STATES = [
  'active',
  'state',
  'status',
  'triggered',
  'logicalstate',
  'logicalState',
  'tampering',
  'failure',
  'disruption',
  'detected',
  'motion',
  'alarm',
];

function read(body: Fields, topic: string, data: Fields, source: Fields): Reading {
  const value = STATES.map((name) => data[name]).find((it) => it !== undefined);
  const truth = truthOf(value);
  const [, kind, type, text] = TOPICS.find(([pattern]) => pattern.test(topic)) ?? [
    /./,
    'alarm',
    alarmTypeOf(topic) ?? 'intrusion',
    'event',
  ];
  // Counters and times are no state.
  if (truth === undefined || truth === 'other' || kind === 'note') return HEARTBEAT;
  const serial = textIn(body['serial']) ?? 'camera';
  const from = Object.entries(source).flatMap(([name, it]) =>
    textIn(it) === undefined ? [] : `${name} ${textIn(it)}`,
  );
  const timestamp = firstText(body['timestamp']);
  return {
    signals: [
      {
        thing: [serial, topic, ...from].join(' '),
        state: `${String(truth)} ${timestamp ?? ''}`,
        kind: kind === 'trouble' ? 'trouble' : 'alarm',
        isOver: !truth,
        type,
        message: `${serial}: ${text} (${topic.split('/').slice(-2).join(' ')})`,
        occurredAt: readEpoch(timestamp) ?? readTime(timestamp),
        metadata: { topic },
        // Without a time two occurrences look the same, and the end of the first may be lost.
        ...(timestamp === undefined ? { lapsesAfterSeconds: LOST_END_SECONDS } : {}),
      },
    ],
  };
}

/** What a message that its user wrote says: `{"topic": …}` is missing, `event` and `active` are usual names. */
function readCustom(body: Fields): Reading | undefined {
  const name = firstText(body['event'], body['trigger'], body['rule']);
  const truth = truthOf(body['active'] ?? body['state']);
  if (name === undefined || truth === undefined || truth === 'other') return undefined;
  return read({ ...body, serial: firstText(body['serial'], body['camera']) }, name, { active: truth }, {});
}
