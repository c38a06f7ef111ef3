import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fuzzHttp } from '../../bench/fuzz/http-fuzz.ts'
import { judge } from '../../bench/fuzz/http-judge.ts'
import { faultOf, type Reply, readReply } from '../../bench/fuzz/http-replies.ts'
import { PAGE_ACCEPTS } from '../../bench/fuzz/odd-inputs.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST } from '../support/start-server.ts'

/** A short run of the fuzzer, and that its judges do judge. */
const REQUESTS = 1_500

let sandbox: StartedSandbox
before(async () => {
  sandbox = await sharedSandbox()
})
after(() => sandbox.stop())

test(`${REQUESTS} malformed requests get the envelope or the end of the connection, never a 5xx`, async () => {
  const report = await fuzzHttp({
    requests: REQUESTS,
    seed: 20_261_120,
    phaseRequests: REQUESTS,
    idleMs: 0,
    env: { ...SHORT_PAST, SANDBOX_URL: sandbox.urls['rpc']! },
  })
  assert.deepEqual(report.findings, [])
  assert.equal(report.sent, REQUESTS)
  assert.ok(report.controls > 50, `${report.controls} right requests`)
  assert.ok(report.families.size >= 24, `${report.families.size} families`)
  for (const kind of ['broken', 'unfinished', 'unserved', 'tolerated'])
    assert.ok(
      [...report.shapes.keys()].some((shape) => shape.startsWith(kind)),
      `no ${kind} request`,
    )
})

const verdictOf = (text: string): string => {
  const [first] = judge(Buffer.from(text, 'latin1'))
  return `${first!.kind} ${first!.why}`.trim()
}

test('the judge recognises what is HTTP/1.1', () => {
  const get = (lines: string) => `GET / HTTP/1.1\r\n${lines}\r\n\r\n`
  assert.equal(verdictOf(get('Host: a')), 'request')
  assert.equal(verdictOf(get('Host: a\r\nX:')), 'request')
  assert.equal(verdictOf(get('X: a')), 'broken no Host')
  assert.equal(verdictOf(get('Host: a\r\nX : b')), 'broken header name')
  assert.equal(verdictOf(get('Host: a\r\n: b')), 'broken header name')
  assert.equal(verdictOf(get('Host: a\r\n X: b')), 'broken folded line')
  assert.equal(verdictOf(get('Host: a\nX: b')), 'broken bare CR or LF')
  assert.equal(verdictOf(get('Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked')), 'broken ambiguous length')
  assert.equal(verdictOf(get('Host: a\r\nContent-Length: -1')), 'broken length')
  assert.equal(verdictOf(get('Host: a\r\nContent-Length: 1')), 'unfinished body cut short')
  assert.equal(verdictOf('GET / HTTP/1.0\r\n\r\n'), 'broken request line')
  assert.equal(verdictOf('GET / HTTP/1.1\r\nHost: a\r\n'), 'broken head cut short')
  assert.equal(verdictOf('GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n'), 'unserved target form')
  const chunked = (body: string) => verdictOf(get('Host: a\r\nTransfer-Encoding: chunked') + body)
  assert.equal(chunked('2\r\nab\r\n0\r\n\r\n'), 'request chunked')
  assert.equal(chunked('2\r\nabXX0\r\n\r\n'), 'unfinished chunk end')
  assert.equal(chunked('G\r\n'), 'unfinished chunk size')
  assert.equal(chunked('0\r\nA: b\r\n\r\n'), 'unserved trailer')
})

test('the judge reads on after whole requests and stops where nothing may follow', () => {
  const one = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab'
  assert.equal(judge(Buffer.from(one + one + one)).length, 3)
  const broken = judge(Buffer.from(`${one}GET\r\n\r\n${one}`))
  assert.deepEqual(
    broken.map(({ kind }) => kind),
    ['request', 'broken'],
  )
})

