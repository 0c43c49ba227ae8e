import * as z from 'zod';
import type { BenchData } from '../bench-data.ts';
import type { BenchRequest } from '../guard-under-test.ts';
import type { RecordingGuard } from './recording-guard.ts';
import { signInToPost } from './sign-in.ts';

/** A device that is watched, at one of the operator's sites, and its key. */
export interface Reporter {
  readonly deviceId: string;
  readonly keyId: string;
  /** A report of one event that it makes. */
  report(event: object): BenchRequest;
}

/** The longest there is: the device must not fall silent while others are measured. */
const HEARTBEAT_SECONDS = 86_400;

const createdSchema = z.object({ id: z.string() });
const issuedSchema = z.object({ id: z.string(), key: z.string() });

/** Connects a device as a tenant master does (docs/connect-devices.md). */
export async function connectReporter(
  guard: RecordingGuard,
  { tenantMaster, operatorSiteIds }: BenchData,
): Promise<Reporter> {
  const post = await signInToPost(guard, tenantMaster);
  const device = { name: 'Back door', type: 'door-contact', heartbeat_seconds: HEARTBEAT_SECONDS };
  const created = await post(`/sites/${operatorSiteIds[0]}/devices`, device);
  const { id: deviceId } = createdSchema.parse(created);
  const issued = await post('/keys', { name: 'Back door', device_id: deviceId });
  const { id: keyId, key: token } = issuedSchema.parse(issued);
  return {
    deviceId,
    keyId,
    report: (event) => ({ method: 'POST', path: '/api/v1/reports', token, json: { events: [event] } }),
  };
}
