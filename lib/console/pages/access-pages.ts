/** The pages about who may sign in, and who did what: one file, which is smaller than one for each. */
export { AuditPage } from './audit/audit-page.tsx';
export { KeysPage } from './keys/keys-page.tsx';
export { PeoplePage } from './people/people-page.tsx';
export { SignInMethodsPage } from './sign-in-methods/sign-in-methods-page.tsx';
export { StartPage } from './start/start-page.tsx';
export { TenantsPage } from './tenants/tenants-page.tsx';
