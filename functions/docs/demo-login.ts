/**
 * The account that the reference suggests on localhost, where the demo data contains it. No deployed stage has it,
 * because its password is too short.
 */
export const DEMO_LOGIN = { email: 'master@acme.test', password: 'guard-demo' } as const;
