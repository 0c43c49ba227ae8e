import type { Device, Panel } from '../../../client/index.ts';
import { Copy } from '../../components/copy.tsx';
import { durationText } from '../../state/age.ts';
import { texts } from './panel-texts.ts';

interface PanelValuesProps {
  readonly panel: Panel;
  readonly device: Device;
  /** The key, if it was set a moment ago. */
  readonly panelKey?: string | undefined;
  readonly onKeyCopied?: () => void;
}

/** Supervision takes three signs of life: one that is lost makes no panel offline. */
const SIGNS = 3;
const DAY_SECONDS = 86_400;

/** How often a panel gives a sign of life. A daily one has an hour more, and none may be lost. */
const intervalOf = (supervision: number): number =>
  supervision > DAY_SECONDS ? DAY_SECONDS : Math.floor(supervision / SIGNS);

/** What an installer writes into the panel, each with a button that copies it. */
export function PanelValues({ panel, device, panelKey, onKeyCopied }: PanelValuesProps) {
  const { account, line_prefix, encryption, time_check, receiver } = panel;
  const { heartbeat_seconds } = device;
  const [host, backup] = receiver?.hosts ?? [];
  const values: readonly (readonly [name: string, value: string, isCopied?: boolean])[] = [
    ...(host === undefined ? [] : [[texts.address, host, true] as const]),
    ...(backup === undefined ? [] : [[texts.backup, backup, true] as const]),
    ...(receiver ? [[texts.port, String(receiver.port), true] as const] : []),
    [texts.protocol, texts.protocolText],
    [texts.account, account, true],
    [texts.linePrefix, line_prefix ?? texts.anyPrefix, line_prefix !== null],
    ...(encryption === 'none'
      ? []
      : [[texts.key, panelKey ?? texts.keySet, panelKey !== undefined] as const]),
    ...(time_check === 'strict' ? [[texts.time, texts.on] as const] : []),
    [
      texts.interval,
      heartbeat_seconds === null ? texts.off : texts.every(durationText(intervalOf(heartbeat_seconds))),
    ],
  ];
  return (
    <>
      {!receiver && <p class="notice">{texts.noReceiver}</p>}
      <dl class="facts panel-values">
        {values.map(([name, value, isCopied]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {isCopied ? (
                <Copy label={name} text={value} onCopied={name === texts.key ? onKeyCopied : undefined} />
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
