import { mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** A role that one process at a time may have, held by a listening unix socket: the system lets go of it when the
 *  process ends, however it ends. */
export type HeldRole = { release(): Promise<void> }

/** Takes the role of this name in the folder that its processes share; null when a living process has it. Rejects when
 *  the folder cannot be made. */
export async function holdRole(folder: string, name: string): Promise<HeldRole | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'linux') return listenAt(abstractName(folder, name))
  const file = join(folder, `${name}.sock`)
  const held = await listenAt(file)
  if (held !== null || (await isAnswered(file))) return held
  // Left behind by a killed process. Two that start at the same moment over one could both pass; elsewhere than on Linux
  // the service is not run for real.
  rmSync(file, { force: true })
  return listenAt(file)
}

/** A name outside the file system, which nobody has to tidy up after a kill and which is taken in one step. The folder
 *  is told by device and inode: the same folder under another path is the same, another one at the same path is not. */
function abstractName(folder: string, name: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `\0mintglass/${name}/${dev}-${ino}`
}

/** Null when the address is taken. */
function listenAt(address: string): Promise<HeldRole | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(address, () => {
      server.unref()
      resolve({ release: () => new Promise((released) => server.close(() => released())) })
    })
  })
}

function isAnswered(file: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(file)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(false) : reject(error),
    )
  })
}
