import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SANDBOX_KEYS } from '../config/sandbox-keys.ts'
import { MCP_PATH } from '../contract/mcp.ts'
import { readGuides } from '../services/guides/read-guides.ts'
import { describePush } from './asyncapi.ts'
import type { Coding } from './content-coding.ts'
import { docsFiles, PAGE_LINES } from './docs-page.ts'
import { entityTag, JSON_TYPE } from './encode.ts'
import { notBuiltPage, plainMissingPage, readExplorer } from './explorer.ts'
import { GUIDE_LINES, GUIDES_PATH, guidePath, guidesPage } from './guides-page.ts'
import { llmsText } from './llms-text.ts'
import { PUSH_STYLE, pushPage } from './push-page.ts'

/** A page that is no route: made at boot, public, the same for everyone. */
export type Document = {
  readonly body: Buffer
  readonly etag: string
  readonly contentType: string
  /** Further header lines, each after CRLF. */
  readonly lines: string
  /** The same body in content codings, as far as clients have asked for them; absent where it would not shrink. */
  readonly coded?: Map<Coding, Buffer>
}

export const OPENAPI_PATH = '/api/v2/openapi.json'
export const ASYNCAPI_PATH = '/api/v2/asyncapi.json'

const keyOf = (name: string): string => SANDBOX_KEYS.find((one) => one.name === name)!.key
/** Published in every sandbox; nothing opens with them in live mode. */
const SANDBOX_DOC_KEYS = { ApiKey: keyOf('enterprise'), Bearer: keyOf('trade') }

type DocumentParts = {
  /** Recorded examples of what is pushed. */
  readonly messages?: Readonly<Record<string, unknown>>
  /** The reference then fills in the published keys. */
  readonly isSandbox?: boolean
}

/** The descriptions of routes and of what is pushed, their readers, the guides and the list of it all for language
 *  models. Reads the reader's files once; throws when its
 *  package is not installed. */
export function makeDocuments(
  openApiText: string,
  { messages = {}, isSandbox = false }: DocumentParts = {},
): ReadonlyMap<string, Document> {
  const documents = new Map<string, Document>()
  const add = (path: string, contentType: string, body: Buffer, lines: string): void => {
    const coded = contentType === 'image/png' ? {} : { coded: new Map<Coding, Buffer>() }
    const ownLines = `\r\nCache-Control: no-cache${lines}`
    documents.set(path, { body, etag: entityTag(body), contentType, lines: ownLines, ...coded })
  }
  add(OPENAPI_PATH, JSON_TYPE, Buffer.from(openApiText), '')
  const push = describePush(messages)
  add(ASYNCAPI_PATH, JSON_TYPE, Buffer.from(JSON.stringify(push)), '')
  add('/docs/push', 'text/html; charset=utf-8', Buffer.from(pushPage(push, ASYNCAPI_PATH)), PAGE_LINES)
  add('/docs/push.css', 'text/css; charset=utf-8', Buffer.from(PUSH_STYLE), '')
  const guides = readGuides()
  for (const guide of guides)
    add(guidePath(guide), 'text/markdown; charset=utf-8', Buffer.from(guide.text), GUIDE_LINES)
  add(GUIDES_PATH, 'text/html; charset=utf-8', Buffer.from(guidesPage(guides)), PAGE_LINES)
  const places = { openApi: OPENAPI_PATH, asyncApi: ASYNCAPI_PATH, mcp: MCP_PATH }
  const llms = llmsText(JSON.parse(openApiText), guides, places)
  add('/llms.txt', 'text/plain; charset=utf-8', Buffer.from(llms), GUIDE_LINES)
  const readerDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  for (const { path, contentType, lines, source } of docsFiles(OPENAPI_PATH, isSandbox ? SANDBOX_DOC_KEYS : {})) {
    const body = 'text' in source ? Buffer.from(source.text) : readFileSync(join(readerDir, source.file))
    add(path, contentType, body, lines)
  }
  return documents
}

/** These documents and the pages of the Explorer, as they lie in its folder now; and what a person gets where there is
 *  none. */
export function withExplorer(
  documents: ReadonlyMap<string, Document>,
  explorerDir?: string,
): { readonly documents: ReadonlyMap<string, Document>; readonly missingPage: Document } {
  const explorer = readExplorer(explorerDir)
  return {
    documents: new Map([...documents, ...(explorer?.assets ?? []), ['/', explorer?.page ?? notBuiltPage()]]),
    missingPage: explorer?.missing ?? plainMissingPage(),
  }
}
