import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Coding } from './content-coding.ts'
import type { Document } from './documents.ts'
import { entityTag } from './encode.ts'

/** Where `npm run build` puts the pages that the server shows in a browser (`explorer/build.ts`). */
export const EXPLORER_FOLDER = join(import.meta.dirname, '../../explorer/dist')
const ASSETS = '/explorer/'

/** First parts of the paths that the Explorer's own router serves (`explorer/src/router.ts`). */
const PAGES = ['token', 'wallet', 'launches', 'trade', 'recover', 'streams', 'keys', 'operator']

/** Nothing from another host, no inline script or style. `connect-src 'self'` covers the WebSocket of this server. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
const PAGE_LINES = `\r\nCache-Control: no-cache\r\nContent-Security-Policy: ${CONTENT_SECURITY_POLICY}\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\nPermissions-Policy: camera=(), geolocation=(), microphone=()`
/** Names of files hold the hash of their content. */
const ASSET_LINES = '\r\nCache-Control: public, max-age=31536000, immutable'
const ICON_LINES = '\r\nCache-Control: no-cache'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const SUFFIXES: readonly (readonly [Coding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

export type ExplorerFiles = {
  /** Scripts, styles and the icon by their path. */
  readonly assets: ReadonlyMap<string, Document>
  /** What every page is. */
  readonly page: Document
}

/** The built Explorer, read once; null where it has not been built, or is being replaced this very moment. */
export function readExplorer(folder = EXPLORER_FOLDER): ExplorerFiles | null {
  try {
    const assets = new Map<string, Document>()
    for (const name of readdirSync(folder)) {
      const contentType = TYPES[extname(name)]
      if (contentType === undefined) continue
      const lines = name === 'icon.svg' ? ICON_LINES : ASSET_LINES
      assets.set(ASSETS + name, readFile(folder, name, contentType, lines))
    }
    return { assets, page: readFile(folder, 'index.html', 'text/html; charset=utf-8', PAGE_LINES) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function readFile(folder: string, name: string, contentType: string, lines: string): Document {
  const body = readFileSync(join(folder, name))
  const coded = new Map<Coding, Buffer>()
  for (const [coding, suffix] of SUFFIXES)
    if (existsSync(join(folder, name + suffix))) coded.set(coding, readFileSync(join(folder, name + suffix)))
  return { body, etag: entityTag(body), contentType, lines, coded }
}

/** Whether a path is a page of the Explorer: `/`, or one of its pages with at most one subject. */
export function isExplorerPage(path: string): boolean {
  if (path === '/') return true
  const [, first = '', , more] = path.split('/')
  return more === undefined && PAGES.includes(first)
}

/** Whether the path is of a file that the pages load: about ten of them with every page, out of memory. */
export function isExplorerAsset(path: string): boolean {
  return path.startsWith(ASSETS)
}

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mintglass</title></head>
<body><h1>Mintglass</h1>
<p>The server runs; its pages have not been built. Run <code>npm run build</code> in its folder and start it again.</p>
<p><a href="/docs">API reference</a> · <a href="/docs/push">Streams</a> · <a href="/health">Health</a></p></body></html>
`

/** What `/` shows until the pages are built. */
export function notBuiltPage(): Document {
  const body = Buffer.from(NOT_BUILT)
  return { body, etag: entityTag(body), contentType: 'text/html; charset=utf-8', lines: PAGE_LINES }
}
