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
const POLICY_LINES = `\r\nContent-Security-Policy: ${CONTENT_SECURITY_POLICY}\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\nPermissions-Policy: camera=(), geolocation=(), microphone=()`
const PAGE_LINES = `\r\nCache-Control: no-cache${POLICY_LINES}`
/** No cache may store a failure; programs get another one under the same path. */
const MISSING_LINES = `\r\nCache-Control: no-store\r\nVary: Accept, Accept-Encoding${POLICY_LINES}`
/** Names of files hold the hash of their content. */
const ASSET_LINES = '\r\nCache-Control: public, max-age=31536000, immutable'
const ICON_LINES = '\r\nCache-Control: no-cache'

const HTML_TYPE = 'text/html; charset=utf-8'
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
  /** The same document, for a path that leads nowhere: its router says so. */
  readonly missing: Document
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
    const page = readFile(folder, 'index.html', HTML_TYPE, PAGE_LINES)
    return { assets, page, missing: { ...page, lines: MISSING_LINES } }
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

function plainPage(title: string, sentence: string, lines: string): Document {
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><title>${title}</title></head>
<body><h1>${title}</h1>
<p>${sentence}</p>
<p><a href="/docs">API reference</a> · <a href="/docs/push">Streams</a> · <a href="/health">Health</a></p></body></html>
`
  const body = Buffer.from(text)
  return { body, etag: entityTag(body), contentType: HTML_TYPE, lines }
}

/** What `/` shows until the pages are built. */
export function notBuiltPage(): Document {
  const how = 'Run <code>npm run build</code> in its folder and start it again.'
  return plainPage('Mintglass', `The server runs; its pages have not been built. ${how}`, PAGE_LINES)
}

/** What a path that leads nowhere shows until then. */
export function plainMissingPage(): Document {
  return plainPage('No page here', 'This server has no page at this address. <a href="/">Mintglass</a>', MISSING_LINES)
}
