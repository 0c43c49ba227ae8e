import { useState } from 'preact/hooks';
import type { InboundAddress, IssuedCertificate } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Copy } from '../../components/copy.tsx';
import { Instant } from '../../components/instant.tsx';
import { Facts, Panel } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { texts } from './inbound-texts.ts';

interface CertificateProps {
  readonly deviceId: string;
  readonly address: InboundAddress;
  readonly zone: string | undefined;
  readonly onIssued: (address: InboundAddress) => void;
}

/** The certificate of a device for MQTT, where the broker takes some. Its key is shown once. */
export function Certificate({ deviceId, address, zone, onIssued }: CertificateProps) {
  const { guard } = useConsole();
  const [issued, setIssued] = useState<IssuedCertificate>();
  useUnsaved(issued !== undefined);
  const { certificate } = address;
  return (
    <Panel
      title={texts.certificate}
      actions={
        <ConfirmButton
          label={texts.issue}
          title={texts.issueTitle}
          text={texts.issueText}
          action={texts.issue}
          onConfirm={async () => {
            setIssued(await guard.inbound.issueCertificate(deviceId));
            onIssued(await guard.inbound.get(deviceId));
          }}
        />
      }
    >
      <p>{texts.certificateAbout}</p>
      {issued ? (
        <>
          <p class="notice">{texts.keyOnce}</p>
          <Copy label={texts.host} text={`${issued.host}:${issued.port}`} />
          <Copy label={texts.clientId} text={issued.client_id} />
          <Copy label={texts.certificate} text={issued.certificate} />
          <Copy label={texts.privateKey} text={issued.private_key} />
          <div class="buttons">
            <button type="button" onClick={() => setIssued(undefined)}>
              {texts.keyStored}
            </button>
          </div>
        </>
      ) : (
        certificate && (
          <Facts
            facts={[
              [texts.clientId, <code>{certificate.client_id}</code>],
              [texts.issued, <Instant at={certificate.issued_at} zone={zone} />],
            ]}
          />
        )
      )}
    </Panel>
  );
}
