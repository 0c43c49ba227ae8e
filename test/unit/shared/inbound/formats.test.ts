import { describe, expect, test } from 'vitest';
import { formatOf } from '../../../../shared/inbound/formats.ts';
import type { FormatName } from '../../../../shared/inbound/inbound-address.ts';
import type { Mapping } from '../../../../shared/inbound/mapping.ts';
import { readMessages } from '../../../../shared/inbound/read-body.ts';
import type { Signal } from '../../../../shared/inbound/signal.ts';
import { EVENT_TYPES } from '../../../../shared/panels/event-types.ts';

interface Sent {
  readonly topic?: string;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly type?: string;
  readonly retained?: boolean;
  readonly mapping?: Mapping;
}

const read = (format: FormatName, { topic, body, query = {}, type, retained, mapping = {} }: Sent) => {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const messages = readMessages({
    bytes: Buffer.from(text),
    contentType: type,
    topic,
    isRetained: retained,
    query,
  });
  return messages.map((message) => formatOf(format, mapping).read(message));
};

const wordOf = ({ kind, isOver, type, severity }: Signal): string =>
  kind === 'note' ? 'note' : `${isOver ? 'end of ' : ''}${type}${severity ? `:${severity}` : ''}`;

/** What a message means, in one word for each thing that it says. */
function meaning(format: FormatName, sent: Sent): string {
  return read(format, sent)
    .map((reading) => {
      if (!reading) return 'not understood';
      const said = reading.signals.filter((it) => !it.isImplied);
      const words = [...said.map(wordOf), ...(reading.unread ?? []).map(() => 'not understood')];
      const alive = reading.isSignOfLife === false ? ' (no sign of life)' : '';
      return (words.join(', ') || (reading.note ?? 'nothing')) + alive;
    })
    .join(' | ');
}

const alert = (fields: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'DiskWillFill', severity: 'warning' },
  annotations: {},
  startsAt: '2026-11-28T21:10:05Z',
  fingerprint: 'f1',
  ...fields,
});
const group = (...alerts: object[]) => ({ version: '4', status: 'firing', alerts });

const onvif = (
  topic: string,
  operation: string,
  name: string,
  value: string,
  time = '2026-11-28T21:10:05Z',
) =>
  `<e:Envelope xmlns:e="x"><e:Body><n:Notify xmlns:n="y"><n:NotificationMessage><n:Topic>${topic}</n:Topic><n:Message><t:Message UtcTime="${time}"${operation && ` PropertyOperation="${operation}"`}><t:Source><t:SimpleItem Name="Token" Value="vs0"/></t:Source><t:Data><t:SimpleItem Name="${name}" Value="${value}"/></t:Data></t:Message></n:Message></n:NotificationMessage></n:Notify></e:Body></e:Envelope>`;
const hikvision = (fields: string) =>
  `<EventNotificationAlert xmlns="http://www.isapi.org/ver20/XMLSchema"><macAddress>m1</macAddress><channelID>2</channelID>${fields}</EventNotificationAlert>`;
const tvt = (content: string) => `<?xml version="1.0"?><config version="1.7"><sn>S1</sn>${content}</config>`;
const ttn = (fields: object) => ({ end_device_ids: { device_id: 'leak-1', dev_eui: 'E1' }, ...fields });

