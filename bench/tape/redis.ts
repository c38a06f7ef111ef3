import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TradeEvent } from '../../src/contract/tape-event.ts'
import type { NewSlot } from '../../src/store/tape/types.ts'
import { COLUMNS, cellsOf, eventOfCells } from './columns.ts'

/** A stream in a Redis server of our own, on a Unix socket, with an append-only file flushed every second (its default
 *  policy): it acknowledges what a power cut may take, so it is let off lightly. */
export type RedisTape = {
  /** XADDs of all events in one pipelined write; resolves with the last reply. */
  append(slots: readonly NewSlot[], firstSeq: number): Promise<void>
  replay(pageSize: number, onEvents: (events: readonly TradeEvent[]) => void): Promise<void>
  clear(): Promise<void>
  /** Microseconds of CPU that the server has used. */
  serverCpuUs(): number
  close(): Promise<void>
}

const STREAM = 'tape'
const HEAD = `*${2 * (COLUMNS.length - 1) + 3}\r\n$4\r\nXADD\r\n$${STREAM.length}\r\n${STREAM}\r\n`
const NAMES = COLUMNS.map((name) => `$${name.length}\r\n${name}\r\n`)
const CONNECT_TRIES = 100
const TICK_US = 10_000

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
}

export async function openRedis(folder: string): Promise<RedisTape> {
  const path = `${folder}/redis.sock`
  const options = ['--port', '0', '--unixsocket', path, '--dir', folder, '--appendonly', 'yes', '--save', '']
  const server = spawn('redis-server', options, { stdio: 'ignore' })
  const socket = await connectSoon(path)
  const ask = createAsk(socket)
  return {
    async append(slots, firstSeq) {
      const parts: string[] = []
      let seq = firstSeq
      for (const { events } of slots)
        for (const fact of events) if (fact.type === 'trade') parts.push(commandOf(cellsOf(fact, seq++)))
      const replies = await ask(parts.join(''), parts.length)
      if (replies.some((reply) => reply instanceof Error)) throw replies.find((reply) => reply instanceof Error)
    },
    async replay(pageSize, onEvents) {
      for (let after = '0'; ; ) {
        const words = ['XREAD', 'COUNT', String(pageSize), 'STREAMS', STREAM, after]
        const command = `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`
        const [reply] = (await ask(command, 1)) as [[[string, [string, string[]][]]] | null]
        if (reply === null) return
        const rows = reply[0][1]
        onEvents(rows.map(([id, fields]) => eventOfFields(id, fields)))
        after = rows.at(-1)![0]
      }
    },
    async clear() {
      await ask('*1\r\n$8\r\nFLUSHALL\r\n', 1)
    },
    serverCpuUs: () => cpuOfProcess(server),
    async close() {
      socket.destroy()
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await ended
    },
  }
}

/** The number is the id; the other columns are fields. */
function commandOf(cells: readonly unknown[]): string {
  const id = `${cells[0]}-1`
  let command = `${HEAD}$${id.length}\r\n${id}\r\n`
  for (let at = 1; at < cells.length; at++) {
    const text = String(cells[at])
    command += `${NAMES[at]}$${text.length}\r\n${text}\r\n`
  }
  return command
}

/** Names and values take turns, in the order in which they were written. */
function eventOfFields(id: string, fields: readonly string[]): TradeEvent {
  const cell = (at: number): string => fields[2 * at - 1]!
  return eventOfCells({
    seq: Number.parseInt(id, 10),
    eventId: cell(1),
    slot: Number(cell(2)),
    blockTimeSec: Number(cell(3)),
    txIndex: Number(cell(4)),
    outer: Number(cell(5)),
    inner: Number(cell(6)),
    signature: cell(7),
    dex: Number(cell(8)),
    pool: cell(9),
    mint: cell(10),
    quoteMint: cell(11),
    isSell: cell(12) === '1',
    maker: cell(13),
    amountRaw: BigInt(cell(14)),
    quoteAmountRaw: BigInt(cell(15)),
    decimals: Number(cell(16)),
    quoteDecimals: Number(cell(17)),
    priceUsd: Number(cell(18)),
    amountUsd: Number(cell(19)),
    reserveRaw: BigInt(cell(20)),
    quoteReserveRaw: BigInt(cell(21)),
  })
}

type Reply = string | number | null | Error | Reply[]

/** Writes and resolves with that many replies. One question at a time. */
function createAsk(socket: Socket): (text: string, count: number) => Promise<Reply[]> {
  let replies: Reply[] = []
  let count = 0
  let resolve = (_replies: Reply[]): void => {}
  const feed = createParser((reply) => {
    replies.push(reply)
    if (replies.length === count) resolve(replies)
  })
  socket.on('data', (chunk) => feed(chunk.toString('latin1')))
  return (text, expected) =>
    new Promise((done) => {
      replies = []
      count = expected
      resolve = done
      socket.write(text, 'latin1')
    })
}

/** Reads RESP2 from pieces as they come; every byte is looked at once, but for a value that is cut in two. */
function createParser(onReply: (reply: Reply) => void): (piece: string) => void {
  const open: { readonly items: Reply[]; readonly size: number }[] = []
  let rest = ''

  function put(reply: Reply): void {
    const around = open.at(-1)
    if (around === undefined) {
      onReply(reply)
      return
    }
    around.items.push(reply)
    if (around.items.length < around.size) return
    open.pop()
    put(around.items)
  }

  return (piece) => {
    const text = rest + piece
    let at = 0
    for (;;) {
      const end = text.indexOf('\r\n', at)
      if (end === -1) break
      const kind = text[at]
      const line = text.substring(at + 1, end)
      const size = Number(line)
      let next = end + 2
      if (kind === '$' && size >= 0) {
        next += size + 2
        if (next > text.length) break
        put(text.substring(end + 2, end + 2 + size))
      } else if (kind === '*' && size > 0) open.push({ items: [], size })
      else if (kind === '+') put(line)
      else if (kind === ':') put(size)
      else if (kind === '-') put(new Error(line))
      else put(size < 0 ? null : [])
      at = next
    }
    rest = text.substring(at)
  }
}

async function connectSoon(path: string): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    const socket = connect(path)
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (isConnected) return socket
    if (tries >= CONNECT_TRIES) throw new Error('redis-server does not answer')
    await sleep(50)
  }
}

/** From the kernel's ledger: user and system time in ticks of 10 ms, all threads. */
function cpuOfProcess({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}
