import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import type { Answer, Question } from './thread-loop.ts'

/** A thread that answers one question at a time. */
export type WorkerSlot = {
  /** Rejects when the task throws, when the thread dies, and when the worker slot is emptied. */
  ask(file: string, input: unknown, transfer: readonly ArrayBuffer[]): Promise<unknown>
  /** Takes the thread away from what it is doing; the pool replaces it. */
  empty(): void
}

/** Threads of a pool, each with one task loop and a port to it. The pool starts, stops and replaces threads; the
 *  questions go past its queue, because a trip through it costs as much again as the two messages. */
export type WorkerSlots = {
  /** A free one; there is one whenever fewer questions are asked than there are worker slots. */
  take(): WorkerSlot
  /** Gives it back; one that was emptied or whose thread died is replaced. */
  leave(workerSlot: WorkerSlot): void
}

export function createWorkerSlots(pool: Piscina, count: number, threadLoop: string): WorkerSlots {
  function open(): OpenWorkerSlot {
    const { port1, port2 } = new MessageChannel()
    const workerSlot = new OpenWorkerSlot(port1)
    const left = (error: unknown): void =>
      workerSlot.lose(error instanceof Error ? error : new Error('the thread left'))
    pool
      .run({ port: port2 }, { filename: threadLoop, transferList: [port2 as never], signal: workerSlot })
      .then(left, left)
    return workerSlot
  }

  const free = Array.from({ length: count }, open)
  return {
    take() {
      const workerSlot = free.pop()
      if (workerSlot === undefined) throw new Error('more questions than seats')
      return workerSlot.isLost ? open() : workerSlot
    },
    leave: (workerSlot) => void free.push(workerSlot as OpenWorkerSlot),
  }
}

/** It is also the smallest object that the package takes as an abort signal. */
class OpenWorkerSlot implements WorkerSlot {
  aborted = false
  isLost = false
  private readonly port: MessagePort
  /** Numbers of the files whose task the thread has. */
  private readonly known = new Map<string, number>()
  private asked = ''
  private resolve: ((output: unknown) => void) | null = null
  private reject: ((error: Error) => void) | null = null
  private onAbort: (() => void) | null = null

  constructor(port: MessagePort) {
    this.port = port
    port.on('message', (answer: Answer) => this.answered(answer))
    port.unref()
  }

  ask(file: string, input: unknown, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const number = this.known.get(file)
      const question: Question =
        number === undefined ? { task: this.known.size, file, input } : { task: number, file: null, input }
      this.port.postMessage(question, transfer as ArrayBuffer[])
      this.asked = file
      this.resolve = resolve
      this.reject = reject
    })
  }

  empty(): void {
    this.lose(new Error('emptied'))
    this.aborted = true
    this.onAbort?.()
  }

  /** The thread is gone, or will be: nothing comes back from it. */
  lose(error: Error): void {
    this.isLost = true
    this.port.close()
    this.reject?.(error)
    this.resolve = this.reject = null
  }

  addEventListener(_name: 'abort', listener: () => void): void {
    this.onAbort = listener
  }
  removeEventListener(): void {
    this.onAbort = null
  }

  private answered(answer: Answer): void {
    const { resolve, reject } = this
    this.resolve = this.reject = null
    if (!this.known.has(this.asked) && !('error' in answer)) this.known.set(this.asked, this.known.size)
    if ('error' in answer) reject?.(answer.error instanceof Error ? answer.error : new Error('the task failed'))
    else resolve?.(answer.output)
  }
}