const MEANINGS: readonly (readonly [format: FormatName, says: string, sent: Sent, means: string])[] = [
  ['alertmanager', 'a problem', { body: group(alert()) }, 'disk-will-fill:medium'],
  [
    'alertmanager',
    'an end although the group fires',
    { body: group(alert({ status: 'resolved' })) },
    'end of disk-will-fill:medium',
  ],
  [
    'alertmanager',
    'an alert about fire',
    { body: group(alert({ labels: { alertname: 'SmokeDetected' } })) },
    'fire',
  ],
  [
    'alertmanager',
    'a firewall that is down, which is no fire',
    { body: group(alert({ labels: { alertname: 'FirewallDown' } })) },
    'firewall-down',
  ],
  [
    'alertmanager',
    'the alert that always fires',
    { body: group(alert({ labels: { alertname: 'Watchdog', severity: 'none' } })) },
    'heartbeat',
  ],
  ['alertmanager', 'an empty group', { body: group() }, 'heartbeat'],
  [
    'alertmanager',
    'no fingerprint, as of old versions',
    { body: group(alert({ fingerprint: undefined })) },
    'disk-will-fill:medium',
  ],
  [
    'alertmanager',
    'an alert without a status',
    { body: group(alert({ status: undefined })) },
    'not understood',
  ],
  ['alertmanager', 'another body', { body: { text: 'Smoke' } }, 'not understood'],
  [
    'grafana',
    'a rule that cannot be evaluated',
    { body: group(alert({ labels: { alertname: 'DatasourceError', rulename: 'Smoke' } })) },
    'monitoring-trouble',
  ],
  [
    'grafana',
    'the button for tests',
    { body: group(alert({ labels: { alertname: 'TestAlert', instance: 'Grafana' } })) },
    'test',
  ],
  [
    'grafana',
    'an alert of version 7',
    { body: { ruleId: 7, ruleName: 'Smoke in hall', state: 'alerting', title: '[Alerting]' } },
    'fire',
  ],
  ['grafana', 'its end', { body: { ruleId: 7, ruleName: 'Smoke in hall', state: 'ok' } }, 'end of fire'],
  [
    'zabbix',
    'a problem with numbers as text',
    {
      body: {
        event_id: '12',
        event_value: '1',
        event_nseverity: '5',
        event_name: 'Door open',
        host_name: 'Gate',
      },
    },
    'monitoring-problem:critical',
  ],
  [
    'zabbix',
    'its recovery',
    { body: { event_id: '12', event_value: '0', event_nseverity: '5', event_name: 'Door open' } },
    'end of monitoring-problem:critical',
  ],
  [
    'zabbix',
    'an update of a problem',
    { body: { event_id: '12', event_value: '1', event_update_status: '1', event_name: 'x' } },
    'nothing_new',
  ],
  [
    'zabbix',
    'names with dots',
    { body: { 'EVENT.ID': '12', 'EVENT.VALUE': '1', 'EVENT.NAME': 'Smoke in hall' } },
    'fire',
  ],
  [
    'zabbix',
    'a form',
    { body: 'event_id=12&event_value=1&event_name=Smoke', type: 'application/x-www-form-urlencoded' },
    'fire',
  ],
  [
    'zabbix',
    'the default text',
    {
      body: 'Problem started at 10:00:00 on 2026.11.28\nProblem name: Smoke in hall\nHost: Gate\nSeverity: High\nOriginal problem ID: 12',
    },
    'fire:high',
  ],
  [
    'zabbix',
    'the default text in a field',
    {
      body: {
        subject: 'Resolved',
        message:
          'Problem has been resolved at 10:05\nProblem name: Load\nSeverity: Disaster\nOriginal problem ID: 12',
      },
    },
    'end of monitoring-problem:critical',
  ],
  [
    'zabbix',
    'lines of a connector',
    {
      body: '{"eventid":1,"value":1,"name":"A","severity":4}\n{"eventid":2,"p_eventid":1,"value":0,"name":"A","severity":4}',
    },
    'monitoring-problem:high | end of monitoring-problem:high',
  ],
  [
    'zabbix',
    'macros that were not filled in',
    { body: { event_id: '{EVENT.ID}', event_value: '{EVENT.VALUE}' } },
    'test',
  ],
  [
    'uptime-kuma',
    'up',
    { body: { heartbeat: { monitorID: 1, status: 1 }, monitor: { id: 1, name: 'A' }, msg: 'up' } },
    'end of system-trouble:high',
  ],
  [
    'uptime-kuma',
    'pending',
    { body: { heartbeat: { monitorID: 1, status: 2 }, monitor: null, msg: 'pending' } },
    'nothing_new',
  ],
  [
    'uptime-kuma',
    'the button for tests',
    { body: { heartbeat: null, monitor: null, msg: 'My Webhook Testing' } },
    'test',
  ],
  [
    'uptime-kuma',
    'a certificate that expires',
    { body: { heartbeat: null, monitor: null, msg: '[A] certificate will be expired in 7 days' } },
    'certificate-expires:low',
  ],
  [
    'uptime-kuma',
    'a form with the field data',
    {
      body: 'data=%7B%22heartbeat%22%3A%7B%22monitorID%22%3A1%2C%22status%22%3A0%7D%2C%22monitor%22%3Anull%7D',
    },
    'system-trouble:high',
  ],
  [
    'home-assistant',
    'a state that a template printed',
    { body: '{"entity_id": "binary_sensor.hall", "device_class": "smoke", "state": True}' },
    'fire',
  ],
  ['home-assistant', 'off', { body: { type: 'smoke', state: 'off' } }, 'end of fire'],
  [
    'home-assistant',
    'an event',
    {
      body: {
        event_type: 'state_changed',
        data: {
          entity_id: 'binary_sensor.a',
          new_state: { state: 'on', attributes: { device_class: 'moisture' } },
        },
      },
    },
    'water-leak',
  ],
  [
    'home-assistant',
    'a thermometer',
    { body: { entity_id: 'sensor.a', data: { entity_id: 'sensor.a', new_state: { state: '21' } } } },
    'nothing_new',
  ],
  [
    'home-assistant',
    'connectivity, of which on is well',
    { body: { entity_id: 'binary_sensor.a', device_class: 'connectivity', state: 'on' } },
    'end of communication-trouble',
  ],
  [
    'home-assistant',
    'a sensor that is gone',
    { body: { entity_id: 'binary_sensor.a', device_class: 'smoke', state: 'unavailable' } },
    'sensor-lost',
  ],
  [
    'home-assistant',
    'a panel that is triggered',
    { topic: 'ha/alarm_control_panel/home/state', body: 'triggered' },
    'intrusion',
  ],
  [
    'home-assistant',
    'a panel that is disarmed',
    { topic: 'ha/alarm_control_panel/home/state', body: 'disarmed' },
    'end of intrusion',
  ],
  ['home-assistant', 'a query', { query: { type: 'panic', message: 'Help' } }, 'panic'],
  ['home-assistant', 'text', { body: 'Something happened' }, 'not understood'],
  [
    'frigate',
    'a detection',
    {
      topic: 'frigate/reviews',
      body: {
        type: 'new',
        before: {},
        after: { id: 'r1', camera: 'yard', severity: 'detection', data: { objects: ['cat'] } },
      },
    },
    'nothing_new',
  ],
  [
    'frigate',
    'the end of a review',
    {
      topic: 'frigate/reviews',
      body: {
        type: 'end',
        before: { severity: 'alert' },
        after: { id: 'r1', camera: 'yard', severity: 'alert', end_time: 2, data: {} },
      },
    },
    'end of motion:high',
  ],
  [
    'frigate',
    'an object that is no false positive',
    {
      topic: 'frigate/events',
      body: { type: 'new', after: { id: 'e1', camera: 'yard', label: 'person', false_positive: false } },
    },
    'motion:medium',
  ],
  [
    'frigate',
    'a false positive',
    {
      topic: 'frigate/events',
      body: { type: 'new', after: { id: 'e1', camera: 'yard', label: 'person', false_positive: true } },
    },
    'nothing_new',
  ],
  [
    'frigate',
    'its last will',
    { topic: 'frigate/available', body: 'offline' },
    'communication-trouble (no sign of life)',
  ],
  ['frigate', 'a count of a camera', { topic: 'frigate/yard/person', body: '2' }, 'heartbeat'],
  [
    'zigbee2mqtt',
    'words in place of booleans',
    { topic: 'z/A', body: { smoke: 'DETECTED', tamper: 'ON', water_leak: 'OFF' } },
    'fire, tamper, end of water-leak',
  ],
  [
    'zigbee2mqtt',
    'a state that is a word',
    { topic: 'z/A', body: { smoke_state: 'normal', alarm_state: 'prealarm' } },
    'end of fire, general-alarm',
  ],
  ['zigbee2mqtt', 'a word that is not known', { topic: 'z/A', body: { smoke: 'lots' } }, 'fire'],
  [
    'zigbee2mqtt',
    'a number that needs a threshold',
    { topic: 'z/A', body: { gas: 34, linkquality: 3 } },
    'heartbeat',
  ],
  [
    'zigbee2mqtt',
    'null for what is not known',
    { topic: 'z/A', body: { smoke: null, battery: 3 } },
    'heartbeat',
  ],
  ['zigbee2mqtt', 'a closed contact', { topic: 'z/A', body: { contact: true } }, 'end of intrusion'],
  ['zigbee2mqtt', 'a contact as a word', { topic: 'z/A', body: { contact: 'open' } }, 'intrusion'],
  [
    'zigbee2mqtt',
    'an emergency button',
    { topic: 'z/A', body: { action: 'emergency', battery: 3 } },
    'panic',
  ],
  ['zigbee2mqtt', 'another button', { topic: 'z/A', body: { action: 'single' } }, 'heartbeat'],
  ['zigbee2mqtt', 'a detector on test', { topic: 'z/A', body: { smoke: true, test: true } }, 'note'],
  ['zigbee2mqtt', 'one property for each topic', { topic: 'z/A/smoke', body: 'true' }, 'fire'],
  ['zigbee2mqtt', 'availability', { topic: 'z/A/availability', body: { state: 'offline' } }, 'sensor-lost'],
  [
    'zigbee2mqtt',
    'the bridge',
    { topic: 'z/bridge/state', body: { state: 'offline' } },
    'communication-trouble (no sign of life)',
  ],
  ['zigbee2mqtt', 'a log of the bridge', { topic: 'z/bridge/logging', body: { level: 'info' } }, 'heartbeat'],
  ['zigbee2mqtt', 'a command', { topic: 'z/A/set', body: { state: 'ON' } }, 'nothing_new (no sign of life)'],
  ['zigbee2mqtt', 'another body', { topic: 'z/A', body: { text: 'Smoke' } }, 'not understood'],
  [
    'zigbee2mqtt',
    'what Node-RED carried',
    { body: { topic: 'z/A', payload: { smoke: true }, qos: 0 } },
    'fire',
  ],
  [
    'shelly',
    'the end',
    { body: { src: 's1', method: 'NotifyStatus', params: { ts: 1.33, 'flood:0': { alarm: false } } } },
    'end of water-leak',
  ],
  ['shelly', 'its will', { topic: 's1/online', body: 'false' }, 'sensor-lost (no sign of life)'],
  ['shelly', 'the status of a component', { topic: 's1/status/smoke:0', body: { alarm: true } }, 'fire'],
  ['shelly', 'another status', { topic: 's1/status/sys', body: { mac: 'x' } }, 'heartbeat'],
  ['shelly', 'a log', { topic: 's1/debug/log', body: 'shelly_notification:1' }, 'heartbeat'],
  ['tasmota', 'a log', { topic: 'stat/hall/LOGGING', body: '00:00:01 RSL' }, 'heartbeat'],
  [
    'axis',
    'its will',
    { topic: 'axis/ACCC8E000007/event/connection', body: { connected: false } },
    'communication-trouble (no sign of life)',
  ],
  ['paradox', 'a command', { topic: 'paradox/detect', body: { x: 1 } }, 'nothing_new (no sign of life)'],
  [
    'shelly',
    'an event',
    {
      body: {
        src: 's1',
        method: 'NotifyEvent',
        params: {
          events: [
            { component: 'flood:0', event: 'alarm' },
            { component: 'flood:0', event: 'cable_unplugged' },
          ],
        },
      },
    },
    'water-leak, sensor-trouble',
  ],
  [
    'shelly',
    'a status at a wake-up',
    {
      body: {
        src: 's1',
        method: 'NotifyFullStatus',
        params: { 'smoke:0': { alarm: false }, 'devicepower:0': { battery: { percent: 4 } }, sys: {} },
      },
    },
    'end of fire, low-battery',
  ],
  ['shelly', 'a webhook', { query: { event: 'flood.alarm_off', device: 's1' } }, 'end of water-leak'],
  ['shelly', 'a button', { query: { event: 'input.button_push' } }, 'heartbeat'],
  [
    'shelly',
    'a topic of the first generation',
    { topic: 'shellies/shellyflood-1/sensor/flood', body: 'true' },
    'water-leak',
  ],
  [
    'shelly',
    'a URL of the first generation',
    { query: { id: 'shellyflood-1', flood: '1', temp: '20' } },
    'water-leak',
  ],
  ['shelly', 'a link that somebody opens', { query: {} }, 'not understood'],
  [
    'tasmota',
    'its last will',
    { topic: 'tele/t1/LWT', body: 'Offline' },
    'communication-trouble (no sign of life)',
  ],
  ['tasmota', 'a relay', { topic: 'stat/t1/POWER', body: 'ON' }, 'heartbeat'],
  [
    'tasmota',
    'the text of a user',
    { topic: 'tele/t1/SENSOR', body: { Time: '2026-11-28T22:10:38', Switch1: 'AN' } },
    'intrusion',
  ],
  [
    'tasmota',
    'a result',
    { topic: 'stat/t1/RESULT', body: { Switch2: { Action: 'OFF' } } },
    'end of intrusion',
  ],
  [
    'tasmota',
    'a thermometer',
    { topic: 'tele/t1/SENSOR', body: { Time: '2018.02.15 01:00:50', DS18B20: { Temperature: 20 } } },
    'heartbeat',
  ],
  [
    'the-things-stack',
    'no leak',
    { body: ttn({ uplink_message: { decoded_payload: { water_leak: 0 }, frm_payload: 'AA' } }) },
    'end of water-leak',
  ],
  [
    'the-things-stack',
    'nested and other names',
    {
      body: ttn({
        uplink_message: { decoded_payload: { door: { state: 'open' }, data: { leakStatus: 'leak' } } },
      }),
    },
    'intrusion, water-leak',
  ],
  [
    'the-things-stack',
    'a payload that nobody decoded',
    { body: ttn({ uplink_message: { f_port: 2, frm_payload: 'AQBk' } }) },
    'not understood',
  ],
  ['the-things-stack', 'an empty uplink', { body: ttn({ uplink_message: { f_cnt: 3 } }) }, 'heartbeat'],
  ['the-things-stack', 'a join', { body: ttn({ join_accept: { session_key_id: 'x' } }) }, 'heartbeat'],
  ['the-things-stack', 'a downlink', { body: ttn({ downlink_ack: {} }) }, 'nothing_new (no sign of life)'],
  [
    'hikvision',
    'the sign of life',
    {
      body: hikvision(
        '<activePostCount>0</activePostCount><eventType>videoloss</eventType><eventState>inactive</eventState>',
      ),
    },
    'heartbeat',
  ],
  [
    'hikvision',
    'a lost picture',
    {
      body: hikvision(
        '<activePostCount>1</activePostCount><eventType>videoloss</eventType><eventState>active</eventState>',
      ),
    },
    'camera-trouble',
  ],
  [
    'hikvision',
    'an end',
    { body: hikvision('<eventType>VMD</eventType><eventState>inactive</eventState>') },
    'end of motion',
  ],
  [
    'hikvision',
    'what lasts',
    {
      body: hikvision(
        '<eventType>duration</eventType><eventState>active</eventState><DurationList><Duration><relationEvent>linedetection</relationEvent></Duration></DurationList>',
      ),
    },
    'intrusion',
  ],
  [
    'hikvision',
    'an event that is not known',
    { body: hikvision('<eventType>newThing</eventType><eventState>active</eventState>') },
    'new-thing',
  ],
  [
    'hikvision',
    'JSON',
    { body: { macAddress: 'm1', channelID: 1, eventType: 'fielddetection', eventState: 'active' } },
    'intrusion',
  ],
  [
    'hikvision',
    'a face',
    { body: hikvision('<eventType>facedetection</eventType><eventState>active</eventState>') },
    'note',
  ],
  [
    'axis',
    'an end',
    {
      body: {
        topic: 'tns1:Device/tnsaxis:IO/Port',
        timestamp: 1795903805562,
        serial: 's',
        message: { source: { port: '1' }, data: { state: '0' } },
      },
    },
    'end of intrusion',
  ],
  [
    'axis',
    'a counter',
    {
      body: {
        topic: 'axis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario2',
        message: { data: { total: '17' } },
      },
    },
    'heartbeat',
  ],
  [
    'axis',
    'tampering',
    { body: { topic: 'tns1:VideoSource/tnsaxis:Tampering', message: { data: { tampering: '1' } } } },
    'tamper',
  ],
  [
    'axis',
    'a disk',
    { body: { topic: 'tnsaxis:Storage/Disruption', message: { data: { disruption: '0' } } } },
    'end of system-trouble',
  ],
  [
    'onvif',
    'the state at a subscription',
    { body: onvif('tns1:RuleEngine/CellMotionDetector/Motion', 'Initialized', 'IsMotion', 'true') },
    'heartbeat',
  ],
  [
    'onvif',
    'a number for a boolean',
    { body: onvif('tns1:VideoSource/MotionAlarm', 'Changed', 'State', '1') },
    'motion',
  ],
  [
    'onvif',
    'an end',
    { body: onvif('tns1:RuleEngine/TamperDetector/Tamper', 'Changed', 'IsTamper', '0') },
    'end of tamper',
  ],
  [
    'onvif',
    'a line that was crossed',
    { body: onvif('tns1:RuleEngine/LineDetector/Crossed', '', 'ObjectId', '17') },
    'intrusion',
  ],
  [
    'onvif',
    'no message',
    {
      body: '<s:Envelope xmlns:s="x"><s:Body><PullMessagesResponse><CurrentTime>x</CurrentTime></PullMessagesResponse></s:Body></s:Envelope>',
    },
    'heartbeat',
  ],
  ['onvif', 'another document', { body: '<html><body>x</body></html>' }, 'not understood'],
  [
    'viewtron',
    'the sign of life of a camera',
    { body: '<DeviceInfo><DeviceName>x</DeviceName><DeviceNo.>1</DeviceNo.></DeviceInfo>' },
    'heartbeat',
  ],
  [
    'viewtron',
    'the sign of life of a recorder',
    {
      body: '<config version="2.0.0"><messageType>keepalive</messageType><deviceInfo><mac>m</mac></deviceInfo></config>',
    },
    'heartbeat',
  ],
  [
    'viewtron',
    'a status',
    {
      body: tvt(
        '<alarmStatusInfo><perimeterAlarm type="boolean" id="1">true</perimeterAlarm></alarmStatusInfo><dataTime>2026-03-29 09:58:21</dataTime>',
      ),
    },
    'intrusion',
  ],
  [
    'viewtron',
    'a status of a recorder that ends',
    { body: tvt('<alarmStatusInfo><motionAlarm><item id="1">false</item></motionAlarm></alarmStatusInfo>') },
    'end of motion',
  ],
  [
    'viewtron',
    'the end of an event',
    {
      body: tvt(
        '<smartType>PEA</smartType><perimeter><perInfo><item><eventId>1</eventId><status>SMART_STOP</status></item></perInfo></perimeter>',
      ),
    },
    'end of intrusion',
  ],
  [
    'viewtron',
    'a number plate',
    { body: tvt('<smartType>VEHICE</smartType><currentTime>18445822972087551616</currentTime>') },
    'heartbeat',
  ],
  ['paradox', 'text of Python', { topic: 'paradox/states/zones/Hall/fire', body: 'True' }, 'fire'],
  ['paradox', 'its end', { topic: 'paradox/states/zones/Hall/tamper', body: 'False' }, 'end of tamper'],
  ['paradox', 'an open zone', { topic: 'paradox/states/zones/Hall/open', body: 'True' }, 'heartbeat'],
  [
    'paradox',
    'an alarm in memory',
    { topic: 'paradox/states/zones/Hall/alarm_in_memory', body: 'True' },
    'heartbeat',
  ],
  ['paradox', 'arming', { topic: 'paradox/states/partitions/Home/arm', body: 'True' }, 'heartbeat'],
  [
    'paradox',
    'a partition in alarm',
    { topic: 'paradox/states/partitions/Home/audible_alarm', body: '1' },
    'intrusion',
  ],
  ['paradox', 'mains', { topic: 'paradox/states/system/troubles/ac_trouble', body: 'True' }, 'mains-failure'],
  [
    'paradox',
    'its last will',
    { topic: 'paradox/interface', body: 'offline' },
    'communication-trouble (no sign of life)',
  ],
  [
    'paradox',
    'a raw event',
    {
      topic: 'paradox/events/raw',
      body: {
        type: 'Zone',
        level: 'CRITICAL',
        message: 'Zone Hall in alarm',
        tags: ['alarm'],
        timestamp: 1795903805,
      },
    },
    'intrusion',
  ],
  [
    'paradox',
    'a raw event of a door',
    {
      topic: 'paradox/events/raw',
      body: { type: 'Zone', level: 'DEBUG', message: 'Zone Hall open', tags: ['zone'] },
    },
    'nothing_new',
  ],
  ['home-assistant', 'a measurement', { body: { entity_id: 'sensor.t', state: '21.5' } }, 'note'],
  [
    'frigate',
    'what later versions add',
    {
      topic: 'frigate/reviews',
      body: { type: 'genai', after: { id: 'r', camera: 'yard', severity: 'alert' } },
    },
    'nothing_new',
  ],
  ['frigate', 'another base topic', { topic: 'frigate-2/stats', body: { cpu: 1 } }, 'heartbeat'],
  [
    'zigbee2mqtt',
    'an alarm of a zone',
    { topic: 'z/A', body: { alarm_1: true, battery_low: false } },
    'general-alarm, end of low-battery',
  ],
  [
    'shelly',
    'a contact at an input',
    {
      body: {
        src: 's1',
        method: 'NotifyStatus',
        params: { 'input:0': { id: 0, state: true }, 'switch:0': { output: true } },
      },
    },
    'intrusion',
  ],
  [
    'shelly',
    'a Bluetooth sensor that measures',
    { body: { src: 's1', method: 'NotifyStatus', params: { 'bthomesensor:200': { value: 21.5 } } } },
    'heartbeat',
  ],
  [
    'shelly',
    'a cable',
    {
      body: {
        src: 's1',
        method: 'NotifyStatus',
        params: { 'flood:0': { alarm: false, errors: ['cable_unplugged'] } },
      },
    },
    'end of water-leak, sensor-trouble',
  ],
  [
    'shelly',
    'a webhook of an input',
    { query: { event: 'input.toggle_off', device: 's1' } },
    'end of intrusion',
  ],
  [
    'tasmota',
    'the answer to a status command',
    { topic: 'stat/t1/STATUS10', body: { StatusSNS: { Time: '2026-11-28T22:10:38', Switch1: 'OFF' } } },
    'end of intrusion',
  ],
  [
    'tasmota',
    'a Zigbee sensor',
    {
      topic: 'tele/t1/SENSOR',
      body: { ZbReceived: { '0x4F': { Device: '0x4F', Name: 'Door', Contact: 1, BatteryPercentage: 90 } } },
    },
    'intrusion',
  ],
  [
    'the-things-stack',
    'words with a negation',
    {
      body: ttn({
        uplink_message: {
          decoded_payload: { leakage_status: 'no leak', tamper_status: 'installed', pir: 'trigger' },
        },
      }),
    },
    'end of water-leak, end of tamper, motion',
  ],
  [
    'onvif',
    'a count',
    { body: onvif('tns1:RuleEngine/CountAggregation/Counter', 'Changed', 'Count', '1') },
    'heartbeat',
  ],
  [
    'paradox',
    'a definition',
    { topic: 'paradox/definitions/zones', body: { Hall: 1 } },
    'nothing_new (no sign of life)',
  ],
  [
    'generic',
    "Guard's own words",
    { body: { type: 'intrusion', severity: 'LOW', message: 'Door' } },
    'intrusion:low',
  ],
  [
    'generic',
    'a value that means an alarm',
    {
      body: { data: { s: 'Open', id: 'd1' } },
      mapping: { state: 'data.s', alarm_values: ['open'], restore_values: ['closed'], type: 'door-forced' },
    },
    'door-forced',
  ],
  [
    'generic',
    'a value that means an end',
    {
      body: { data: { s: 'closed' } },
      mapping: { state: 'data.s', alarm_values: ['open'], restore_values: ['closed'], type: 'door-forced' },
    },
    'end of door-forced',
  ],
  [
    'generic',
    'a value that the mapping does not know',
    {
      body: { data: { s: 'ajar' } },
      mapping: { state: 'data.s', alarm_values: ['open'], restore_values: ['closed'] },
    },
    'not understood',
  ],
  [
    'generic',
    'a value that is ignored',
    { body: { s: 'ping' }, mapping: { state: 's', ignored_values: ['ping'] } },
    'heartbeat',
  ],
  [
    'generic',
    'a list',
    {
      body: {
        a: [
          { s: 1, k: 'fire' },
          { s: 0, k: 'gas' },
        ],
      },
      mapping: { items: 'a', state: 's', type_path: 'k' },
    },
    'fire, end of gas',
  ],
  [
    'generic',
    'XML',
    {
      body: '<event><door state="open"><name>Gate</name></door></event>',
      mapping: { state: 'event.door.@state', alarm_values: ['open'], thing: 'event.door.name' },
    },
    'general-alarm',
  ],
  ['generic', 'a query', { query: { s: 'on' }, mapping: { state: 's', type: 'panic' } }, 'panic'],
  ['generic', 'text', { body: 'ALARM', mapping: { state: 'text' } }, 'general-alarm'],
  [
    'generic',
    'the topic',
    { topic: 'site/door/open', body: '1', mapping: { state: 'topic', alarm_values: ['site/door/open'] } },
    'general-alarm',
  ],
];

