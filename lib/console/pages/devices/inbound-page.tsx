import { useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type {
  Device,
  GuardClient,
  InboundAddress,
  InboundFormat,
  InboundMessage,
  IssuedInboundAddress,
} from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Copy } from '../../components/copy.tsx';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Facts, PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { problemText } from '../../services/problem.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { typeLabel } from '../../state/words.ts';
import type { DevicesProps } from './devices-props.ts';
import { Certificate } from './inbound-certificate.tsx';
import { InboundMappingForm } from './inbound-mapping.tsx';
import { type InboundSystem, SYSTEMS } from './inbound-systems.ts';
import { texts } from './inbound-texts.ts';
import { texts as mailTexts } from './mail-texts.ts';
import { useDeviceAddress } from './use-device-address.ts';

interface InboundPageProps extends DevicesProps {
  readonly deviceId: string;
}

/** The way to the page of the address, on the page of a device. */
export function InboundLink() {
  const { user } = useConsole();
  if (!isPermitted(user.role, 'devices:update')) return null;
  return (
    <Panel
      title={texts.title}
      actions={
        <>
          <ScreenLink class="button" to={{ tab: 'mail' }}>
            {mailTexts.link}
          </ScreenLink>
          <ScreenLink class="button" to={{ tab: 'inbound' }}>
            {texts.connect}
          </ScreenLink>
        </>
      }
    >
      <p class="muted">{texts.about}</p>
    </Panel>
  );
}

const readAddress = (guard: GuardClient, deviceId: string, signal: AbortSignal): Promise<InboundAddress> =>
  guard.inbound.get(deviceId, { signal });

/** The address of a device for another system: made, shown once, watched until the first message, and what its messages mean. */
export function InboundPage({ deviceId, ...props }: InboundPageProps) {
  const { guard } = useConsole();
  const [issued, setIssued] = useState<IssuedInboundAddress>();
  const { value, error, again, show } = useDeviceAddress(guard, deviceId, readAddress);
  const { device, address } = value ?? {};
  return (
    <PageLayout
      title={texts.connect}
      back={<ScreenLink to={{ tab: undefined }}>← {device?.name ?? texts.title}</ScreenLink>}
    >
      {!value && <Reading error={error} again={again} />}
      {device && issued && <NewAddress issued={issued} onDone={() => setIssued(undefined)} />}
      {device && address === null && (
        <ChooseSystem
          {...props}
          device={device}
          onMade={(made) => {
            setIssued(made);
            show({ device, address: withoutUrl(made) });
          }}
        />
      )}
      {device && address && (
        <AddressOfDevice
          {...props}
          key={address.created_at}
          device={device}
          address={address}
          onChanged={(changed) => show({ device, address: changed })}
          onMade={setIssued}
        />
      )}
    </PageLayout>
  );
}

const withoutUrl = ({ url: _, ...address }: IssuedInboundAddress): InboundAddress => address;

interface ChooseProps extends DevicesProps {
  readonly device: Device;
  readonly onMade: (issued: IssuedInboundAddress) => void;
}

function ChooseSystem({ device, onMade }: ChooseProps) {
  const { guard } = useConsole();
  const [format, setFormat] = useState<InboundFormat>('alertmanager');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function make() {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      onMade(await guard.inbound.create(device.id, { format }));
    } catch (reason) {
      setProblem(problemText(reason));
      setBusy(false);
    }
  }
  return (
    <Panel title={texts.system}>
      <p>{texts.about}</p>
      <SystemChoice value={format} onChange={setFormat} />
      <p class="problem" role="alert">
        {problem}
      </p>
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={isBusy} onClick={make}>
          {texts.make}
        </button>
      </div>
    </Panel>
  );
}

interface SystemChoiceProps {
  readonly value: InboundFormat;
  readonly onChange: (format: InboundFormat) => void;
}

function SystemChoice({ value, onChange }: SystemChoiceProps) {
  return (
    <label class="field">
      {texts.format}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as InboundFormat)}>
        {SYSTEMS.map(({ format, name }) => (
          <option key={format} value={format}>
            {name}
          </option>
        ))}
        <option value="generic">{texts.other}</option>
      </select>
    </label>
  );
}

/** A new address, shown once, and where it is typed. Leaving it asks first. */
function NewAddress({
  issued,
  onDone,
}: {
  readonly issued: IssuedInboundAddress;
  readonly onDone: () => void;
}) {
  useUnsaved(true);
  const system = SYSTEMS.find(({ format }) => format === issued.format);
  const hasMqtt = speaksMqtt(issued.format);
  return (
    <Panel title={texts.address}>
      <p class="notice">{texts.once}</p>
      {issued.broker && hasMqtt && (
        <>
          <h3>{texts.mqtt}</h3>
          <p>{texts.mqttAbout}</p>
          <BrokerFacts broker={issued.broker} system={system} />
          <p>{texts.password}</p>
          <Copy label={texts.password} text={passwordOf(issued)} />
          <h3>{texts.http}</h3>
        </>
      )}
      <QrCode label={texts.qr} text={issued.url} />
      <Copy label={texts.address} text={issued.url} />
      {system?.where && (
        <p>
          {texts.where} <strong lang="en">{system.where}</strong>
        </p>
      )}
      {system?.topics && <p>{texts.topics(system.topics)}</p>}
      <div class="buttons">
        <button type="button" onClick={onDone}>
          {texts.done}
        </button>
      </div>
    </Panel>
  );
}

/** Whether a system can connect to a broker. Of any other system nobody knows. */
const speaksMqtt = (format: InboundFormat): boolean =>
  format === 'generic' || SYSTEMS.find((it) => it.format === format)?.broker !== undefined;

