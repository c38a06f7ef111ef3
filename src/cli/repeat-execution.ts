import { isDeepStrictEqual } from 'node:util'
import { readConfig } from '../config/env.ts'
import { counted } from '../contract/counted.ts'
import { createLogger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import type { SellProof } from '../services/evidence-bundle/sell-proof.ts'
import { reExecuteTokenLeg } from '../services/sell-proof/re-execute-token-leg.ts'
import { createWorkers } from '../workers/pool.ts'

/** Runs the token leg of a recorded sell proof again, on the recorded accounts and programs. False when a case comes
 *  out otherwise; null when there is no proof or its bytes were too many to be kept. Says on the console what it
 *  did. */
export async function repeatExecution(bundle: Uint8Array): Promise<boolean | null> {
  const { sellProof } = JSON.parse(Buffer.from(bundle).toString('utf8')) as {
    sellProof?: { readonly value: SellProof | null }
  }
  const proof = sellProof?.value ?? null
  if (proof === null || !proof.isReExecutable) {
    console.error(`execute ${proof === null ? 'no sell proof is recorded' : 'only the judgement can be repeated'}`)
    return null
  }
  const log = createLogger({ level: 'warn', process: 'replay' })
  const workers = createWorkers({
    config: { ...readConfig(), workers: 1, pinThreads: false },
    log,
    metrics: createMetrics(),
  })
  try {
    const again = await reExecuteTokenLeg({ workers }, proof)
    if (!again.ok) {
      console.error(`execute failed: ${again.message}`)
      return false
    }
    const recorded = proof.cases.filter(({ leg }) => leg === 'token')
    const same = isDeepStrictEqual(again.value, recorded)
    console.error(
      `execute ${counted(recorded.length, 'transfer')}: ${same ? 'every case as recorded' : 'DIFFERS from the record'}`,
    )
    return same
  } finally {
    await workers.close()
  }
}