describe('formats', () => {
  test.each(MEANINGS)('%s: %s', (format, _, sent, means) => {
    expect(meaning(format, sent)).toBe(means);
  });
});

const zabbixProblem = (fields: object = {}) => ({
  event_id: '12',
  event_value: '1',
  event_name: 'Smoke in hall',
  recovery_date: '{EVENT.RECOVERY.DATE}',
  ...fields,
});
const parts = (...documents: string[]) =>
  `${documents.map((it) => `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/xml\r\n\r\n${it}\r\n`).join('')}--x--\r\n`;
const raw = (message: string, fields: object = {}) => ({
  topic: 'paradox/events/raw',
  body: { type: 'Zone', level: 'CRITICAL', message, ...fields },
});
const uplink = (payload: object) => ({ body: ttn({ uplink_message: { decoded_payload: payload } }) });
const ONVIF_FIELD = 'tns1:RuleEngine/FieldDetector/ObjectsInside';
const ONVIF_LINE = 'tns1:RuleEngine/LineDetector/Crossed';
const inOrder = (topic: string, operation: string, ...items: (readonly [string, string])[]) =>
  onvif(topic, operation, 'x', 'y').replace(
    '<t:SimpleItem Name="x" Value="y"/>',
    items.map(([name, value]) => `<t:SimpleItem Name="${name}" Value="${value}"/>`).join(''),
  );

