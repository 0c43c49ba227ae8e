/** The pages for people who are not signed in: one file, which is smaller than one for each. */
export { ForgotPage } from './password/forgot-page.tsx';
export { SetPasswordPage } from './password/set-password-page.tsx';
export { SsoPage } from './sso/sso-page.tsx';
