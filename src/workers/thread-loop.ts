import type { MessagePort } from 'node:worker_threads'
import { Transferable } from './transferable.ts'

/** What a worker slot is asked: a task by its number, and by its file until this thread has answered one of it. */
export type Question = { readonly task: number; readonly file: string | null; readonly input: unknown }
export type Answer = { readonly output: unknown } | { readonly error: unknown }

type Task = (input: unknown) => unknown

/** The one task that a thread of the pool ever runs: it answers questions over a port of its own until the port is
 *  closed or the thread is taken away. */
export default function serve({ port }: { readonly port: MessagePort }): Promise<void> {
  const tasks: Task[] = []

  async function ask({ task, file, input }: Question): Promise<void> {
    try {
      if (file !== null) tasks[task] = ((await import(file)) as { default: Task }).default
      const result = tasks[task]!(input)
      const output = result instanceof Promise ? await result : result
      if (output instanceof Transferable) port.postMessage({ output: output.value }, output.buffers as ArrayBuffer[])
      else port.postMessage({ output })
    } catch (error) {
      port.postMessage({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  return new Promise((resolve) => {
    port.on('message', (question: Question) => void ask(question))
    port.once('close', resolve)
  })
}
