import * as z from 'zod/mini';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { resultErrorSchema } from '../../shared/http/result-error.ts';
import { withMeta } from '../../shared/with-meta.ts';

const actionResultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), { description: 'As the status of a request for this alert alone would be.' }),
    alert: withMeta(z.optional(alertSchema), { description: 'As it is now.' }),
    error: z.optional(resultErrorSchema),
  }),
  { id: 'AlertActionResult', description: 'What became of one alert.' },
);

/** What became of several alerts that one request acts on. */
export const actionResultsSchema = withMeta(
  z.object({
    results: withMeta(z.array(actionResultSchema), { description: 'In the order of the ids.' }),
  }),
  {
    id: 'AlertActionResults',
    examples: [{ results: [{ status: 404, error: { message: 'Not Found.', code: 'not_found' } }] }],
  },
);
