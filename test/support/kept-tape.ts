import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CACHE } from './inherited-env.ts'
import { madeOnce } from './made-once.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { SHARED_SANDBOX } from './shared-sandbox.ts'
import { untilServing } from './until-serving.ts'

/** Where a server of the sandbox mode has its tape, in its data folder. */
const TAPE = join('sandbox', 'tape')
/** Whoever opens a copy makes its own. */
const LOCK = /lock\.mdb$/

/** A server that follows the shared sandbox and has read all of its past. In a whole run only the first one reads it; the
 *  others go on from a copy of what it wrote, as a server does that starts again. The store is their own and empty
 *  otherwise. A file that runs alone has a server that reads it all. */
export async function openFollower(url: string): Promise<OpenServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-follower-'))
  const cache = process.env[CACHE]
  if (cache !== undefined && process.env[SHARED_SANDBOX] !== undefined) {
    const kept = join(cache, 'tape-of-shared')
    await madeOnce(kept, () => writeTape(url, kept))
    if (existsSync(kept)) cpSync(kept, join(dataDir, TAPE), { recursive: true })
  }
  const server = await openServer({ SANDBOX_URL: url, MINTGLASS_DATA_DIR: dataDir }, { follows: true })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function writeTape(url: string, to: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-follower-'))
  const server = await openServer({ SANDBOX_URL: url, MINTGLASS_DATA_DIR: dataDir }, { follows: true })
  await untilServing(server).finally(() => server.stop())
  cpSync(join(dataDir, TAPE), `${to}.part`, { recursive: true, filter: (path) => !LOCK.test(path) })
  renameSync(`${to}.part`, to)
  rmSync(dataDir, { recursive: true, force: true })
}
