import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { STORAGE } from '../config/storage.ts'
import { deleteEnvironment, type Environment, openEnvironment, type Table } from './environment.ts'
import { forgetPresence, isPresent, showPresence } from './presence.ts'
import { isAlive, isForeign, markOfName, nameOfMark, ownMark, type ProcessMark } from './process-mark.ts'
import { StoreError } from './store-error.ts'

/** A role that one process at a time may have. */
export type HeldRole = { release(): Promise<void> }

const FOLDER = 'roles'
const TABLE = 'roles.v1'

/** Takes the role of this name in the folder that its processes share; null when a living process has it. Who has it
 *  stands in an LMDB environment: looking and entering are one write transaction, which LMDB gives to one process at a
 *  time and takes back from a killed one, and an entry counts while the process of that id, start and boot lives. Of a
 *  process in another container the id says nothing; that one is asked by its socket, before the transaction. It lies
 *  in a folder that no one else may enter, so no other user of the machine can stand in the way. Rejects when the
 *  folder cannot be made or is someone else's. */
export async function holdRole(folder: string, name: string): Promise<HeldRole | null> {
  const path = privateFolder(folder)
  const mark = ownMark()
  const own = nameOfMark(mark)
  const presence = mark.namespace === '' ? null : await showPresence(path, mark.tail)
  const gone = new Set<string>()
  for (;;) {
    const holder = await withRoles(path, (roles) => enter(roles, { name, own, gone }))
    if (holder === null) break
    const foreign = foreignMark(holder)
    if (foreign === null || (await isPresent(path, foreign.tail))) {
      await presence?.end()
      return null
    }
    gone.add(holder)
    forgetPresence(path, foreign.tail)
  }
  return {
    async release() {
      await withRoles(path, (roles) => {
        // After a kill and a restart within this folder it may be another's by now.
        if (roles.get(name)?.toString('utf8') === own) roles.remove(name)
      })
      await presence?.end()
    },
  }
}

/** Whether a living process of another container has the role. */
export async function isHeldElsewhere(folder: string, name: string): Promise<boolean> {
  const path = privateFolder(folder)
  const holder = await withRoles(path, (roles) => roles.get(name)?.toString('utf8'))
  const foreign = holder === undefined ? null : foreignMark(holder)
  return foreign !== null && (await isPresent(path, foreign.tail))
}

function foreignMark(holder: string): ProcessMark | null {
  const mark = markOfName(holder)
  return mark !== undefined && isForeign(mark) ? mark : null
}

/** Null when the role is ours now, else who has it: alive, or of another container and not known to be gone. */
function enter(
  roles: Table<string>,
  { name, own, gone }: { readonly name: string; readonly own: string; readonly gone: ReadonlySet<string> },
): string | null {
  const holder = roles.get(name)?.toString('utf8')
  const mark = holder === undefined ? undefined : markOfName(holder)
  if (holder !== undefined && mark !== undefined && !gone.has(holder) && (isForeign(mark) || isAlive(mark)))
    return holder
  roles.put(name, Buffer.from(own))
  return null
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

/** Not flushed: after a power loss no process has a role. */
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
      `${path} must belong to the user of the server, and no other user may write there`,
    )
  return path
}
