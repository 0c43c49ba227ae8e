import { PANEL_PORT } from '../../../../shared/panels/panel-port.ts';
import type { Device, Panel } from '../../../client/index.ts';
import { Copy } from '../../parts/copy.tsx';
import { durationText } from '../../state/age.ts';
import { texts } from './panel-texts.ts';

interface PanelValuesProps {
  readonly panel: Panel;
  readonly device: Device;
  /** The key, if it was set a moment ago. */
  readonly panelKey?: string | undefined;
}

/** Supervision takes three signs of life: one that is lost makes no panel offline. */
const SIGNS = 3;

/** What an installer writes into the panel, each with a button that copies it. */
export function PanelValues({ panel, device, panelKey }: PanelValuesProps) {
  const { account, line_prefix, encryption, time_check } = panel;
  const { heartbeat_seconds } = device;
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  const interval = heartbeat_seconds === null ? undefined : Math.floor(heartbeat_seconds / SIGNS);
  const values: readonly (readonly [name: string, value: string, isCopied?: boolean])[] = [
    [texts.address, isHere ? location.hostname : texts.addressAsk, isHere],
    [texts.port, String(PANEL_PORT), true],
    [texts.protocol, texts.protocolText],
    [texts.account, account, true],
    [texts.linePrefix, line_prefix ?? texts.anyPrefix, line_prefix !== null],
    ...(encryption === 'none'
      ? []
      : [[texts.key, panelKey ?? texts.keySet, panelKey !== undefined] as const]),
    ...(time_check === 'strict' ? [[texts.time, texts.on] as const] : []),
    [texts.interval, interval === undefined ? texts.off : texts.every(durationText(interval))],
  ];
  return (
    <dl class="facts panel-values">
      {values.map(([name, value, isCopied]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isCopied ? <Copy label={name} text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
