import type { Guide } from '../services/guides/read-guides.ts'
import { escaped, textWithCode } from './html-text.ts'

export const GUIDES_PATH = '/docs/guides'

export function guidePath({ name }: Guide): string {
  return `${GUIDES_PATH}/${name}.md`
}

/** Header lines of a guide: it is text, and a browser that shows it otherwise may load nothing. */
export const GUIDE_LINES =
  "\r\nContent-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY"

/** The list of the guides: one page without scripts. */
export function guidesPage(guides: readonly Guide[]): string {
  const rows = guides.map(
    (guide) =>
      `<li><a href="${guidePath(guide)}">${escaped(guide.title)}</a>${guide.about === '' ? '' : `<br>${textWithCode(plainLinks(guide.about))}`}</li>`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mintglass guides</title>
    <link rel="stylesheet" href="/docs/push.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <h1>Guides</h1>
    <p><a href="/">Explorer</a>. These pages are Markdown, as in the repository. For routes: <a href="/docs">reference</a>. For what is pushed: <a href="/docs/push">push</a>. For language models: <a href="/llms.txt">llms.txt</a>.</p>
    <ul>
      ${rows.join('\n      ')}
    </ul>
  </body>
</html>
`
}

/** Markdown links as their words. */
export function plainLinks(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
}
