import assert from 'node:assert/strict'
import { connect } from 'node:net'

/** Sends one request every `paceMs` over one connection, whether or not the one before is answered, and prints the
 *  waits in milliseconds, ascending. A wait starts when the request was due: a client that is held up cannot hide
 *  it. */
const [port, requests, paceMs] = process.argv.slice(2, 5).map(Number) as [number, number, number]
const request = Buffer.from(process.argv[5]!)
const HEAD_END = '\r\n\r\n'

const socket = connect(port, '127.0.0.1')
socket.setNoDelay(true)
const waitsMs: number[] = []
let startMs = 0
let sent = 0
let held = ''
socket.on('connect', () => {
  startMs = performance.now() + paceMs
  setTimeout(send, paceMs)
})
socket.on('data', (chunk) => {
  held += chunk.toString('latin1')
  for (;;) {
    const headEnd = held.indexOf(HEAD_END)
    if (headEnd < 0) return
    const length = /content-length: (\d+)/i.exec(held.slice(0, headEnd))
    assert(held.startsWith('HTTP/1.1 200') && length !== null, held.slice(0, 200))
    const end = headEnd + HEAD_END.length + Number(length[1])
    if (held.length < end) return
    held = held.slice(end)
    waitsMs.push(performance.now() - (startMs + waitsMs.length * paceMs))
    if (waitsMs.length < requests) continue
    console.log(JSON.stringify(waitsMs.sort((a, b) => a - b)))
    process.exit(0)
  }
})
socket.on('error', (error) => {
  throw error
})

function send(): void {
  const due = Math.min(requests, Math.floor((performance.now() - startMs) / paceMs) + 1)
  for (; sent < due; sent++) socket.write(request)
  if (sent < requests) setTimeout(send, Math.max(0, startMs + sent * paceMs - performance.now()))
}
