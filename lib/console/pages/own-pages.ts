/** The pages about a person's own account, also while they are not signed in: one file, which is smaller than one for each. */
export { AccountPage } from './account/account-page.tsx';
export { RequiredSetUp } from './account/required-set-up.tsx';
export { ForgotPage } from './password/forgot-page.tsx';
export { SetPasswordPage } from './password/set-password-page.tsx';
export { SsoPage } from './sso/sso-page.tsx';
