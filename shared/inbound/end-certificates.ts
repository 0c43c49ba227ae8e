import type { StoredDevice } from '../devices/device.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { endCertificates } from './certificates.ts';
import type { StoredCertificates } from './inbound-address.ts';
import { iotCore } from './iot-core.ts';

/** Ends certificates. Nothing that they send counts any more, so that a failure only leaves a connection. */
export async function endQuietly(
  certificates: StoredCertificates,
  device: StoredDevice,
  runtime: Runtime,
): Promise<void> {
  if (certificates.length === 0) return;
  await endCertificates(certificates, device, issuingOf(runtime)).catch((error: unknown) =>
    runtime.logger.warn('A certificate was not ended', { error: runtime.nameSources(error) }),
  );
}

/** Who issues and ends certificates in the stage. */
export function issuingOf({ settings: { stage }, certificates = iotCore(stage) }: Runtime) {
  return { stage, authority: certificates };
}
