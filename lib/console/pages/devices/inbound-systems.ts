import type { InboundFormat } from '../../../client/index.ts';

/** A system that sends to an address: its name, and where in it the address is typed, in its own words. */
export interface InboundSystem {
  readonly format: Exclude<InboundFormat, 'generic'>;
  readonly name: string;
  readonly where?: string;
  /** The topics that a flow or a bridge must post, of a system that sends to a broker only. */
  readonly topics?: string;
}

export const SYSTEMS: readonly InboundSystem[] = [
  { format: 'alertmanager', name: 'Prometheus Alertmanager', where: 'receivers › webhook_configs › url' },
  { format: 'axis', name: 'Axis', topics: 'axis/#' },
  { format: 'frigate', name: 'Frigate', topics: 'frigate/reviews, frigate/available' },
  { format: 'grafana', name: 'Grafana', where: 'Alerting › Contact points › Webhook › URL' },
  { format: 'hikvision', name: 'Hikvision', where: 'Event › Alarm Server › HTTPS, port 443, URL' },
  { format: 'home-assistant', name: 'Home Assistant', where: 'rest_command › url, method: post' },
  { format: 'onvif', name: 'ONVIF', where: 'Subscribe › ConsumerReference' },
  { format: 'paradox', name: 'Paradox (PAI)', topics: 'paradox/states/#, paradox/interface' },
  { format: 'shelly', name: 'Shelly', where: 'Webhooks › URL ?event=smoke.alarm&device=…' },
  { format: 'tasmota', name: 'Tasmota', topics: 'tele/#, stat/#' },
  {
    format: 'the-things-stack',
    name: 'The Things Stack',
    where: 'Webhooks › Custom › Base URL, JSON, Uplink message',
  },
  { format: 'uptime-kuma', name: 'Uptime Kuma', where: 'Settings › Notifications › Webhook › Post URL' },
  { format: 'viewtron', name: 'Viewtron, TVT', where: 'Network › HTTP POST' },
  { format: 'zabbix', name: 'Zabbix', where: 'Alerts › Media types › Webhook › url' },
  { format: 'zigbee2mqtt', name: 'Zigbee2MQTT', topics: 'zigbee2mqtt/#' },
];
