import * as z from 'zod/mini';
import { withMeta } from '../shared/base/schema.ts';
import { createEndpoint } from '../shared/http/endpoint.ts';
import { defineRoute } from '../shared/http/route.ts';

export const getHealthRoute = defineRoute('health/get-health', {
  method: 'GET',
  path: '/health',
  // Uptime monitors send HEAD by default.
  answersHead: true,
  summary: 'Check that the service answers',
  access: 'anyone',
  response: {
    description: 'The service answers.',
    body: withMeta(
      z.object({
        status: z.literal('ok'),
        release: withMeta(z.string(), {
          description:
            'The deployed commit. It ends with `-dirty` if there were uncommitted changes; `unknown` if the deployment did not name it.',
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

export const getHealthHandler = createEndpoint(getHealthRoute, (_, { settings }) => ({
  body: { status: 'ok' as const, release: settings.release },
}));
