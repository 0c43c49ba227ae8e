/** The style of the reference, in light and dark, and what Swagger UI's own style leaves out in the body of an operation. */
export const REFERENCE_STYLE = `
:root {
  color-scheme: light;
  --ground: #fff; --text: #1f2933; --muted: #52606d; --line: #cbd2d9; --raised: #f2f5f7; --link: #0b5cad;
  --get: #0b5cad; --post: #0b6e37; --put: #8a4b00; --patch: #0f6674; --delete: #b3261e;
}
:root.dark-mode {
  color-scheme: dark;
  --ground: #1c2022; --text: #e4e7eb; --muted: #b0bac4; --line: #434c55; --raised: #272d31; --link: #8cc4ff;
  --get: #8cc4ff; --post: #7ddb9f; --put: #ffc074; --patch: #7fd6e3; --delete: #ff9f97;
}
body { margin: 0 auto; max-width: 76rem; padding: 0 1rem 4rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
h1 { margin: 1.5rem 0 0; font-size: 1.6rem; }
h1 small { color: var(--muted); font-size: 1rem; font-weight: 400; }
h2 { margin: 2rem 0 0; font-size: 1.2rem; }
h3 { margin: 0; font: inherit; }
p { margin: 0.25rem 0 0.75rem; }
code { font-family: ui-monospace, monospace; font-size: 0.95em; overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 1rem 0; }
input, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--muted); border-radius: 6px; padding: 0.3rem 0.6rem; min-height: 2.25rem; box-sizing: border-box; }
#filter { flex: 0 1 24rem; }
button { cursor: pointer; background: var(--raised); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
#operations { min-height: 100vh; }
li { border: 1px solid var(--line); border-radius: 6px; margin: 0.35rem 0; content-visibility: auto; contain-intrinsic-size: auto 2.6rem; }
.operation { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 0.8rem; width: 100%; border: 0; text-align: start; min-height: 2.5rem; }
.operation[aria-expanded="true"] { border-bottom: 1px solid var(--line); border-radius: 6px 6px 0 0; }
.method { min-width: 4.2rem; }
${['get', 'post', 'put', 'patch', 'delete'].map((it) => `.method.${it} { color: var(--${it}); }`).join('\n')}
.operation span { color: var(--muted); }
.panel:empty, [hidden] { display: none !important; }
.panel { padding: 0.5rem; overflow-x: auto; }
.panel .swagger-ui .opblock { margin: 0; border: 0; box-shadow: none; background: none !important; }
.panel .swagger-ui :is(p, td, th, h4, h5, label, li, div, small, span, i, .tab button, .model-toggle) { color: var(--text); }
.panel .swagger-ui :is(.parameter__name, .parameter__type, .model-title, .prop-type, .prop-format, .renderedMarkdown code) { color: var(--text); }
.panel .swagger-ui .parameter__name.required::after { color: var(--delete); }
.panel .swagger-ui :is(.opblock-section-header, .model-box, .model-container, table.headers) { background: var(--raised); }
.panel .swagger-ui :is(input, textarea, select, .btn) { background: var(--ground); color: var(--text); border-color: var(--muted); }
.panel .swagger-ui .btn.execute { background: #0b5cad; color: #fff; }
.panel .swagger-ui .btn.cancel { color: var(--delete) !important; border-color: var(--delete) !important; }
.panel .swagger-ui .download-contents { background: #3b4250; color: #fff; }
.panel .swagger-ui :is(pre, .microlight), .panel .swagger-ui :is(pre, .microlight) * { color: #fff !important; }
.panel .swagger-ui .response-col_links { display: none; }
@media (max-width: 640px) {
  .panel .swagger-ui .opblock-body .table-container, .panel .swagger-ui .responses-inner { padding: 10px 0; }
  .panel .swagger-ui .parameters-col_name { min-width: 8em; }
  .panel .swagger-ui .parameters-col_description input, .panel .swagger-ui select { max-width: 100%; }
}
`;
