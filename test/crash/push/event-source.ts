import { get } from 'node:http'

export type SseMessage = { readonly event: string; readonly id: string | null; readonly data: string | null }

export type RawEventSource = { pause(): void; resume(): void; close(): void }

/** An event stream that can stop reading. `on.message` also hears what has an id and no data, as heartbeats have.
 *  Resolves with the status when that is not 200. */
export function openRawEventSource(
  options: { readonly port: number; readonly path: string; readonly headers: Readonly<Record<string, string>> },
  on: { message(message: SseMessage): void; closed(): void },
): Promise<RawEventSource | { readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const { port, path, headers } = options
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (reply) => {
      reply.setEncoding('utf8')
      let held = ''
      if (reply.statusCode !== 200) {
        reply.on('data', (text: string) => (held += text))
        reply.on('close', () => resolve({ status: reply.statusCode ?? 0, body: held }))
        return
      }
      reply.on('error', () => {})
      reply.on('close', () => on.closed())
      reply.on('data', (text: string) => {
        held += text
        const blocks = held.split('\n\n')
        held = blocks.pop()!
        for (const block of blocks) {
          const message = parseBlock(block)
          if (message !== null) on.message(message)
        }
      })
      resolve({
        pause: () => void reply.pause(),
        resume: () => void reply.resume(),
        close: () => void request.destroy(),
      })
    })
    request.on('error', (error) => reject(error))
  })
}

function parseBlock(block: string): SseMessage | null {
  let event = 'message'
  let id: string | null = null
  let data: string | null = null
  for (const line of block.split('\n')) {
    const at = line.indexOf(':')
    if (at <= 0) continue
    const value = line.slice(at + 1).replace(/^ /, '')
    if (line.startsWith('event:')) event = value
    else if (line.startsWith('id:')) id = value
    else if (line.startsWith('data:')) data = value
  }
  return id === null && data === null ? null : { event, id, data }
}
