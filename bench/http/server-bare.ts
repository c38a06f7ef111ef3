import { createCompressor } from '../../src/http/compressor.ts'
import { type us_socket, uws } from '../../src/runtime/uws-library.ts'
import { serveBench } from '../harness.ts'
import { BENCH_PATH, type BenchCoding, benchReply } from './bodies.ts'

/** The physical limit: a handler that sends the same bytes under the same header names as ours, the way its documentation
 *  shows, and checks nothing. A coded body is made once, before the first request, and sent to everyone. */
const [kilobytes, coding] = [Number(process.argv[2]), process.argv[3] as BenchCoding | undefined]

const plain = Buffer.from(`{"success":true,${JSON.stringify(benchReply(kilobytes)).slice(1)}`)
const body = coding === undefined ? plain : await createCompressor().compress(plain, coding, null)!
const etag = '"0123456789abcdefghijklmnopq"'

const app = uws.App()
app.get(BENCH_PATH, (response) => {
  response
    .writeStatus('200 OK')
    .writeHeader('X-Request-Id', '0123456789ab-zzzz')
    .writeHeader('X-Content-Type-Options', 'nosniff')
    .writeHeader('Content-Type', 'application/json; charset=utf-8')
    .writeHeader('ETag', etag)
    .writeHeader('Cache-Control', 'private, no-cache')
    .writeHeader('Vary', 'X-API-Key, Accept-Encoding')
  if (coding !== undefined) response.writeHeader('Content-Encoding', coding)
  response
    .writeHeader('Access-Control-Allow-Origin', '*')
    .writeHeader(
      'Access-Control-Expose-Headers',
      'ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, X-Request-Id',
    )
    .writeHeader('RateLimit-Limit', '1000000000')
    .writeHeader('RateLimit-Remaining', '999999999')
    .writeHeader('RateLimit-Reset', '10')
    .writeHeader('RateLimit-Policy', '1000000000;w=10')
    .end(body)
})
app.listen('127.0.0.1', 0, (token) => {
  if (token === false) throw new Error('cannot listen')
  serveBench(uws.us_socket_local_port(token as unknown as us_socket), () => void app.close())
})
