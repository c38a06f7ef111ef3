import { type us_socket, uws } from '../../src/runtime/uws-library.ts'
import { serveBench } from '../harness.ts'
import { BENCH_PATH, benchReply } from './bodies.ts'

/** The physical limit: a handler that sends the same bytes and as many header lines as ours, the way its documentation
 *  shows, and checks nothing. */
const body = Buffer.from(`{"success":true,${JSON.stringify(benchReply(Number(process.argv[2]))).slice(1)}`)

const app = uws.App()
app.get(BENCH_PATH, (response) => {
  response
    .writeStatus('200 OK')
    .writeHeader('X-Request-Id', '0123456789ab-zzzz')
    .writeHeader('Content-Type', 'application/json; charset=utf-8')
    .writeHeader('ETag', '"0123456789abcdefghijklmnopq"')
    .writeHeader('Cache-Control', 'private, no-cache')
    .writeHeader('Vary', 'X-API-Key')
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
