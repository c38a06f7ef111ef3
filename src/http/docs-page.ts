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
    <title>Mintglass API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="reader"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** `validatorUrl: null`: the reader would otherwise send the description's address to an outside validator. */
function startScript(openApiPath: string): string {
  return `window.SwaggerUIBundle({
  url: ${JSON.stringify(openApiPath)},
  dom_id: '#reader',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
})
`
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

export function docsFiles(openApiPath: string): readonly DocsFile[] {
  const page = { contentType: 'text/html; charset=utf-8', lines: PAGE_LINES, source: { text: PAGE } }
  return [
    { path: '/docs', ...page },
    { path: '/docs/', ...page },
    { path: '/docs/start.js', contentType: SCRIPT_TYPE, lines: '', source: { text: startScript(openApiPath) } },
    {
      path: '/docs/swagger-ui-bundle.js',
      contentType: SCRIPT_TYPE,
      lines: '',
      source: { file: 'swagger-ui-bundle.js' },
    },
    {
      path: '/docs/swagger-ui.css',
      contentType: 'text/css; charset=utf-8',
      lines: '',
      source: { file: 'swagger-ui.css' },
    },
    {
      path: '/docs/favicon-32x32.png',
      contentType: 'image/png',
      lines: '',
      source: { file: 'favicon-32x32.png' },
    },
  ]
}
