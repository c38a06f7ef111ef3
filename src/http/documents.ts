import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describePush } from './asyncapi.ts'
import { docsFiles, PAGE_LINES } from './docs-page.ts'
import { entityTag, JSON_TYPE } from './encode.ts'
import { PUSH_STYLE, pushPage } from './push-page.ts'

/** A page that is no route: made at boot, public, the same for everyone. */
export type Document = {
  readonly body: Buffer
  readonly etag: string
  readonly contentType: string
  /** Further header lines, each after CRLF. */
  readonly lines: string
}

export const OPENAPI_PATH = '/api/v2/openapi.json'
export const ASYNCAPI_PATH = '/api/v2/asyncapi.json'

/** The descriptions of routes and of what is pushed, and their readers. Reads the reader's files once; throws when its
 *  package is not installed. */
export function makeDocuments(openApiText: string): ReadonlyMap<string, Document> {
  const documents = new Map<string, Document>()
  const add = (path: string, contentType: string, body: Buffer, lines: string): void => {
    documents.set(path, { body, etag: entityTag(body), contentType, lines: `\r\nCache-Control: no-cache${lines}` })
  }
  add(OPENAPI_PATH, JSON_TYPE, Buffer.from(openApiText), '')
  const push = describePush()
  add(ASYNCAPI_PATH, JSON_TYPE, Buffer.from(JSON.stringify(push)), '')
  add('/docs/push', 'text/html; charset=utf-8', Buffer.from(pushPage(push, ASYNCAPI_PATH)), PAGE_LINES)
  add('/docs/push.css', 'text/css; charset=utf-8', Buffer.from(PUSH_STYLE), '')
  const readerDir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  for (const { path, contentType, lines, source } of docsFiles(OPENAPI_PATH)) {
    const body = 'text' in source ? Buffer.from(source.text) : readFileSync(join(readerDir, source.file))
    add(path, contentType, body, lines)
  }
  return documents
}
