/** The files of `/docs`: our page and the ones of the reader package that it loads. No other file of the package is
 *  served, and the page may load nothing from anywhere else. */
export type DocsFile = {
  readonly path: string
  readonly contentType: string
  readonly lines: string
  readonly source: { readonly text: string } | { readonly file: string }
}

/** `data:` is for icons inside the reader's style sheet. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Header lines of a page, each after CRLF. */
export const PAGE_LINES = `\r\nContent-Security-Policy: ${CONTENT_SECURITY_POLICY}\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY`

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Mintglass API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/reference.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <nav aria-label="Documentation">
      <a href="/">Explorer</a> <a href="/docs" aria-current="page">Reference</a> <a href="/docs/push">Streams and webhooks</a>
      <a href="/docs/guides">Guides</a> <a href="/api/v2/openapi.json">OpenAPI</a> <a href="/api/v2/asyncapi.json">AsyncAPI</a>
    </nav>
    <p id="keys" hidden></p>
    <div id="reader"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** Keys that the page fills in, by the name of their scheme. */
export type PrefilledKeys = Readonly<Record<string, string>>

/** What the reader lacks for a keyboard and a screen reader. */
const REACHABLE = `// The reader's own parts that a keyboard or a screen reader cannot use, replaced: a link within the button that opens an
// operation, and examples that scroll and never get the focus.
const reachable = ({ React }) => ({
  wrapComponents: {
    OperationSummaryPath: () => ({ operationProps }) => {
      const parts = operationProps.get('path').split(/(?=\\/)/)
      const broken = parts.flatMap((part, at) => [React.createElement('wbr', { key: at }), part])
      return React.createElement('span', { className: 'opblock-summary-path' }, broken)
    },
    PlainTextViewer: () => ({ className = '', children }) =>
      React.createElement('pre', { className: className + ' microlight', tabIndex: 0 }, children),
  },
})

// The reader gives its fields no name: one of a parameter is called after it; of the others a list chooses a type of
// content, and a text is the body.
const nameFields = () => {
  for (const field of document.querySelectorAll('#reader :is(select, textarea):not([aria-label])')) {
    const other = field.localName === 'select' ? 'Content type' : 'Body'
    field.setAttribute('aria-label', field.closest('tr[data-param-name]')?.dataset.paramName ?? other)
  }
}
new MutationObserver(nameFields).observe(document.getElementById('reader'), { childList: true, subtree: true })`

/** - `validatorUrl: null`: the reader would otherwise send the description's address to an outside validator.
 *  - The reader's own filter compares tags only; ours looks into names, paths and summaries, too.
 *  - The reader's dark colours apply below `html.dark-mode`. */
function startScript(openApiPath: string, keys: PrefilledKeys): string {
  return `const keys = ${JSON.stringify(keys)}
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const search = (taggedOps, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/).filter(Boolean)
  return taggedOps
    .map((tag, name) => tag.set('operations', tag.get('operations').filter((one) => {
      const text = [
        name, one.get('method'), one.get('path'),
        one.getIn(['operation', 'operationId']), one.getIn(['operation', 'summary']),
      ].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })))
    .filter((tag) => tag.get('operations').size > 0)
}

const named = Object.entries(keys)
if (named.length > 0) {
  const note = document.getElementById('keys')
  note.textContent = 'Sandbox: filled in for you are ' + named.map(([name, key]) => name + ' ' + key).join(', ') + '.'
  note.hidden = false
}

${REACHABLE}

const ui = window.SwaggerUIBundle({
  url: ${JSON.stringify(openApiPath)},
  dom_id: '#reader',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  displayOperationId: true,
  syntaxHighlight: { activated: false },
  plugins: [{ fn: { opsFilter: search } }, reachable],
  onComplete() {
    document.getElementById('servers')?.setAttribute('aria-label', 'Server')
    for (const [name, key] of named) ui.preauthorizeApiKey(name, key)
    const field = document.querySelector('.operation-filter-input')
    if (field === null) return
    field.placeholder = 'Search: name, path or word'
    field.setAttribute('aria-label', 'Search operations')
  },
})
`
}