/** Alarms that were swallowed, ended by mistake or made too small, each with the failure in a sentence. */
const FAILURES: readonly (readonly [sentence: string, format: FormatName, sent: Sent, means: string])[] = [
  [
    'A problem of Zabbix is no test, although the macros of its recovery are not filled in',
    'zabbix',
    { body: zabbixProblem() },
    'fire',
  ],
  [
    'A problem of Zabbix whose id is a macro that does not exist is heard and no test',
    'zabbix',
    { body: zabbixProblem({ event_id: '{EVENT.NUMBER}' }) },
    'not understood',
  ],
  [
    'The default text of an update in Zabbix says nothing new, although it names no problem',
    'zabbix',
    {
      body: {
        subject: 'Updated problem in 5m: Load',
        message:
          'Admin acknowledged problem at 2026.11.28 10:00:00.\nOn it\n\nCurrent problem status is PROBLEM, age is 5m, acknowledged: Yes.',
      },
    },
    'nothing_new',
  ],
  ...['medical', 'hold-up', 'robbery', 'man-down', 'glass-break', 'door-forced', 'motion', 'temperature'].map(
    (type) =>
      [
        `An alert of Alertmanager with the type ${type} is an alarm, which its end does not resolve`,
        'alertmanager',
        { body: group(alert({ labels: { alertname: 'Button', type } })) },
        {
          'hold-up': 'panic',
          robbery: 'panic',
          'man-down': 'medical',
          'glass-break': 'intrusion',
        }[type] ?? type,
      ] as const,
  ),
  [
    'A trouble of a fire alarm is no fire, if its sender names its type',
    'generic',
    { body: { type: 'fire-trouble', state: 'on' } },
    'fire-trouble',
  ],
  [
    'Fields of Home Assistant count under any topic, also one of three levels',
    'home-assistant',
    { topic: 'guard/alarm/smoke', body: { device_class: 'smoke', state: 'on', message: 'Smoke' } },
    'fire',
  ],
  [
    'Fields of Home Assistant count under a topic that looks like that of a statestream',
    'home-assistant',
    { topic: 'home/sensor/hall/smoke', body: { device_class: 'smoke', state: 'on' } },
    'fire',
  ],
  [
    'A text under an unknown topic is not silently known',
    'home-assistant',
    { topic: 'guard/alarm/smoke', body: 'on' },
    'not understood',
  ],
  [
    'An attribute of a light in the statestream says nothing',
    'home-assistant',
    { topic: 'ha/light/hall/brightness', body: '200' },
    'nothing_new',
  ],
  ...(['gas', 'smoke'] as const).map(
    (name) =>
      [
        `A level of ${name} that is high is no end`,
        'zigbee2mqtt',
        { topic: 'z/A', body: { [name]: 'high' } },
        { gas: 'gas', smoke: 'fire' }[name],
      ] as const,
  ),
  [
    'A battery that is high is well',
    'zigbee2mqtt',
    { topic: 'z/A', body: { battery_state: 'high' } },
    'end of low-battery',
  ],
  [
    'What is not normal, not closed or not known is no end',
    'zigbee2mqtt',
    { topic: 'z/A', body: { smoke: 'not normal', door: 'not closed', tamper: 'no signal' } },
    'fire, intrusion, tamper',
  ],
  [
    'A high level is no end by a mapping without words',
    'generic',
    { body: { level: 'high' }, mapping: { state: 'level' } },
    'not understood',
  ],
  [
    'The number of an object is not the state of a field that it has entered',
    'onvif',
    { body: inOrder(ONVIF_FIELD, 'Changed', ['ObjectId', '0'], ['IsInside', 'true']) },
    'intrusion',
  ],
  [
    'The number of an object is not the state of a field that it has left',
    'onvif',
    { body: inOrder(ONVIF_FIELD, 'Changed', ['ObjectId', '1'], ['IsInside', 'false']) },
    'end of intrusion',
  ],
  [
    'A line that the object 0 has crossed is no end',
    'onvif',
    { body: onvif(ONVIF_LINE, '', 'ObjectId', '0') },
    'intrusion',
  ],
  [
    'A line that was crossed counts, although its camera calls it a change',
    'onvif',
    { body: onvif(ONVIF_LINE, 'Changed', 'ObjectId', '15') },
    'intrusion',
  ],
  [
    'Alarms of LoRaWAN sensors are no heartbeats, however their formatter names them',
    'the-things-stack',
    uplink({
      fire_detected: true,
      water_leak_detected: true,
      WaterLeak1: true,
      smoke_1: true,
      smoke_sensor: 'alarm',
    }),
    'fire, water-leak, water-leak, fire, fire',
  ],
  [
    'Settings and measurements of LoRaWAN sensors are no alarms',
    'the-things-stack',
    uplink({ smoke_sensitivity: 'high', heat_demand: true, leak_count: 1, fire_alarm_enabled: true }),
    'heartbeat',
  ],
  [
    'Each event in a list of Hikvision counts',
    'hikvision',
    {
      body: `<EventNotificationAlertList>${hikvision('<eventType>VMD</eventType>')}${hikvision('<eventType>firedetection</eventType>')}</EventNotificationAlertList>`,
    },
    'motion, fire',
  ],
  [
    'Each XML document of a form counts',
    'hikvision',
    {
      body: parts(hikvision('<eventType>VMD</eventType>'), hikvision('<eventType>firedetection</eventType>')),
      type: 'multipart/form-data; boundary=x',
    },
    'motion | fire',
  ],
  [
    'A zone of Paradox in alarm is heard, although its label begins as the word clear',
    'paradox',
    raw('Zone Nuclear store in alarm', { tags: ['alarm'] }),
    'intrusion',
  ],
  [
    'A zone of Paradox in alarm is heard, although its label begins as the word cancel',
    'paradox',
    raw('Zone Cancello in alarm', { label: 'Cancello' }),
    'intrusion',
  ],
  ['A duress code at a Paradox panel is heard', 'paradox', raw('Disarmed under duress by user 3'), 'panic'],
  [
    'The end of an alarm of Paradox raises nothing',
    'paradox',
    raw('Zone Hall alarm restored'),
    'nothing_new',
  ],
  [
    'The trouble of a fire loop is no fire',
    'paradox',
    { topic: 'paradox/states/zones/Hall/fire_loop_trouble', body: 'True' },
    'fire-trouble',
  ],
  [
    'An alert that is not understood leaves the others of its group what they are',
    'alertmanager',
    {
      body: group(
        alert({ labels: { alertname: 'SmokeDetected' } }),
        alert({ status: 'pending' }),
        alert({ labels: { alertname: 'SmokeDetected' }, fingerprint: 'f2' }),
      ),
    },
    'fire, fire, not understood',
  ],
  [
    'An item that is not understood leaves the others of its list what they are',
    'generic',
    {
      body: { a: [{ s: 'on', k: 'fire' }, { s: 'x' }] },
      mapping: { items: 'a', state: 's', type_path: 'k' },
    },
    'fire, not understood',
  ],
  [
    'A vehicle alarm of TVT is an alarm, as its name says',
    'viewtron',
    { body: tvt('<alarmStatusInfo><vehiceAlarm>true</vehiceAlarm></alarmStatusInfo>') },
    'intrusion',
  ],
];

