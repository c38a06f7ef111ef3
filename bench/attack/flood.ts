import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHAPES, type Shape, type ShapeName } from './flood-shapes.ts'

/** One load in a process of its own, at the lowest priority, bounded in time and in rate: started by `start-flood.ts`.
 *  Says how often it sent and what was answered when it ends. */
export type FloodPlan = {
  readonly port: number
  readonly shape: ShapeName
  readonly from: string
  readonly key: string
  readonly forMs: number
}
export type FloodReport = {
  readonly sent: number
  readonly mib: number
  readonly answers: Readonly<Record<string, number>>
}

const plan = JSON.parse(process.argv[2]!) as FloodPlan
setPriority(constants.priority.PRIORITY_LOW)
process.once('disconnect', () => process.exit(0))

const shape: Shape = SHAPES[plan.shape](plan)
const { sockets, everyMs, holdMs, pieceEveryMs, reads } = shape
const answers: Record<string, number> = {}
let sent = 0
let bytes = 0

function note(answer: string): void {
  answers[answer] = (answers[answer] ?? 0) + 1
}

/** One connection after the other, each with one message. */
async function attackOn(index: number, untilMs: number): Promise<void> {
  await sleep((index * everyMs) / sockets)
  while (performance.now() < untilMs) {
    const startedMs = performance.now()
    await sendOnce(index, untilMs)
    await sleep(Math.max(5, everyMs - (performance.now() - startedMs)))
  }
}

function sendOnce(index: number, untilMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: plan.port, host: '127.0.0.1', localAddress: plan.from })
    let isOver = false
    const over = (answer: string) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      note(answer)
      socket.destroy()
      resolve()
    }
    const timer = setTimeout(() => over('left'), Math.min(holdMs, Math.max(100, untilMs - performance.now())))
    socket.on('error', (error: NodeJS.ErrnoException) => over(error.code ?? 'error'))
    socket.on('close', () => over('closed'))
    if (reads === 'answer') socket.on('data', (piece: Buffer) => over(piece.toString('latin1', 9, 12)))
    else if (reads === 'all') socket.once('data', (piece: Buffer) => note(piece.toString('latin1', 9, 12))).resume()
    else socket.pause()
    socket.once('connect', () => void writeAll(socket, piecesOf(index), () => isOver))
  })
}

function piecesOf(index: number): readonly Buffer[] {
  return index === sockets - 1 ? (shape.lastPieces ?? shape.pieces) : shape.pieces
}

async function writeAll(socket: Socket, pieces: readonly Buffer[], isOver: () => boolean): Promise<void> {
  sent++
  for (const piece of pieces) {
    if (isOver()) return
    bytes += piece.length
    if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve))
    if (pieceEveryMs > 0) await sleep(pieceEveryMs)
  }
}

const untilMs = performance.now() + plan.forMs
await Promise.all(Array.from({ length: sockets }, (_, index) => attackOn(index, untilMs)))
process.send?.({ sent, mib: Math.round(bytes / 2 ** 20), answers } satisfies FloodReport, () => process.exit(0))
