import { closeSync, constants, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/* Whether a process of another container lives, its id does not say: it means nothing outside its namespace. A Unix
 * socket in a folder that both see does: the system takes a connection while the process lives, busy or not, and
 * refuses it once it is gone, however it went. */

export type Presence = { end(): Promise<void> }

/** Shows that this process lives, under a name of its own in a folder. Null where the folder takes no sockets. */
export async function showPresence(folder: string, name: string): Promise<Presence | null> {
  const { path, close } = shortPath(folder, name)
  const server = createServer((socket) => void socket.destroy())
  const isListening = await new Promise<boolean>((resolve) => {
    // Later ones (no descriptor left to accept with) change nothing: the system has answered.
    server.on('error', () => resolve(false))
    server.listen(path, () => resolve(true))
  })
  if (!isListening) {
    close()
    return null
  }
  server.unref()
  return {
    end: () =>
      new Promise((resolve) => {
        server.close(() => {
          forgetPresence(folder, name)
          close()
          resolve()
        })
      }),
  }
}

/** Whether the process of a name is alive. An unknown state counts as alive. */
export async function isPresent(folder: string, name: string): Promise<boolean> {
  const { path, close } = shortPath(folder, name)
  try {
    return await new Promise<boolean>((resolve) => {
      const socket = connect({ path })
      socket.once('connect', () => resolve(true))
      socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
      socket.once('close', () => resolve(true))
    })
  } finally {
    close()
  }
}

/** What a killed process has left. */
export function forgetPresence(folder: string, name: string): void {
  rmSync(join(folder, `${name}.socket`), { force: true })
}

/** A socket's address holds 107 bytes, and data folders can lie deep. */
function shortPath(folder: string, name: string): { readonly path: string; close(): void } {
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  return { path: `/proc/self/fd/${descriptor}/${name}.socket`, close: () => closeSync(descriptor) }
}