describe('what was swallowed, ended or made smaller by mistake', () => {
  test.each(FAILURES)('%s', (_, format, sent, means) => {
    expect(meaning(format, sent)).toBe(means);
  });

  test('No type of alarm is a trouble that the end of an alert of Alertmanager resolves', () => {
    const alarms = Object.entries(EVENT_TYPES).filter(([, { kind }]) => kind === 'alarm');
    for (const [type] of alarms) {
      const [reading] = read('alertmanager', { body: group(alert({ labels: { alertname: 'A', type } })) });
      expect(reading?.signals).toMatchObject([{ kind: 'alarm', type }]);
    }
  });

  test('Alerts that Alertmanager has cut off are told in a warning', () => {
    const [reading] = read('alertmanager', { body: { ...group(alert()), truncatedAlerts: 7 } });
    expect(reading?.warnings).toMatchObject([{ field: 'truncatedAlerts', code: 'left_out' }]);
    expect(
      read('alertmanager', { body: { ...group(alert()), truncatedAlerts: 0 } })[0]?.warnings,
    ).toBeUndefined();
  });

  test('Words of Python in a text of a template remain, and those outside become JSON', () => {
    const body = '{"type": "smoke", "message": "\\"True\\" is None", "active": True, "x": None}';
    const [message] = readMessages({
      bytes: Buffer.from(body),
      contentType: undefined,
      topic: undefined,
      isRetained: undefined,
      query: {},
    });
    expect(message?.json).toEqual({ type: 'smoke', message: '"True" is None', active: true, x: null });
  });
});

