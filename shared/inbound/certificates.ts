import { ApiError } from '../base/errors.ts';
import { formatTimestamp, laterThan } from '../base/time.ts';
import type { StoredDevice } from '../devices/device.ts';
import type { CertificateAuthority, MadeCertificate } from '../lambda/certificate-authority.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { loadAddress } from './change-address.ts';
import { clientIdOf, fingerprintOf } from './client-id.ts';
import {
  addressItem,
  FORMER_HOURS,
  INBOUND_ADDRESSES,
  type InboundAddress,
  type StoredCertificates,
} from './inbound-address.ts';

interface Issuing {
  readonly now: Date;
  readonly stage: string;
  readonly authority: CertificateAuthority;
}

export interface IssuedCertificate extends MadeCertificate {
  readonly clientId: string;
  /** The certificates that count no longer. */
  readonly former: StoredCertificates;
}

/**
 * Issues a certificate for a device with an inbound address. The one before it counts for another day; those before that count
 * no longer, and are returned to be ended. Throws `not_found` if the device has no address.
 */
export async function issueCertificate(
  table: Table,
  device: StoredDevice,
  { now, stage, authority }: Issuing,
): Promise<IssuedCertificate> {
  const load = () => loadAddress(table, device);
  const loaded = await load();
  if (!loaded) throw new ApiError('not_found');
  const idIn = (id: string) => clientOf(loaded.entity, stage, id);
  const made = await authority.make(idIn);
  const clientId = idIn(made.id);
  const at = formatTimestamp(now);
  const until = formatTimestamp(new Date(now.getTime() + FORMER_HOURS * 3_600_000));
  try {
    const former = await decideAndWrite(table, loaded, load, (stored, writeId) => {
      const { entity, secrets, version, certificates } = stored;
      const [former, ...others] = certificates;
      const counting: StoredCertificates = [
        { id: made.id },
        ...(former ? [{ ...former, until: former.until ?? until }] : []),
      ];
      const changed: InboundAddress = {
        ...entity,
        certificate: { client_id: clientId, issued_at: at },
        updated_at: laterThan(entity.updated_at, at),
      };
      const writes = [
        changeItem(
          table,
          addressItem(entity, stored),
          addressItem(changed, { secrets, certificates: counting }),
          {
            version,
            writeId,
          },
        ),
        ...auditWrites(table, INBOUND_ADDRESSES, entity, changed),
      ];
      return { writes, result: others };
    });
    return { ...made, clientId, former };
  } catch (error) {
    await authority.end(made.id, clientId).catch(() => {});
    throw error;
  }
}

/** Ends certificates of a device, so that none of them connects any more. */
export async function endCertificates(
  certificates: StoredCertificates,
  { entity }: StoredDevice,
  { stage, authority }: Omit<Issuing, 'now'>,
): Promise<void> {
  for (const { id } of certificates) await authority.end(id, clientOf(entity, stage, id));
}

const clientOf = (
  { tenant_id: tenantId, id: deviceId }: Pick<InboundAddress, 'tenant_id' | 'id'>,
  stage: string,
  id: string,
) => clientIdOf(stage, { tenantId, deviceId, fingerprint: fingerprintOf(Buffer.from(id, 'hex')) });
