import type { InboundFormat } from '../../../client/index.ts';

/** A system that sends to an address: its name, and where in it the address is typed, in its own words. */
export interface InboundSystem {
  readonly format: Exclude<InboundFormat, 'generic'>;
  readonly name: string;
  readonly where?: string;
  /** The topics that count, of a system that sends to a broker. */
  readonly topics?: string;
  /** Where in it the broker is typed. */
  readonly broker?: string;
}

export const SYSTEMS: readonly InboundSystem[] = [
  { format: 'alertmanager', name: 'Prometheus Alertmanager', where: 'receivers › webhook_configs › url' },
  { format: 'axis', name: 'Axis', topics: 'axis/#', broker: 'System › MQTT › MQTT client' },
  {
    format: 'frigate',
    name: 'Frigate',
    topics: 'frigate/reviews, frigate/available',
    broker: 'config.yml › mqtt',
  },
  { format: 'grafana', name: 'Grafana', where: 'Alerting › Contact points › Webhook › URL' },
  { format: 'hikvision', name: 'Hikvision', where: 'Event › Alarm Server › HTTPS, port 443, URL' },
  {
    format: 'home-assistant',
    name: 'Home Assistant',
    where: 'rest_command › url, method: post',
    broker: 'Settings › Devices & services › MQTT',
  },
  { format: 'onvif', name: 'ONVIF', where: 'Subscribe › ConsumerReference' },
  {
    format: 'paradox',
    name: 'Paradox (PAI)',
    topics: 'paradox/states/#, paradox/interface',
    broker: 'pai.conf › MQTT_HOST, MQTT_PORT, MQTT_USERNAME, MQTT_PASSWORD',
  },
  {
    format: 'shelly',
    name: 'Shelly',
    where: 'Webhooks › URL ?event=smoke.alarm&device=…',
    broker: 'Settings › MQTT',
  },
  {
    format: 'tasmota',
    name: 'Tasmota',
    topics: 'tele/#, stat/#',
    broker: 'Configuration › Configure MQTT',
  },
  {
    format: 'the-things-stack',
    name: 'The Things Stack',
    where: 'Webhooks › Custom › Base URL, JSON, Uplink message',
  },
  { format: 'uptime-kuma', name: 'Uptime Kuma', where: 'Settings › Notifications › Webhook › Post URL' },
  { format: 'viewtron', name: 'Viewtron, TVT', where: 'Network › HTTP POST' },
  { format: 'zabbix', name: 'Zabbix', where: 'Alerts › Media types › Webhook › url' },
  {
    format: 'zigbee2mqtt',
    name: 'Zigbee2MQTT',
    topics: 'zigbee2mqtt/#',
    broker: 'Settings › MQTT',
  },
];