/** The password of MQTT: the last part of the address. */
const passwordOf = ({ url }: IssuedInboundAddress): string => url.slice(url.lastIndexOf('/') + 1);

interface BrokerFactsProps {
  readonly broker: NonNullable<InboundAddress['broker']>;
  readonly system: InboundSystem | undefined;
}

function BrokerFacts({ broker: { host, port, tls, client_id }, system }: BrokerFactsProps) {
  return (
    <Facts
      facts={[
        ...(system?.broker === undefined
          ? []
          : [[system.name, <strong lang="en">{system.broker}</strong>] as const]),
        [texts.host, <code>{host}</code>],
        [texts.port, <code>{port}</code>],
        [texts.tls, tls ? texts.on : texts.off],
        [texts.user, <code>guard</code>],
        ...(client_id === null ? [] : [[texts.clientId, <code>{client_id}</code>] as const]),
        [texts.topic, system?.topics === undefined ? texts.anyTopic : <code>{system.topics}</code>],
      ]}
    />
  );
}

interface AddressProps extends DevicesProps {
  readonly device: Device;
  readonly address: InboundAddress;
  /** Null: it was revoked. */
  readonly onChanged: (address: InboundAddress | null) => void;
  readonly onMade: (issued: IssuedInboundAddress) => void;
}

/** While somebody connects a system, its messages appear within seconds. */
const EVERY_MS = 3_000;
const MOST_MESSAGES = 25;

function AddressOfDevice({ device, address, onChanged, onMade, ...props }: AddressProps) {
  const { guard } = useConsole();
  const { sites } = props;
  const {
    value: messages,
    error,
    again,
  } = usePolled(
    async (signal) =>
      (await guard.inbound.messages(device.id, { limit: MOST_MESSAGES }, { signal }).page()).data,
    EVERY_MS,
    [guard, device.id],
  );
  const zone = sites.value?.find(({ id }) => id === device.site_id)?.timezone;
  const [problem, setProblem] = useState('');
  async function changeFormat(format: InboundFormat) {
    setProblem('');
    try {
      onChanged(await guard.inbound.update(device.id, { format }));
    } catch (reason) {
      setProblem(problemText(reason));
    }
  }
  return (
    <>
      <Panel
        title={texts.messages}
        actions={
          <>
            <ConfirmButton
              label={texts.rotate}
              title={texts.rotateTitle}
              text={texts.rotateText}
              action={texts.rotate}
              onConfirm={async () => {
                const { format, mapping } = address;
                const made = await guard.inbound.create(device.id, { format, mapping });
                onChanged(withoutUrl(made));
                onMade(made);
              }}
            />
            <ConfirmButton
              label={texts.revoke}
              title={texts.revokeTitle}
              text={texts.revokeText}
              action={texts.revoke}
              onConfirm={async () => {
                await guard.inbound.delete(device.id);
                onChanged(null);
              }}
            />
          </>
        }
      >
        {!messages && <Reading error={error} again={again} />}
        {messages?.length === 0 && <p role="status">{texts.waiting}</p>}
        {messages && messages.length > 0 && <Messages {...props} messages={messages} zone={zone} />}
      </Panel>
      <InboundMappingForm
        deviceId={device.id}
        address={address}
        message={messages?.find(({ body }) => body !== '')}
        onSaved={onChanged}
      />
      {address.broker?.certificate_host && speaksMqtt(address.format) && (
        <Certificate deviceId={device.id} address={address} zone={zone} onIssued={onChanged} />
      )}
      <Panel title={texts.settings}>
        <Facts
          facts={[
            [texts.issued, <Instant at={address.issued_at} zone={zone} />],
            ...(address.former_until === null
              ? []
              : [[texts.former, <Instant at={address.former_until} zone={zone} />] as const]),
            ...(address.broker && speaksMqtt(address.format)
              ? [[texts.mqtt, <code>{`${address.broker.host}:${address.broker.port}`}</code>] as const]
              : []),
          ]}
        />
        <SystemChoice value={address.format} onChange={(format) => void changeFormat(format)} />
        <p class="problem" role="alert">
          {problem}
        </p>
      </Panel>
    </>
  );
}

interface MessagesProps extends DevicesProps {
  readonly messages: readonly InboundMessage[];
  readonly zone: string | undefined;
}

/** A list of messages, with what each meant. */
export function Messages({ messages, zone }: MessagesProps) {
  return (
    <Table
      caption={texts.messages}
      rows={messages}
      columns={[
        { title: texts.at, cell: ({ at }) => <Instant at={at} zone={zone} /> },
        {
          title: texts.meaning,
          cell: (message) => <Meaning message={message} />,
        },
      ]}
    />
  );
}

interface MeaningProps {
  readonly message: InboundMessage;
}

/** What a message meant, part by part, and as it was sent. */
function Meaning({ message }: MeaningProps) {
  const { results, body, topic, address, pictures } = message;
  const alertId = results.find(({ alert_id }) => alert_id !== undefined)?.alert_id;
  return (
    <div class="frame">
      {results.map(({ result, type, text }, place) => (
        <p key={`result-${place}`} class={result === 'not_understood' ? 'mark mark-bad' : undefined}>
          <strong>{texts.results[result]}</strong>
          {[type && typeLabel(type), text].filter(Boolean).map((it) => ` · ${it}`)}
        </p>
      ))}
      {alertId !== undefined && (
        <ScreenLink to={{ ...NO_FILTER, view: 'alerts', itemId: undefined, tab: undefined, alertId }}>
          {texts.showAlert}
        </ScreenLink>
      )}
      <details>
        <summary>{texts.raw}</summary>
        <p>
          <code>{body}</code>
        </p>
        <p class="muted">
          {[topic, texts.from(address), pictures > 0 && message.format !== 'mail' && texts.pictures(pictures)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </details>
    </div>
  );
}
