/**
 * The account that the reference proposes on localhost, from the demo data. No deployed stage has this account, because its
 * password is too short.
 */
export const DEMO_LOGIN = { email: 'master@acme.test', password: 'guard-demo' } as const;
