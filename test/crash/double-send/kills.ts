import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import type { Callers } from './callers.ts'
import type { AskChain } from './chain-facts.ts'
import type { KilledServer } from './run.ts'
import { endOf, isDecided, type Worked } from './work.ts'

/** One server's death. */
export type Kill = {
  /** Of the chain at that moment, processed. */
  readonly slot: number
  /** Works that were asked for there and had no answer yet. */
  readonly unanswered: readonly Worked[]
}

/** Longer than the time after which a server looks for what it has heard nothing of. */
const MAX_PAUSE_MS = 4_000
/** More than a blockhash lives. */
const DEATH_SLOTS = 170
const DROPPED = { provider: 'rpc', match: 'sendTransaction', kind: 'rpcError', code: -32_002, message: 'dropped' }

/** A server that no one asks anything loses nothing: so many requests are waited for, so long. */
const BUSY = 8
const BUSY_WITHIN_MS = 2_000

/** Kills one server or both in one of several situations, and starts them again. */
export async function killNow(killing: {
  readonly sandbox: StartedSandbox
  readonly ask: AskChain
  readonly random: () => number
  readonly servers: readonly KilledServer[]
  readonly callers: Callers
  readonly say: (line: string) => void
}): Promise<Kill[]> {
  const { sandbox, ask, random, servers, callers, say } = killing
  for (let waitedMs = 0; callers.underWay.size < BUSY && waitedMs < BUSY_WITHIN_MS; waitedMs += 10) await sleep(10)
  const dying = random() < 0.4 ? [...servers] : [servers[Math.floor(random() * servers.length)]!]
  const kills: Kill[] = []
  const die = async (): Promise<void> => {
    const slot = await ask<number>('getSlot', [{ commitment: 'processed' }])
    for (const server of dying) {
      kills.push({ slot, unanswered: unansweredOf(callers, server.port) })
      await server.kill()
    }
  }
  const situation = Math.floor(random() * 5)
  switch (situation) {
    // Transactions are with the node, and no block comes.
    case 0:
    case 1:
      await sandbox.control('POST', '/slots/pause')
      await sleep(100 + random() * random() * MAX_PAUSE_MS)
      await die()
      await sleep(random() * 300)
      await sandbox.control('POST', '/slots/resume')
      break
    // No one takes them, and their blockhash dies while no one is there.
    case 2:
      await sandbox.control('POST', '/faults', DROPPED)
      await sleep(200 + random() * 800)
      await die()
      await sandbox.control('POST', '/slots/step', { count: DEATH_SLOTS })
      await sandbox.control('DELETE', '/faults')
      break
    // The node takes them late, some of them after their sender's death.
    case 3:
      await sandbox.control('POST', '/faults', {
        provider: 'rpc',
        match: 'sendTransaction',
        kind: 'delay',
        delayMs: 300 + Math.floor(random() * 2_000),
      })
      await sleep(100 + random() * 900)
      await die()
      await sleep(random() * 400)
      await sandbox.control('DELETE', '/faults')
      break
    default:
      await die()
  }
  say(
    `killed ${dying.map(({ mortal }) => mortal.name).join(' and ')} (situation ${situation}), ${kills.reduce((sum, { unanswered }) => sum + unanswered.length, 0)} keys unanswered`,
  )
  for (const server of dying) await server.start()
  return kills
}

function unansweredOf({ underWay }: Callers, port: number): Worked[] {
  const works = [...underWay.values()].filter((one) => one.port === port).map(({ worked }) => worked)
  return [...new Set(works)].filter(({ heard }) => !heard.some((one) => isDecided(endOf(one))))
}
