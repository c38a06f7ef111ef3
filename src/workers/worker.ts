import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

export type Hello = { readonly kind: 'hello'; readonly threadId: number | null }

// Runs once in each new worker: the kernel's id of this thread is what placement needs, and only the thread itself
// can name it. Tasks are loaded from their own files when first asked for.
parentPort?.postMessage({ kind: 'hello', threadId: kernelThreadId() } satisfies Hello)

function kernelThreadId(): number | null {
  if (process.platform !== 'linux') return null
  try {
    // `<process>/task/<thread>`
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    return Number.isInteger(id) && id > 0 ? id : null
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EPERM') return null
    throw error
  }
}

/** What a call without a task file would run: a mistake of the pool. */
export default function noTask(): never {
  throw new Error('a task was posted without its file')
}