const states = (format: FormatName, sent: Sent) =>
  read(format, sent).flatMap(
    (it) => it?.signals.map(({ thing, part, state }) => [thing, part, state].join('|')) ?? [],
  );

describe('what tells two occurrences apart', () => {
  test('Alertmanager: the same alert that fires again later is another occurrence', () => {
    const later = alert({ startsAt: '2026-11-28T22:10:05Z' });
    expect(states('alertmanager', { body: group(alert()) })).not.toEqual(
      states('alertmanager', { body: group(later) }),
    );
  });

  test('Uptime Kuma: a reminder is none, and an outage after a lost recovery is one', () => {
    const down = (time: string, important = true) => ({
      body: { heartbeat: { monitorID: 1, status: 0, time, important }, monitor: null },
    });
    expect(states('uptime-kuma', down('2026-11-28 21:10:05'))).not.toEqual(
      states('uptime-kuma', down('2026-11-28 23:10:05')),
    );
    expect(states('uptime-kuma', down('2026-11-28 22:10:05', false))).toEqual(['1||down']);
  });

  test('Home Assistant and a mapping: sensors that nothing names are told apart by their topic, or by their text', () => {
    const said = (fields: object, topic?: string) => ({
      body: { type: 'smoke', state: 'on', ...fields },
      ...(topic === undefined ? {} : { topic }),
    });
    for (const format of ['home-assistant', 'generic'] as const) {
      const plant = states(format, said({ message: 'Plant room smoke is on' }));
      expect(states(format, said({ message: 'Kitchen smoke is on' }))).not.toEqual(plant);
      expect(states(format, said({ message: 'Plant room smoke is on' }))).toEqual(plant);
      expect(states(format, said({}, 'a/1'))).not.toEqual(states(format, said({}, 'a/2')));
    }
    const mapping = { state: 'state', message: 'message' };
    expect(states('generic', { ...said({}, 'a/1'), mapping })).not.toEqual(
      states('generic', { ...said({}, 'a/2'), mapping }),
    );
    expect(states('generic', { ...said({ message: 'A' }), mapping })).not.toEqual(
      states('generic', { ...said({ message: 'B' }), mapping }),
    );
  });

  test('What is tried once is new again after ten minutes, because its end may be lost', () => {
    const lapse = (format: FormatName, sent: Sent) => read(format, sent)[0]?.signals[0]?.lapsesAfterSeconds;
    expect([
      lapse('home-assistant', { body: { entity_id: 'binary_sensor.a', state: 'on' } }),
      lapse('shelly', { query: { event: 'smoke.alarm', device: 's1' } }),
      lapse('shelly', { query: { id: 'shellyflood-1', flood: '1' } }),
      lapse('axis', { body: { event: 'Fence', active: true, serial: 's' } }),
      lapse('generic', { body: { s: 'on' }, mapping: { state: 's' } }),
      lapse('generic', { body: { s: 'on' }, mapping: { state: 's', occurrence: 's' } }),
      lapse('home-assistant', { topic: 'a', body: { entity_id: 'binary_sensor.a', state: 'on' } }),
    ]).toEqual([600, 600, 600, 600, 86_400, undefined, undefined]);
  });

  test('ONVIF: the same state at another time is one', () => {
    const at = (time: string) => ({
      body: onvif('tns1:VideoSource/MotionAlarm', 'Changed', 'State', 'true', time),
    });
    expect(states('onvif', at('2026-11-28T21:10:05Z'))).not.toEqual(
      states('onvif', at('2026-11-28T21:12:05Z')),
    );
  });

  test('Paradox: a state that is not retained is one, because two zones may share a topic', () => {
    const sent = { topic: 'paradox/states/zones/Hall/alarm', body: 'True' };
    const lapse = (retained?: boolean) =>
      read('paradox', retained === undefined ? sent : { ...sent, retained })[0]?.signals[0]
        ?.lapsesAfterSeconds;
    expect([lapse(false), lapse(true), lapse()]).toEqual([0, undefined, undefined]);
  });

  test('Hikvision: a time that lost the sign of its offset is no time, and the event counts', () => {
    const [reading] = read('hikvision', {
      body: hikvision(
        '<dateTime>2024-01-22T11:47:0500:00</dateTime><eventType>VMD</eventType><eventState>active</eventState>',
      ),
    });
    expect(reading?.signals).toHaveLength(1);
    expect(reading?.signals[0]?.occurredAt).toBeUndefined();
  });
});
