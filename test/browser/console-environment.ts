/** A local server in memory whose data does not move. Its limits are wide, because many screens belong to one user. */
export const CONSOLE_ENVIRONMENT = {
  PORT: '0',
  GUARD_DATA: 'memory',
  GUARD_DEMO_TRAFFIC: 'off',
  GUARD_RATE_LIMIT_LOGIN_ADDRESS: '10000',
  GUARD_RATE_LIMIT_API: '100000',
  GUARD_RATE_LIMIT_AUTH: '10000',
};
