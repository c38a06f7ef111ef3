import { MCP_PATH } from '../contract/mcp.ts'
import { UDF_PREFIX } from '../contract/udf.ts'
import { answer } from './answer.ts'
import { chooseCoding, PAGE_CODINGS } from './content-coding.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpServerState } from './server-state.ts'

/** First parts of the paths that programs ask: a person who opens one of them reads what a program would get. */
const PROGRAM_PARTS: ReadonlySet<string> = new Set(
  ['/api', '/v1', MCP_PATH, UDF_PREFIX, '/docs'].map((path) => path.split('/')[1]!),
)

/** Whether a person opens this path in a browser, which wants a page also where there is none. */
export function isPageVisit({ method, path }: Pick<RequestContext, 'method' | 'path'>, accept: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !PROGRAM_PARTS.has(path.split('/', 2)[1]!) && prefersHtml(accept)
}

/** The page that says that there is none, with status 404. It has no entity tag: a condition is judged only where the
 *  answer would be a success (RFC 9110 13.2.1). */
export function answerMissingPage(http: HttpServerState, context: RequestContext): undefined {
  const { body, contentType, lines, coded } = http.missingPage
  const coding = chooseCoding(context.acceptEncoding, PAGE_CODINGS)
  const made = coding === null ? undefined : coded?.get(coding)
  const codingLine = made === undefined ? '' : `\r\nContent-Encoding: ${coding}`
  answer(http, context, 404, `\r\nContent-Type: ${contentType}${lines}${codingLine}`, made ?? body)
}

/** Whether a client would rather have HTML than JSON, by its `Accept` (RFC 9110 12.5.1). A browser that opens a page
 *  names HTML; one that loads a picture or a script, and a program that names neither, want both equally. */
export function prefersHtml(accept: string): boolean {
  const ranges = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    // The same type may be named twice, with other parameters.
    ranges.set(range, Math.max(ranges.get(range) ?? 0, quality))
  }
  const qualityOf = (type: string, family: string): number =>
    ranges.get(type) ?? ranges.get(family) ?? ranges.get('*/*') ?? 0
  return qualityOf('text/html', 'text/*') > qualityOf('application/json', 'application/*')
}
