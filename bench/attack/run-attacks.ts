import type { StartedSandbox } from '../../test/support/start-sandbox.ts'
import { type Attack, buyRatio, type Findings, type LoadWindow, missedGoals } from './attack.ts'
import { ATTACKS } from './attacks/index.ts'
import { makeLab } from './lab.ts'

export type Judged = { readonly attack: Attack; readonly findings: Findings; readonly missed: readonly string[] }

/** Runs the named attacks, or all, one after the other. An attack that cannot be run is a miss: no one knows. */
export async function runAttacks(options: {
  readonly sandbox: StartedSandbox
  readonly tree: string
  readonly only: readonly string[] | null
  readonly isLong: boolean
  readonly seed: number
  readonly say: (line: string) => void
}): Promise<Judged[]> {
  const { only, say } = options
  const unknown = (only ?? []).filter((name) => !ATTACKS.some((attack) => attack.name === name))
  if (unknown.length > 0) throw new Error(`no attack is called ${unknown.join(', ')}`)
  const lab = await makeLab(options)
  const judged: Judged[] = []
  try {
    for (const attack of ATTACKS.filter(({ name }) => only === null || only.includes(name))) {
      const startMs = performance.now()
      const findings = await attack.run(lab).catch(
        (error: Error): Findings => ({
          tried: 'could not be run',
          got: [error.stack ?? error.message],
          taken: [],
          lost: [`no verdict: ${error.message}`],
        }),
      )
      await lab.tidy()
      const missed = missedGoals(findings)
      judged.push({ attack, findings, missed })
      printFindings(attack, findings, missed, say)
      say(`  ${Math.round((performance.now() - startMs) / 1_000)} s\n`)
    }
  } finally {
    await lab.close()
  }
  return judged
}

function printFindings(
  { name, finding }: Attack,
  { tried, got, known = [], loads = [] }: Findings,
  missed: readonly string[],
  say: (line: string) => void,
): void {
  say(`== ${name} (${finding}): ${missed.length === 0 ? 'held' : 'SUCCEEDED'}`)
  say(`  tried  ${tried}`)
  for (const line of got) say(`  got    ${line}`)
  for (const load of loads) {
    say(`  load   ${load.name}: buys ${buyRatio(load).toFixed(2)} times their quiet median`)
    for (const when of ['quiet', 'attacked'] as const) say(`         ${when.padEnd(8)} ${describe(load[when])}`)
  }
  for (const line of known) say(`  KNOWN  ${line}`)
  for (const line of missed) say(`  MISSED ${line}`)
}

function describe({
  healthP50Ms,
  healthP99Ms,
  healthWorstMs,
  buyP50Ms,
  buyWorstMs,
  answers,
  refused,
}: LoadWindow): string {
  const health = `/health p50 ${ms(healthP50Ms)} p99 ${ms(healthP99Ms)} worst ${ms(healthWorstMs)}`
  return `${health}, buy p50 ${ms(buyP50Ms)} worst ${ms(buyWorstMs)}, ${answers} answers, ${refused.length} bad`
}

const ms = (value: number): string => `${value.toFixed(1)} ms`
