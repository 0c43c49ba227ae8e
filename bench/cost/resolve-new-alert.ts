import * as z from 'zod';
import type { BenchData } from '../bench-data.ts';
import type { RecordingGuard } from './recording-guard.ts';
import { signInToPost } from './sign-in.ts';

const createdSchema = z.object({ id: z.string() });

/** Signs in a tenant master, who raises, acknowledges and resolves an alert each time that this is called. Gives its id. */
export async function resolveNewAlert(
  guard: RecordingGuard,
  { tenantMaster, operatorSiteIds }: BenchData,
): Promise<() => Promise<string>> {
  const post = await signInToPost(guard, tenantMaster);
  const [site_id] = operatorSiteIds;
  const report = { site_id, type: 'panic', severity: 'low', message: 'The back door is open' };
  return async () => {
    const { id } = createdSchema.parse(await post('/alerts', report));
    await post(`/alerts/${id}/acknowledge`);
    await post(`/alerts/${id}/resolve`);
    return id;
  };
}
