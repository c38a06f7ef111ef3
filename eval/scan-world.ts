import { openSandbox } from '../sandbox/open-sandbox.ts'
import { describeTruth } from '../sandbox/world/describe-truth.ts'
import type { DeepScanReport } from '../src/contract/deep-scan.ts'
import { systemClock } from '../src/runtime/clock.ts'
import { createLogger } from '../src/runtime/log.ts'
import { openLabContext } from './lab-context.ts'
import { scanTokens, type TrueToken } from './scan-lab.ts'

export type WorldToken = { readonly truth: TrueToken; readonly report: DeepScanReport }

const SEED = 'evaluation'
const LANES = 3

/** Every token of the default world, judged as the service judges it. */
export async function readWorldTokens(providers: boolean): Promise<WorldToken[]> {
  const log = createLogger({ level: 'warn', process: 'eval' })
  const sandbox = await openSandbox(
    { seed: SEED, tps: 0, slotMs: 400, agents: false, programsDir: null, port: 0 },
    { clock: systemClock(), log },
  )
  const { urls, genesisHash, world } = sandbox
  await fetch(`${urls['control']}/slots/pause`, { method: 'POST' })
  const { ctx, close } = await openLabContext({ urls, genesisHash, providers, workers: 1, nowMs: Date.now() })
  try {
    const tokens = describeTruth(world).tokens.filter(({ archetype }) => archetype !== 'native')
    return (await scanTokens(ctx, tokens, LANES)).map(({ truth, report }) => ({ truth, report }))
  } finally {
    await close()
    sandbox.close()
  }
}
