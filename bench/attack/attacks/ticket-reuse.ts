import { connect } from 'node:net'
import type { Attack, Findings } from '../attack.ts'
import type { Target } from '../target.ts'

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=='
const PATIENCE_MS = 3_000
/** A revoked key is known to every process by then. */
const REVOKED_MS = 1_000
const AT_ONCE = 8

/** A ticket from an address bar, a log or a referer: what does it open? */
export const ticketReuse: Attack = {
  name: 'ticket-reuse',
  finding: 'own',
  async run(lab): Promise<Findings> {
    const { target } = await lab.served({ INGEST_MODE: 'server' })
    const data = await target.createKey('--tier', 'data', '--limit', '1000')
    const got: string[] = []
    const taken: string[] = []
    const ticket = async (purpose: string): Promise<string> => {
      const { status, json, text } = await target.as(data.key, '/api/v2/stream/ticket', { body: { purpose } })
      if (status !== 200 && status !== 201) throw new Error(`no ticket: ${status} ${text.slice(0, 200)}`)
      return json.ticket as string
    }
    const socket = await ticket('websocket')
    const opened = await Promise.all(
      Array.from({ length: AT_ONCE }, () => head(target, `/api/v2/stream?ticket=${socket}`, UPGRADE)),
    )
    const later = await head(target, `/api/v2/stream?ticket=${socket}`, UPGRADE)
    const count = [...opened, later].filter((status) => status === 101).length
    got.push(`a websocket ticket, ${AT_ONCE} times at once and once later: ${[...opened, later].join(', ')}`)
    if (count === 0) throw new Error('a good ticket opened nothing: nothing was shown')
    if (count > 1) taken.push(`${count} connections by one ticket`)

    const events = await ticket('events')
    const first = await head(target, `/api/v2/stream/events?ticket=${events}&channels=launches:solana`)
    const other = await head(
      target,
      `/api/v2/stream/events?ticket=${events}&channels=launches:solana:pumpfun`,
      'Last-Event-ID: 0-0',
    )
    const asSocket = await head(target, `/api/v2/stream?ticket=${events}`, UPGRADE)
    got.push(`an events ticket: ${first}; for other channels ${other}; as a websocket ${asSocket}`)
    if (other === 200) taken.push('channels that the ticket was not bound to')
    if (asSocket === 101) taken.push('a websocket by an events ticket')

    const rest = await ticket('events')
    const reads = [
      await target.as(rest, '/api/v2/webhooks'),
      await target.as(rest, '/v1/wallets'),
      await target.ask(`/api/v2/webhooks?ticket=${rest}`),
    ]
    got.push(`a ticket as a key: ${reads.map(({ status }) => status).join(', ')}`)
    if (reads.some(({ status }) => status < 300)) taken.push('routes of the key by its ticket')

    const orphan = await ticket('websocket')
    await target.cli('keys', 'revoke', String(data.id))
    await new Promise((resolve) => setTimeout(resolve, REVOKED_MS))
    const revoked = await head(target, `/api/v2/stream?ticket=${orphan}`, UPGRADE)
    got.push(`a ticket whose key was revoked: ${revoked}`)
    if (revoked === 101) taken.push('a connection of a revoked key')
    return {
      tried: 'tickets used again, at once, for other channels, as keys, after their key was revoked',
      got,
      taken,
      lost: [],
    }
  },
}

/** Status of the answer to a GET whose connection then ends; 0 when there was none. */
function head({ port }: Target, path: string, headers = 'Accept: text/event-stream'): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (status: number) => {
      clearTimeout(timer)
      resolve(status)
      socket.destroy()
    }
    const timer = setTimeout(() => done(0), PATIENCE_MS)
    socket.on('error', () => done(0))
    socket.once('close', () => done(0))
    socket.once('data', (piece) => done(Number(piece.toString('latin1', 9, 12))))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`)
  })
}
