/** What the script of the page needs to know. */
interface ReferenceFacts {
  /** The names of Swagger UI's files, beside the page in `assets/`. */
  readonly script: string;
  readonly styles: string;
  /** The account that the login suggests on localhost. */
  readonly demoLogin: { readonly email: string; readonly password: string };
}

/**
 * The script of the reference. It lists the operations of the OpenAPI document at once. Swagger UI, which takes seconds for all
 * of them, is loaded when somebody opens an operation, and gets a document of this one. That document is of OpenAPI 3.0, for
 * which Swagger UI takes half the time.
 *
 * Trying out login or refresh signs the page in with the new token; trying out logout, or a 401 response, signs it out. The
 * token is stored in the browser tab, so that it survives a reload.
 */
export const referenceScript = ({ script, styles, demoLogin }: ReferenceFacts): string => `
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const find = (id) => document.getElementById(id);
function make(name, facts = {}, ...children) {
  const element = Object.assign(document.createElement(name), facts);
  element.append(...children);
  return element;
}
/** The few signs of Markdown in the texts of the document. */
const inline = (text) =>
  text.split(/(\\*\\*.+?\\*\\*|\`.+?\`)/).map((part) =>
    part.startsWith('**') ? make('strong', {}, part.slice(2, -2))
      : part.startsWith('\`') ? make('code', {}, part.slice(1, -1)) : part);

const tokenKey = 'guard-token ' + location.pathname;
let token = null;
function withStorage(use) {
  try {
    return use(sessionStorage);
  } catch {
    return null; // the browser stores nothing for this page
  }
}
function keepToken(given) {
  token = given || null;
  withStorage((storage) => (token ? storage.setItem(tokenKey, token) : storage.removeItem(tokenKey)));
  find('signed-in').textContent = token ? 'Signed in.' : 'Not signed in.';
  find('sign-out').hidden = !token;
}
keepToken(withStorage((storage) => storage.getItem(tokenKey)));
find('token-form').addEventListener('submit', (event) => {
  event.preventDefault();
  keepToken(find('token').value.trim());
  find('token').value = '';
});
find('sign-out').addEventListener('click', () => {
  keepToken(null);
  find('token').focus();
});

const isOwn = (url) => new URL(url, location.href).href.startsWith(base + '/');
const base = new URL('..', location.href).href.replace(/\\/$/, '');
function sendToken(request) {
  if (token && isOwn(request.url)) request.headers.Authorization = 'Bearer ' + token;
  return request;
}
function followSession(response) {
  const action = /\\/api\\/v1\\/auth\\/(login|refresh|logout)$/.exec(response.url)?.[1];
  const isRefused = response.status === 401 && action !== 'login';
  if (isRefused || (response.ok && action === 'logout')) keepToken(null);
  else if (response.ok && action) keepToken(JSON.parse(response.text).token);
  return response;
}

/** A part of the document as OpenAPI 3.0 says it. */
function asOpenApi30(key, value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $ref, examples, ...rest } = value;
  if ($ref) return Object.keys(value).length === 1 ? value : { ...rest, allOf: [{ $ref }] };
  // Those of values are left out: Swagger UI would filter a list by the example of a tenant.
  if (examples && !Array.isArray(examples)) rest.examples = examples;
  if (Array.isArray(rest.type) && rest.type.includes('null')) {
    rest.type = rest.type.find((it) => it !== 'null');
    rest.nullable = true;
  }
  if ('const' in rest && rest.type) {
    rest.enum = [rest.const];
    delete rest.const;
  }
  return rest;
}
/** The document of one operation, with the components that it names. */
function documentOf({ path, method, operation }) {
  const components = {};
  const copy = (value) => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\\/components\\/(\\w+)\\/([^"]+)"/g)) {
      if (components[kind]?.[name]) continue;
      const part = api.components[kind][name];
      (components[kind] ??= {})[name] = part;
      copy(part);
    }
  };
  const { security, ...shown } = operation;
  copy(shown);
  const whole = { openapi: '3.0.3', info: api.info, servers: [{ url: base }], paths: { [path]: { [method]: shown } }, components };
  return JSON.parse(JSON.stringify(whole), asOpenApi30);
}

/** Of Swagger UI, only the body of an operation: the page itself lists the operations. */
const onlyTheBody = ({ React }) => ({
  components: {
    TheOperation: ({ getComponent }) =>
      React.createElement('div', { className: 'swagger-ui' }, React.createElement(getComponent('operations', true))),
    OperationTag: ({ children }) => children,
    OperationSummary: () => null,
  },
});
/** Gives the controls of Swagger UI names, and lets keys scroll what is longer than its place. */
function nameControls(panel) {
  const name = (selector, text) => {
    for (const it of panel.querySelectorAll(selector + ':not([aria-label])')) it.setAttribute('aria-label', text);
  };
  name('.examples-select-element', 'Example');
  name('select:not(.examples-select-element)', 'Value');
  name('textarea', 'Request body');
  name('tr[data-param-name] input', 'Value');
  for (const it of panel.querySelectorAll('table[role="region"]')) it.removeAttribute('role');
  for (const it of panel.querySelectorAll('pre:not([tabindex])')) it.tabIndex = 0;
}
let loading;
const loadSwagger = () =>
  (loading ??= new Promise((resolve, reject) => {
    const link = make('link', { rel: 'stylesheet', href: 'assets/${styles}' });
    const both = [link, make('script', { src: 'assets/${script}' })];
    Promise.all(both.map((it) => new Promise((done, fail) => Object.assign(it, { onload: done, onerror: fail })))).then(resolve, reject);
    document.head.append(...both);
  }));
async function show(row) {
  if (row.isShown) return;
  row.isShown = true;
  try {
    await loadSwagger();
  } catch {
    loading = undefined;
    row.isShown = false;
    row.panel.textContent = 'This part of the page cannot be loaded. Close the operation, and open it again.';
    return;
  }
  row.panel.replaceChildren();
  new MutationObserver(() => nameControls(row.panel)).observe(row.panel, { childList: true, subtree: true });
  SwaggerUIBundle({
    spec: documentOf(row),
    domNode: row.panel,
    layout: 'TheOperation',
    plugins: [onlyTheBody],
    docExpansion: 'full',
    defaultModelRendering: 'model',
    validatorUrl: 'none',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    requestInterceptor: sendToken,
    responseInterceptor: followSession,
  });
}
const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
function proposeDemoAccount() {
  const login = api.paths['/api/v1/auth/login']?.post;
  if (!isLocal || !login) return;
  login.requestBody.content['application/json'].example = ${JSON.stringify(demoLogin)};
  login.description += '\\n\\nOn this machine, the demo account below can sign in; \`npm start\` names the others.';
}

function rowOf(path, method, operation, tag) {
  const id = tag.replace(/\\W+/g, '-') + '-' + operation.operationId;
  const button = make('button', { type: 'button', className: 'operation' },
    make('b', { className: 'method ' + method }, method.toUpperCase()),
    make('code', {}, path), make('span', {}, operation.summary ?? ''));
  const panel = make('div', { className: 'panel', id: 'panel-' + id, hidden: true }, 'Loading …');
  const element = make('li', { id: 'operation-' + id }, make('h3', {}, button), panel);
  const text = [method, path, operation.summary, operation.operationId, tag].join(' ').toLowerCase();
  const row = { path, method, operation, button, panel, element, text, hash: '#/' + tag.replaceAll(' ', '%20') + '/' + operation.operationId };
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-controls', panel.id);
  button.addEventListener('click', () => toggle(row, panel.hidden));
  button.addEventListener('pointerenter', loadSwagger, { once: true });
  return row;
}
function toggle(row, isOpen) {
  row.panel.hidden = !isOpen;
  row.button.setAttribute('aria-expanded', String(isOpen));
  if (!isOpen) return;
  history.replaceState(null, '', row.hash);
  show(row);
}

let api;
const sections = [];
async function list() {
  api = await (await fetch('api.json')).json();
  proposeDemoAccount();
  find('version').textContent = api.info.version;
  find('about').append(...api.info.description.split('\\n\\n').map((text) => make('p', {}, ...inline(text))));
  const rows = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => rowOf(path, method, operation, operation.tags[0])));
  for (const { name, description } of api.tags) {
    const own = rows.filter(({ operation }) => operation.tags[0] === name);
    const element = make('section', {}, make('h2', {}, name), make('p', {}, ...inline(description ?? '')),
      make('ul', {}, ...own.map((row) => row.element)));
    sections.push({ element, rows: own });
  }
  find('operations').replaceChildren(...sections.map(({ element }) => element));
  find('filter').addEventListener('input', filter);
  filter();
  addEventListener('hashchange', openLinked);
  openLinked();
}
function filter() {
  const words = find('filter').value.toLowerCase().split(/\\s+/);
  let count = 0;
  for (const { element, rows } of sections) {
    for (const row of rows) row.element.hidden = !words.every((word) => row.text.includes(word));
    const shown = rows.filter((row) => !row.element.hidden).length;
    element.hidden = shown === 0;
    count += shown;
  }
  find('count').textContent = count === 1 ? '1 operation' : count + ' operations';
}
function openLinked() {
  const row = sections.flatMap(({ rows }) => rows).find(({ hash }) => hash === location.hash);
  if (!row) return;
  toggle(row, true);
  row.element.scrollIntoView();
  row.button.focus({ preventScroll: true });
}
list().catch(() => {
  find('operations').textContent = 'The document cannot be loaded. Load the page again.';
});
`;
