import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { STORAGE } from '../config/storage.ts'
import { deleteEnvironment, type Environment, openEnvironment, type Table } from './environment.ts'
import { isAlive, markOfName, nameOfMark, ownMark } from './process-mark.ts'
import { StoreError } from './store-error.ts'

/** A role that one process at a time may have. */
export type HeldRole = { release(): Promise<void> }

const FOLDER = 'roles'
const TABLE = 'roles.v1'

/** Takes the role of this name in the folder that its processes share; null when a living process has it. Who has it
 *  stands in an LMDB environment: looking and entering are one write transaction, which LMDB gives to one process at a
 *  time and takes back from a killed one, and an entry counts while the process of that id, start and boot lives. It lies
 *  in a folder that nobody else may enter, so no other user of the machine can stand in the way. Rejects when the folder
 *  cannot be made or is somebody else's. */
export async function holdRole(folder: string, name: string): Promise<HeldRole | null> {
  const path = privateFolder(folder)
  const own = nameOfMark(ownMark())
  const isTaken = await withRoles(path, (roles) => {
    const holder = roles.get(name)?.toString('utf8')
    const mark = holder === undefined ? undefined : markOfName(holder)
    if (mark !== undefined && isAlive(mark)) return true
    roles.put(name, Buffer.from(own))
    return false
  })
  if (isTaken) return null
  return {
    release: () =>
      withRoles(path, (roles) => {
        // After a kill and a restart within this folder it may be another's by now.
        if (roles.get(name)?.toString('utf8') === own) roles.remove(name)
      }),
  }
}

async function withRoles<T>(path: string, work: (roles: Table<string>) => T): Promise<T> {
  const env = openRoles(path)
  try {
    const roles = env.table<string>(TABLE)
    return env.writeNow(() => work(roles))
  } finally {
    await env.close()
  }
}

/** Not flushed: after a power loss nobody has any role. */
function openRoles(path: string): Environment {
  const options = { name: 'roles', path, mapBytes: STORAGE.rolesMapBytes, synced: false }
  try {
    return openEnvironment(options)
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'corrupt')) throw error
    deleteEnvironment(path)
    return openEnvironment(options)
  }
}

function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(realpathSync(folder), FOLDER)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(path)
  const own = process.geteuid?.()
  if ((own !== undefined && uid !== own) || (mode & 0o022) !== 0)
    throw new StoreError(
      'not_writable',
      path,
      `${path} must belong to the user of the server, and nobody else may write there`,
    )
  return path
}
