import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type StartedServer, startServer } from './start-server.ts'

export type Siblings = {
  readonly port: number
  readonly dataDir: string
  /** The first runs everything, the others are front ends. */
  readonly servers: readonly StartedServer[]
  stop(): Promise<void>
}

const NO_KEY = ''

/** Several processes of `src/server.ts` on one port and one store, as `mintglass.service` and `mintglass@N` are; live
 *  mode without any provider unless `env` says otherwise. */
export async function startSiblings(
  count: number,
  env: Readonly<Record<string, string>> = {},
  prepare: (dataDir: string) => Promise<void> = async () => {},
): Promise<Siblings> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-siblings-'))
  const servers: StartedServer[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await prepare(dataDir)
    const port = await freePort()
    const settings = {
      PORT: String(port),
      MINTGLASS_MODE: 'live',
      MINTGLASS_SHARED_PORT: '1',
      MINTGLASS_DATA_DIR: dataDir,
      ...env,
    }
    servers.push(await startServer({ key: NO_KEY, env: settings }))
    const fronts = await Promise.allSettled(
      Array.from({ length: count - 1 }, () =>
        startServer({ key: NO_KEY, env: { ...settings, MINTGLASS_ROLE: 'front' } }),
      ),
    )
    for (const front of fronts) if (front.status === 'fulfilled') servers.push(front.value)
    const failed = fronts.find((front) => front.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return { port, dataDir, servers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
