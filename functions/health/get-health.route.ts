import * as z from 'zod/mini';
import { defineRoute } from '../../shared/http/route.ts';
import { withMeta } from '../../shared/with-meta.ts';

export const getHealthRoute = defineRoute('health/get-health', {
  method: 'GET',
  path: '/health',
  // Uptime monitors send HEAD unless somebody tells them otherwise. No other path needs it.
  answersHead: true,
  summary: 'Whether the service answers',
  access: 'anyone',
  response: {
    description: 'The service answers.',
    body: withMeta(
      z.object({
        status: z.literal('ok'),
        release: withMeta(z.string(), {
          description:
            'The commit that the service was last deployed from; `-dirty` at its end means that there were changes beside it, `unknown` that nobody said which it is.',
        }),
      }),
      {
        id: 'Health',
        examples: [{ status: 'ok', release: '4f9c2b7d1e0a8356c9d4e7f2b1a06d8c3e5f9071' }],
      },
    ),
  },
  settings: ['GUARD_RELEASE'],
});
