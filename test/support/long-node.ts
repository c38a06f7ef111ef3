import type { ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'

export type LongNode = {
  readonly url: string
  /** Bytes of long answers handed to the system so far, all together. */
  sentBytes(): number
  /** Long answers begun, and those whose reader left before the end. */
  begun(): number
  gone(): number
  pattern(bytes: number): string
  close(): Promise<void>
}

const PIECE_BYTES = 64 * 1024
const HEADERS = { 'content-type': 'text/plain; from=node' }

/** A node that answers what the first parameter orders: `send:<bytes>`, `pattern:<bytes>`, `status:<code>:<bytes>`,
 *  `announce:<bytes>` (with a length), `break:<bytes>` (the connection ends after them) and `stall:<bytes>` (nothing
 *  more comes). Sends only what is taken. */
export async function startLongNode(): Promise<LongNode> {
  let sent = 0
  let begun = 0
  let gone = 0
  const pattern = (bytes: number): string => {
    const line = Array.from({ length: 1_000 }, (_, i) => String(i)).join(',')
    return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes)
  }

  async function sendBytes(response: ServerResponse, bytes: number): Promise<boolean> {
    begun++
    let isGone = false
    response.once('close', () => {
      isGone = !response.writableFinished
      if (isGone) gone++
      wake()
    })
    let wake = (): void => {}
    const piece = Buffer.alloc(PIECE_BYTES, '7')
    for (let left = bytes; left > 0 && !isGone; left -= PIECE_BYTES) {
      const now = left < PIECE_BYTES ? piece.subarray(0, left) : piece
      const room = new Promise<void>((resolve) => {
        wake = resolve
      })
      const isTaken = response.write(now)
      sent += now.length
      if (!isTaken) {
        response.once('drain', () => wake())
        await room
      }
    }
    return !isGone
  }

  const server = await startLocalServer(async ({ body }, response) => {
    // Of a batch the first call's order counts.
    const [first] = [JSON.parse(body) as { params: string[] }].flat()
    const [order] = first!.params
    const [word, ...numbers] = order!.split(':')
    const bytes = Number(numbers.at(-1))
    if (word === 'pattern') return void response.writeHead(200, HEADERS).end(pattern(bytes))
    const status = word === 'status' ? Number(numbers[0]) : 200
    response.writeHead(status, { ...HEADERS, ...(word === 'announce' ? { 'content-length': bytes } : {}) })
    const isThere = await sendBytes(response, bytes)
    if (!isThere || word === 'stall') return
    if (word === 'break') response.destroy()
    else response.end()
  })
  return {
    url: server.url,
    sentBytes: () => sent,
    begun: () => begun,
    gone: () => gone,
    pattern,
    close: () => server.close(),
  }
}
