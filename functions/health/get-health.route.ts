import * as z from 'zod';
import { defineRoute } from '../../shared/http/route.ts';

export const getHealthRoute = defineRoute('health/get-health', {
  method: 'GET',
  path: '/health',
  summary: 'Whether the service answers',
  access: 'anyone',
  response: {
    description: 'The service answers.',
    body: z.object({ status: z.literal('ok') }).meta({ id: 'Health', examples: [{ status: 'ok' }] }),
  },
});
