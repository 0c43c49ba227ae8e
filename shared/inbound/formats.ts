import { alertmanager } from './formats/alertmanager.ts';
import { axis } from './formats/axis.ts';
import { frigate } from './formats/frigate.ts';
import { generic } from './formats/generic.ts';
import { grafana } from './formats/grafana.ts';
import { hikvision } from './formats/hikvision.ts';
import { homeAssistant } from './formats/home-assistant.ts';
import { onvif } from './formats/onvif.ts';
import { paradox } from './formats/paradox.ts';
import { shelly } from './formats/shelly.ts';
import { tasmota } from './formats/tasmota.ts';
import { theThingsStack } from './formats/the-things-stack.ts';
import { uptimeKuma } from './formats/uptime-kuma.ts';
import { viewtron } from './formats/viewtron.ts';
import { zabbix } from './formats/zabbix.ts';
import { zigbee2mqtt } from './formats/zigbee2mqtt.ts';
import type { FormatName } from './inbound-address.ts';
import type { Mapping } from './mapping.ts';
import type { Format } from './signal.ts';

const FORMATS: Readonly<Record<Exclude<FormatName, 'generic'>, Format>> = {
  alertmanager,
  axis,
  frigate,
  grafana,
  hikvision,
  'home-assistant': homeAssistant,
  onvif,
  paradox,
  shelly,
  tasmota,
  'the-things-stack': theThingsStack,
  'uptime-kuma': uptimeKuma,
  viewtron,
  zabbix,
  zigbee2mqtt,
};

/** The format of an address, with its mapping. */
export function formatOf(name: FormatName, mapping: Mapping): Format {
  return name === 'generic' ? generic(mapping) : FORMATS[name];
}
