import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMortal, ENTRIES } from '../crash/push/processes.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { freePort } from '../support/free-port.ts'
import { startSandbox } from '../support/start-sandbox.ts'

export const KEY = 'rt_sandbox_enterprise'
/** A loaded machine takes a minute until a new server serves the chain. */
const PATIENCE_MS = 240_000
const LOOK_EVERY_MS = 100
const TOKENS = 9
/** Always traded. */
const SOL = 'So11111111111111111111111111111111111111112'
/** Blocks that a fork takes back, some with trades. */
const FORK_BLOCKS = 6
/** Long enough that the chain moves on without the server. */
const DOWN_MS = 1_500
/** More than two slots. */
const STILL_MS = 1_500

// biome-ignore lint/suspicious/noExplicitAny: tests look at events by hand
export type Told = Record<string, any>

/** A chain that goes on, and a server on it that can be killed: it comes back on its port over its data. */
export type ClientWorld = {
  readonly host: string
  readonly client: ApiClient
  /** Traded now. */
  readonly mints: readonly string[]
  /** Launches and the trades of `mints`, as a query of the event stream. */
  readonly channels: string
  ticket(purpose: 'events' | 'websocket'): Promise<string>
  /** Kills the server without warning and starts it again. */
  killAndRestart(): Promise<void>
  /** What the tape holds on channels behind a cursor. */
  tape(channels: string, from: string): Promise<readonly Told[]>
  /** Stops the agents and waits until the tape grows no more; `resume` lets them go on. */
  settle(): Promise<void>
  /** Fails when what was told on channels since a cursor is not what the tape holds, in its order. After `settle`. */
  compare(parts: { channels: string; from: string; told: () => Promise<readonly string[]> }): Promise<void>
  /** Takes the newest blocks away. */
  fork(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

export async function startClientWorld(): Promise<ClientWorld> {
  const sandbox = await startSandbox({ SANDBOX_AGENTS: '1', SANDBOX_TPS: '40' })
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-clients-'))
  const logFile = join(dir, 'server.log')
  const host = `127.0.0.1:${await freePort()}`
  const server = createMortal({
    name: 'server',
    entry: ENTRIES.server,
    logFile,
    env: {
      PORT: host.split(':')[1]!,
      SANDBOX_URL: sandbox.urls['rpc']!,
      MINTGLASS_DATA_DIR: join(dir, 'data'),
      MINTGLASS_MAP_SIZE_GIB: '1',
      MINTGLASS_PIN_THREADS: '0',
    },
  })
  const client = apiClient(`http://${host}`, KEY)
  const stop = async (): Promise<void> => {
    await server.kill()
    await sandbox.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  const tape: ClientWorld['tape'] = async (channels, from) => {
    const { status, json, text } = await client.get(
      `/api/v2/stream/replay?limit=5000&from=${from}&channels=${encodeURIComponent(channels)}`,
    )
    assert.equal(status, 200, text)
    assert.equal(json.truncated, null)
    assert.equal(json.nextCursor, null, 'one page holds all')
    return json.events
  }
  try {
    server.start()
    await until(
      'the server serves the chain',
      () => isServing(client),
      () => readFileSync(logFile, 'utf8'),
    )
    const { json } = await client.get(`/api/v2/tokens/trending?limit=${TOKENS}`)
    const mints = [SOL, ...(json.tokens as { mint: string }[]).map(({ mint }) => mint)]
    return {
      host,
      client,
      mints,
      channels: ['launches:solana', ...mints.map((mint) => `trades:solana:${mint}`)].join(),
      tape,
      stop,
      async ticket(purpose) {
        const { status, json, text } = await client.post('/api/v2/stream/ticket', { purpose })
        assert.equal(status, 200, text)
        return json.ticket
      },
      async killAndRestart() {
        await server.kill()
        await sleep(DOWN_MS)
        server.start()
        await until('the server is back', () => isServing(client))
      },
      async settle() {
        await sandbox.control('POST', '/agents/pause')
        let head = ''
        await until('the tape stands still', async () => {
          const before = head
          await sleep(STILL_MS)
          head = (await client.get('/api/v2/stream/cursor?chain=solana')).json.head
          return head === before
        })
      },
      async compare({ channels, from, told }) {
        const kept = (await tape(channels, from)).map(({ eventId }) => eventId)
        // What is missing is said by the comparison.
        await until('all is told', async () => (await told()).length >= kept.length).catch(() => {})
        assert.deepEqual(await told(), kept)
      },
      fork: () => sandbox.control('POST', '/fork', { drop: FORK_BLOCKS }),
      resume: () => sandbox.control('POST', '/agents/resume'),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function isServing({ get }: ApiClient): Promise<boolean> {
  try {
    return (await get('/api/v2/stream/chains', { key: null })).json.chains?.[0]?.serving === true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false
    throw error
  }
}

export async function until(what: string, isSo: () => Promise<boolean>, detail = () => ''): Promise<void> {
  const endsAtMs = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) throw new Error(`never happened: ${what} ${detail().slice(-2_000)}`)
    await sleep(LOOK_EVERY_MS)
  }
}
