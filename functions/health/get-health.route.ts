import * as z from 'zod';
import { defineRoute, NO_TABLE_USE } from '../../shared/http/route.ts';

export const getHealthRoute = defineRoute({
  name: 'get-health',
  folder: 'health',
  method: 'GET',
  path: '/health',
  summary: 'Whether the service answers',
  access: 'anyone',
  rateClass: 'none',
  request: {},
  response: {
    status: 200,
    description: 'The service answers.',
    body: z.object({ status: z.literal('ok') }).meta({ id: 'Health' }),
  },
  errors: [],
  table: NO_TABLE_USE,
});
