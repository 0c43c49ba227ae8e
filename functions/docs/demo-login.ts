/**
 * The account that the reference proposes on localhost, where the demo data has it. It is no account of a deployed
 * stage, and none could have its password: that is too short.
 */
export const DEMO_LOGIN = { email: 'master@acme.test', password: 'guard-demo' } as const;