test('answers that break the promise are recognised', () => {
  const reply = (status: number, body: string, lines = '') =>
    readReply(
      Buffer.from(
        `HTTP/1.1 ${status} X\r\nX-Request-Id: a\r\nContent-Type: application/json; charset=utf-8\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`,
      ),
      0,
      false,
    ) as Reply
  const fault = (status: number, body: string, lines?: string) => faultOf(reply(status, body, lines), 'GET', '/health')
  assert.equal(fault(200, '{"success":true}'), null)
  assert.equal(fault(400, '{"success":false,"error":"x","code":"invalid_request","requestId":"a"}'), null)
  assert.equal(fault(400, '{"success":false,"error":"x"}'), 'failure with the code undefined')
  assert.equal(fault(400, '{"success":false,"error":"x","code":"oops"}'), 'failure with the code "oops"')
  assert.equal(fault(400, '{"success":false,"error":"x","code":"internal"}'), 'code internal with status 400')
  assert.equal(
    fault(404, '{"success":false,"error":"x","code":"not_found","requestId":"b"}'),
    'failure of the request "b"',
  )
  assert.equal(fault(500, '{"success":false,"error":"x"}'), 'status 500: {"success":false,"error":"x"}')
  assert.equal(fault(400, '{"success":true,"error":"x"}'), 'success is true with status 400')
  assert.equal(fault(400, '{"success":false,"error":""}'), 'failure without an error text')
  assert.equal(
    fault(400, '{"success":false,"error":"x","code":"invalid_request","requestId":"a","stack":1}'),
    'failure with stack',
  )
  assert.equal(fault(200, '{"success":true}', 'X-Evil: 1\r\n'), 'unknown header x-evil')
  assert.match(fault(200, '{"success":tru')!, /^body is no JSON/)
  assert.match(fault(200, '{"success":true}', 'Content-Encoding: br\r\n')!, /^body is no br/)
  const own = (status: number, body: string, path: string) => faultOf(reply(status, body), 'POST', path)
  const named = '"code":"invalid_request","requestId":"a"'
  assert.equal(own(400, `{"s":"error","errmsg":"x",${named}}`, '/udf/history'), null)
  assert.equal(own(400, '{"s":"error","errmsg":"x"}', '/udf/history'), 'code undefined with status 400')
  assert.equal(own(404, `{"s":"error","errmsg":"x",${named}}`, '/udf/history'), 'code invalid_request with status 404')
  assert.equal(own(400, `{"success":false,"error":"x",${named}}`, '/udf/history'), 'failure without an error text')
  const unserved = '{"success":false,"error":"x","code":"unsupported_on_chain","requestId":"a","tier":"x"}'
  assert.equal(own(501, unserved, '/api/v2/screener/facets'), null)
  assert.equal(own(501, unserved, '/api/v2/tokens/x/chart'), `status 501: ${unserved}`)
  assert.equal(own(400, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"x"}}', '/mcp'), null)
  assert.equal(own(400, '{"success":false,"error":"x"}', '/mcp'), 'no JSON-RPC')
  assert.equal(readReply(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'), 0, false), null)
})

test('on a path that leads nowhere a person must get a page, and a program the envelope', () => {
  const [visit] = PAGE_ACCEPTS
  const page = '<!doctype html>'
  const failure = '{"success":false,"error":"x","code":"not_found","requestId":"a"}'
  const lines = `Content-Security-Policy: default-src 'none'; script-src 'self'\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n`
  const fault = (body: string, more = lines, { status = 404, method = 'GET', path = '/nope', accept = visit } = {}) => {
    const type = body === failure ? 'application/json' : 'text/html'
    const head = `HTTP/1.1 ${status} X\r\nX-Request-Id: a\r\nContent-Type: ${type}; charset=utf-8\r\n${more}`
    const length = `Content-Length: ${body.length}\r\n\r\n`
    const reply = readReply(Buffer.from(head + length + (method === 'HEAD' ? '' : body)), 0, method === 'HEAD') as Reply
    return faultOf(reply, method, path, accept)
  }
  assert.equal(fault(page), null)
  assert.equal(fault(page, lines, { method: 'HEAD' }), null)
  assert.match(fault(failure)!, /^content-type of the page/)
  assert.match(fault(page, '')!, /^content-security-policy of the page/)
  assert.match(fault(page, lines.replace('script-src', "'unsafe-inline'"))!, /^content-security-policy of the page/)
  assert.match(fault(page, lines.replace('nosniff', 'no'))!, /^x-content-type-options of the page/)
  assert.match(fault(page, lines.replace('no-store', 'no-cache'))!, /^cache-control of the page/)
  assert.equal(fault(page, `${lines}ETag: "a"\r\n`), 'a failure with a tag')
  assert.equal(fault('hello'), 'body is no page')
  assert.equal(fault(page, lines, { status: 200 }), 'content type text/html; charset=utf-8')
  for (const asked of [
    { method: 'POST' },
    { path: '/api/nope' },
    { path: '/udf' },
    { accept: '*/*' },
    { accept: '' },
  ]) {
    assert.equal(fault(page, lines, asked), 'content type text/html; charset=utf-8', JSON.stringify(asked))
    assert.equal(fault(failure, lines, asked), null)
  }
})
