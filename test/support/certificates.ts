import { createHash, randomUUID } from 'node:crypto';
import type { CertificateAuthority } from '../../shared/lambda/certificate-authority.ts';

/** Issues certificates that are none, in place of AWS IoT Core. `issued` has those that were not ended, with their client ids. */
export function testAuthority(): CertificateAuthority & { readonly issued: ReadonlyMap<string, string> } {
  const issued = new Map<string, string>();
  return {
    issued,
    async make(clientIdOf) {
      const id = createHash('sha256').update(randomUUID()).digest('hex');
      issued.set(id, clientIdOf(id));
      return { id, certificate: `certificate ${id}`, privateKey: `key of ${id}` };
    },
    async end(id) {
      issued.delete(id);
    },
  };
}

/** The setting of a broker that takes certificates. */
export const TEST_BROKER = {
  host: 'mqtt.example',
  port: 8883,
  tls: true,
  certificateHost: 'certificates.example',
} as const;
