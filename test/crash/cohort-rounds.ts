import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_KEYS } from '../../src/config/sandbox-keys.ts'
import type { CohortAccepted, CohortJobReply } from '../../src/contract/cohort.ts'
import { freePort } from '../support/free-port.ts'
import { createRandom } from '../support/seeded-random.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST } from '../support/start-server.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const KEY = SANDBOX_KEYS.find(({ name }) => name === 'enterprise')!.key
const PATH = '/api/v2/wallets/cohort'
const SETS_PER_ROUND = 4
const WALLETS = 6
/** A job may be begun three times; each of these ends the process that works on it. */
const KILLS_PER_ROUND = 2
const ENDS_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 250
/** The reads of a wallet's past; less than the deadline of a call. */
const SLOW = { provider: 'rpc', match: 'getSignaturesForAddress', kind: 'delay', delayMs: 5_000 }

export type CohortReport = {
  rounds: number
  kills: number
  acknowledged: number
  /** Jobs that a kill met before they were done. */
  interrupted: number
  /** Acknowledged jobs that were not found, or not done in the end. */
  lost: number
  /** Results that read differently after a kill. */
  changed: number
}

/** Submits cohorts to a real server, kills it without warning at random moments, starts it again on the same data and
 *  asks for every job that was acknowledged. The sandbox lives on beside it; its node is slow until the last kill. */
export async function runCohortRounds(options: {
  readonly sandbox: StartedSandbox
  readonly rounds: number
  readonly lifeMs: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<CohortReport> {
  const { sandbox, rounds, lifeMs, seed, say = () => {} } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-killed-'))
  const env = {
    PORT: String(await freePort()),
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    SANDBOX_URL: sandbox.urls['rpc']!,
    ...SHORT_PAST,
  }
  const report: CohortReport = { rounds: 0, kills: 0, acknowledged: 0, interrupted: 0, lost: 0, changed: 0 }
  const random = createRandom(seed)
  const people = await peopleOf(sandbox)
  let server: ServerProcess = startProcess(env)
  const restart = async (): Promise<void> => {
    await server.kill()
    report.kills++
    server = startProcess(env)
    await server.ready()
  }
  const url = `http://127.0.0.1:${env.PORT}${PATH}`
  try {
    await server.ready()
    for (let round = 0; round < rounds; round++) {
      const ids = await submitSets(url, people, random)
      report.acknowledged += ids.length
      // So that no job is done before the kills, on however quick a machine.
      const { id: slow } = await sandbox.control<{ id: number }>('POST', '/faults', SLOW)
      for (let kill = 0; kill < KILLS_PER_ROUND; kill++) {
        await sleep(random() * lifeMs)
        await restart()
        for (const id of ids) {
          const job = await read(url, id)
          if (job?.status === 'running') report.interrupted++
          if (job === undefined || job.status === 'failed') report.lost++
        }
      }
      await sandbox.control('DELETE', `/faults/${slow}`)
      const results = new Map<string, string>()
      for (const id of ids) {
        const job = await untilEnded(url, id)
        if (job?.status === 'done') results.set(id, JSON.stringify(job))
        else report.lost++
        say(`round ${round}: ${id} ${job?.status} ${job?.failure ?? ''}`)
      }
      await restart()
      for (const [id, before] of results) if (JSON.stringify(await read(url, id)) !== before) report.changed++
      report.rounds++
    }
  } finally {
    await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return report
}

async function peopleOf(sandbox: StartedSandbox): Promise<readonly string[]> {
  const { wallets } = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: { address: string; archetype: string }[]
  }
  return wallets.filter(({ archetype }) => archetype !== 'exchange').map(({ address }) => address)
}

/** Ids of the jobs, each acknowledged with 202. */
async function submitSets(url: string, people: readonly string[], random: () => number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let n = 0; n < SETS_PER_ROUND; n++) {
    const addresses = [...people].sort(() => random() - 0.5).slice(0, WALLETS)
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ addresses, refresh: true }),
    })
    const text = await reply.text()
    assert.equal(reply.status, 202, text)
    ids.push((JSON.parse(text) as CohortAccepted).jobId)
  }
  return ids
}

async function read(url: string, id: string): Promise<CohortJobReply | undefined> {
  const reply = await fetch(`${url}/${id}`, { headers: { 'x-api-key': KEY } })
  const text = await reply.text()
  if (reply.status === 404) return undefined
  assert.equal(reply.status, 200, text)
  return JSON.parse(text) as CohortJobReply
}

async function untilEnded(url: string, id: string): Promise<CohortJobReply | undefined> {
  for (let waitedMs = 0; waitedMs < ENDS_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const job = await read(url, id)
    if (job?.status !== 'running') return job
    await sleep(LOOK_EVERY_MS)
  }
  return undefined
}
