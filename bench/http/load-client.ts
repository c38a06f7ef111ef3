import { connect } from 'node:net'

/** Raw-socket load: `connections` keep-alive connections, one request outstanding on each, as real clients do. Does as
 *  little as it can with the answers: finds the end of the head, counts the bytes of the body. */
const [port, requests, connections] = process.argv.slice(2, 5).map(Number) as [number, number, number]
const request = Buffer.from(process.argv[5]!)

let toSend = requests
let answered = 0
const HEAD_END = Buffer.from('\r\n\r\n')

for (let i = 0; i < connections; i++) {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  /** Bytes of the current answer still to come; -1 before its head. */
  let left = -1
  const next = (): void => {
    if (toSend === 0) return
    toSend--
    socket.write(request)
  }
  socket.on('connect', next)
  socket.on('data', (chunk) => {
    if (left < 0) {
      const headEnd = chunk.indexOf(HEAD_END)
      const head = chunk.toString('latin1', 0, headEnd)
      const length = /content-length: (\d+)/i.exec(head)
      if (headEnd < 0 || length === null || !head.startsWith('HTTP/1.1 200')) {
        console.error(`unexpected answer: ${head.slice(0, 300)}`)
        process.exit(1)
      }
      left = headEnd + 4 + Number(length[1])
    }
    left -= chunk.byteLength
    if (left > 0) return
    left = -1
    answered++
    if (answered === requests) process.exit(0)
    next()
  })
  socket.on('error', (error) => {
    console.error(error)
    process.exit(1)
  })
  socket.on('close', () => process.exit(answered === requests ? 0 : 1))
}
