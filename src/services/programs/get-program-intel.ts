import type { ProgramFacts } from '../../chain/program-port.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { ProgramIntel } from '../../contract/program-intel.ts'

/** What a program is and who may change it, from its accounts, and what the tape says of its use. Fails `unconfigured`
 *  without a node, `invalid_request` for what is no address, and as the node fails. */
export async function getProgramIntel(
  ctx: Context,
  program: string,
  signal: AbortSignal,
): Promise<Outcome<ProgramIntel>> {
  const { programs } = ctx.chain
  if (programs === undefined) return fail('unconfigured', 'no node configured')
  if (!programs.isAddress(program)) return fail('invalid_request', 'invalid program')
  const facts = await programs.describe(program, signal)
  if (!facts.ok) return facts
  const { isProgram, name, category, upgradeable, upgradeAuthority, lastDeploySlot, sizeBytes, dexes } = facts.value
  const use = dexes.length === 0 ? null : await ctx.parts.screener.useOf(dexes)
  return ok({
    program,
    isProgram,
    name,
    category,
    upgradeable,
    upgradeAuthority,
    lastDeploySlot,
    verifiedBuild: null,
    sizeBytes,
    tvlUSD: use?.liquidityUsd ?? null,
    calls24h: null,
    tapeTrades24h: use?.trades24h ?? null,
    knownRisks: risksOf(facts.value),
    usedByMints: use?.tokens ?? null,
    generatedAt: ctx.clock.nowMs(),
    ...missingOf(isProgram ? sayMissing(facts.value, use) : []),
  })
}

function risksOf({ upgradeAuthority, authorityIsKey }: ProgramFacts): ProgramIntel['knownRisks'] {
  if (upgradeAuthority === null) return []
  const risks: ProgramIntel['knownRisks'] = [
    { id: 'upgradeable', severity: 'medium', detail: `${upgradeAuthority} may replace the code at any time` },
  ]
  if (authorityIsKey === true)
    risks.push({
      id: 'authority_is_key',
      severity: 'medium',
      detail: 'the upgrade authority is no address of a program: one key may be enough to replace the code',
    })
  return risks
}

function sayMissing(
  { dexes, sizeBytes }: ProgramFacts,
  use: Awaited<ReturnType<Context['parts']['screener']['useOf']>> | null,
): (string | null)[] {
  return [
    'verifiedBuild: no registry of builds is configured',
    'calls24h: no source counts the calls of programs; tapeTrades24h are trades on the tape',
    sizeBytes === null ? 'sizeBytes: the code is not read for this answer' : null,
    dexes.length === 0 ? 'tvlUSD, tapeTrades24h, usedByMints: no pairs of this program are followed' : null,
    use !== null && use.unknownLiquidity > 0
      ? `tvlUSD is that of ${use.pairs - use.unknownLiquidity} of ${counted(use.pairs, 'pair')}: the liquidity of the others is not known`
      : null,
    use?.isUncounted ? 'tapeTrades24h: the tape does not hold 24 hours of every pair' : null,
  ]
}
