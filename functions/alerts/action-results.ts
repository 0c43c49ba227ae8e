import * as z from 'zod/mini';
import { alertSchema } from '../../shared/alerts/alert.ts';
import { resultErrorSchema } from '../../shared/http/result-error.ts';
import { withMeta } from '../../shared/with-meta.ts';

const actionResultSchema = withMeta(
  z.object({
    status: withMeta(z.int(), { description: 'The status that a request for this alert alone would have.' }),
    alert: withMeta(z.optional(alertSchema), { description: 'The current alert.' }),
    error: z.optional(resultErrorSchema),
  }),
  { id: 'AlertActionResult', description: 'The result for one alert.' },
);

export const actionResultsSchema = withMeta(
  z.object({
    results: withMeta(z.array(actionResultSchema), {
      description: 'One result for each id, in the order of the ids.',
    }),
  }),
  {
    id: 'AlertActionResults',
    examples: [{ results: [{ status: 404, error: { message: 'Not Found.', code: 'not_found' } }] }],
  },
);
