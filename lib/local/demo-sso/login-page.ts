import { hash } from 'node:crypto';
import { escapeText } from '../escape-text.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 24rem; margin: 4rem auto; padding: 0 1rem }
  label, button { display: block; margin: 1rem 0 }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: 0.5rem }
  button { font: inherit; padding: 0.5rem 1rem }
`;

export const LOGIN_PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
};

/** The page on which a person signs in with the demo provider. */
export function loginPage(action: string, email: string, problem = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Acme single sign-on</title>
<style>${STYLE}</style>
<h1>Acme single sign-on</h1>
<p>A provider for trying Guard, on this machine only.</p>
<p role="alert">${escapeText(problem)}</p>
<form method="post" action="${escapeText(action)}">
<label>E-mail <input name="email" type="email" value="${escapeText(email)}" autocomplete="username"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button name="answer" value="sign-in">Sign in</button>
<button name="answer" value="cancel">Cancel</button>
</form>
</html>
`;
}
