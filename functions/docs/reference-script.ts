import { DEMO_LOGIN } from './demo-login.ts';

/**
 * Opens Swagger UI with the document, in the colour scheme of the system. Trying out login or refresh authorizes the page
 * with the new token; a logout, or a 401 response, removes it. The token is stored in the tab, so that it survives a reload.
 * On localhost, the login proposes an account of the demo data.
 */
export const REFERENCE_SCRIPT_TEXT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const tokenKey = 'guard-token ' + location.pathname;
function withStorage(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null; // the browser stores nothing for this page
  }
}
const keepToken = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          if (given.bearer) withStorage((storage) => storage.setItem(tokenKey, given.bearer.value));
          return authorize(given);
        },
        logout: (logout) => (names) => {
          withStorage((storage) => storage.removeItem(tokenKey));
          return logout(names);
        },
      },
    },
  },
});

const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
function proposeDemoAccount(text) {
  const api = JSON.parse(text);
  const login = api.paths['/api/v1/auth/login'].post;
  login.requestBody.content['application/json'].example = ${JSON.stringify(DEMO_LOGIN)};
  login.description += '\\n\\nOn this machine, the demo account below can sign in; \`npm start\` names the others.';
  return JSON.stringify(api);
}

function signIn(token) {
  const schema = ui.specSelectors.specJson().getIn(['components', 'securitySchemes', 'bearer']).toJS();
  ui.authActions.authorize({ bearer: { name: 'bearer', schema, value: token } });
}
function signOut() {
  if (ui.authSelectors.authorized()?.has('bearer')) ui.authActions.logout(['bearer']);
}

const ui = SwaggerUIBundle({
  url: 'api.json',
  dom_id: '#reference',
  validatorUrl: 'none',
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  plugins: [keepToken],
  onComplete() {
    const token = withStorage((storage) => storage.getItem(tokenKey));
    if (token) signIn(token);
  },
  responseInterceptor(response) {
    if (isLocal && response.ok && response.url.endsWith('/docs/api.json')) response.text = proposeDemoAccount(response.text);
    const action = /\\/api\\/v1\\/auth\\/(login|refresh|logout)$/.exec(response.url)?.[1];
    const isRefused = response.status === 401 && action !== 'login';
    if (isRefused || (response.ok && action === 'logout')) signOut();
    else if (response.ok && action) signIn(JSON.parse(response.text).token);
    return response;
  },
});
`;