/** The reader's own colours are too pale, or too dark, to be read by everybody. No answer of ours has links. */
const STYLE = `body { margin: 0; } html { background: #fff; } html.dark-mode { background: #1c2022; }
nav { font: 15px/1.5 system-ui, sans-serif; padding: .75rem 20px; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid #ddd; }
nav a { color: #14532d; } nav a[aria-current] { font-weight: 600; text-decoration: none; }
#keys { font: 14px/1.5 system-ui, sans-serif; margin: 0; padding: .5rem 20px; background: #ecfdf5; color: #14532d; }
.swagger-ui .topbar { display: none; }
.swagger-ui .filter .operation-filter-input { width: 100%; max-width: 40rem; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #57606a; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #3f6600; }
html:not(.dark-mode) .swagger-ui .info a, html:not(.dark-mode) .swagger-ui .info .url, html:not(.dark-mode) .swagger-ui a.nostyle:focus { color: #1d5fa8; }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #14703f; border-color: #14703f; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #14703f; }
.swagger-ui .opblock .opblock-summary-method { color: #111; text-shadow: none; }
.swagger-ui .opblock-section-header { flex-wrap: wrap; }
.swagger-ui select { max-width: 100%; }
@media (max-width: 600px) { .swagger-ui .opblock-summary-operation-id { display: none; } }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .download-contents { background: #374151; color: #fff; }
.swagger-ui .btn.execute { background: #1d5fa8; border-color: #1d5fa8; color: #fff; }
.swagger-ui :is(.parameter__in, .parameter__extension, .response__extension, .header-example, .response-undocumented, .json-schema-2020-12-keyword__value, .json-schema-2020-12-keyword__name--secondary, .json-schema-2020-12__attribute--muted, .json-schema-2020-12-json-viewer__value, .json-schema-2020-12-expand-deep-button) { color: #4b5563; }
.swagger-ui :is(.btn.cancel, .parameter__deprecated, .parameter__name.required span, .json-schema-2020-12__attribute--warning) { color: #b3261e !important; border-color: #b3261e; }
.swagger-ui .response-control-media-type__accept-message { color: #14703f; }
html.dark-mode body { background: #1c2022; color: #ddd; }
html.dark-mode nav { border-color: #333; } html.dark-mode nav a { color: #86efac; }
html.dark-mode .swagger-ui :is(.parameter__in, .parameter__extension, .response__extension, .header-example, .response-undocumented, .json-schema-2020-12-keyword__value, .json-schema-2020-12-keyword__name--secondary, .json-schema-2020-12__attribute--muted, .json-schema-2020-12-json-viewer__value, .json-schema-2020-12-expand-deep-button) { color: #b8bec6; }
html.dark-mode .swagger-ui :is(.btn.cancel, .parameter__deprecated, .parameter__name.required span, .json-schema-2020-12__attribute--warning) { color: #ff9a92 !important; border-color: #ff9a92; }
html.dark-mode .swagger-ui .response-control-media-type__accept-message { color: #86efac; }
html.dark-mode .swagger-ui .header-col { color: #ddd; }
html.dark-mode #keys { background: #14281c; color: #bbf7d0; }
`

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'
const STYLE_TYPE = 'text/css; charset=utf-8'

export function docsFiles(openApiPath: string, keys: PrefilledKeys = {}): readonly DocsFile[] {
  const page = { contentType: 'text/html; charset=utf-8', lines: PAGE_LINES, source: { text: PAGE } }
  return [
    { path: '/docs', ...page },
    { path: '/docs/', ...page },
    { path: '/docs/start.js', contentType: SCRIPT_TYPE, lines: '', source: { text: startScript(openApiPath, keys) } },
    { path: '/docs/reference.css', contentType: STYLE_TYPE, lines: '', source: { text: STYLE } },
    {
      path: '/docs/swagger-ui-bundle.js',
      contentType: SCRIPT_TYPE,
      lines: '',
      source: { file: 'swagger-ui-bundle.js' },
    },
    { path: '/docs/swagger-ui.css', contentType: STYLE_TYPE, lines: '', source: { file: 'swagger-ui.css' } },
    {
      path: '/docs/favicon-32x32.png',
      contentType: 'image/png',
      lines: '',
      source: { file: 'favicon-32x32.png' },
    },
  ]
}
