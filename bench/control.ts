import { fork, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** A part of a bench in a process of its own: one question at a time, one answer each. */
export type Part<Q> = {
  readonly port: number
  ask<A>(question: Q): Promise<A>
  stop(): Promise<void>
}

export type PartOptions = {
  readonly args?: readonly string[]
  /** Flags of Node. */
  readonly execArgv?: readonly string[]
  /** The core that it stays on, where there is another one: parts that are driven from one core to the next by each
   *  other measure that. */
  readonly core?: number
}

export async function startPart<Q extends object>(
  program: URL,
  { args = [], execArgv = [], core }: PartOptions = {},
): Promise<Part<Q>> {
  const child = fork(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...execArgv] })
  if (core !== undefined && availableParallelism() > 1)
    spawnSync('taskset', ['-a', '-c', '-p', String(core), String(child.pid)], { stdio: 'ignore' })
  const next = <A>(): Promise<A> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`${program.pathname} ended with ${code}`))
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        resolve(message as A)
      })
    })
  const { port } = await next<{ port: number }>()
  return {
    port,
    ask(question) {
      child.send(question)
      return next()
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    },
  }
}

/** The other side of `startPart`. */
export function answerQuestions<Q>(port: number, answer: (question: Q) => unknown): void {
  process.on('message', (question) => {
    Promise.resolve(answer(question as Q)).then(
      (value) => process.send!(value ?? null),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  // A bench that breaks leaves no one behind.
  process.on('disconnect', () => process.exit(0))
  process.send!({ port })
}
