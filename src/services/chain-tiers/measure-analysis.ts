import type { CatalogChain } from '../../chain/catalog/chains.ts'
import type { AnalysisEvidence, MarketEvidence } from '../../contract/chain-evidence.ts'
import type { DeepScanReport } from '../../contract/deep-scan.ts'
import type { Outcome } from '../../contract/outcome.ts'
import { providerChain } from './provider-chain.ts'
import type { Measurer, Round } from './round.ts'

/** Runs this server's own Deep Scan of a Solana token. */
export type Scan = (mint: string) => Promise<Outcome<DeepScanReport>>

/** Whether there is anyone to ask. */
export function canAnalyze(
  { config, upstreams }: Pick<Measurer, 'config' | 'upstreams'>,
  chain: CatalogChain,
): boolean {
  if (chain.key === 'solana') return config.providers.solanaRpc !== undefined
  return upstreams.chainSecurity !== null && providerChain(chain, 'goplus') !== null
}

/** Whether an analysis of holders and security can be completed for the chain's anchor token. On Solana it is this
 *  server's own Deep Scan of a token that is traded now; elsewhere the provider whose word the security route hands on.
 *  Null when nobody could be asked, or the one who was asked failed. */
export async function measureAnalysis(
  ctx: Measurer,
  {
    chain,
    market,
    scan,
  }: { readonly chain: CatalogChain; readonly market: MarketEvidence; readonly scan: Scan | null },
  round: Round,
): Promise<AnalysisEvidence | null> {
  if (chain.key === 'solana')
    return market.pool === null || scan === null ? null : scanToken(ctx, { mint: market.pool.base, scan }, round)
  const { chainSecurity } = ctx.upstreams
  const at = providerChain(chain, 'goplus')
  const token = chain.wrappedNative ?? market.pool?.base ?? null
  if (chainSecurity === null || at === null || token === null) return null
  const report = await round.ask(
    { source: chainSecurity.provider, asked: `security of ${token}` },
    () => chainSecurity.tokenReport(at, token),
    (found) => found !== null,
  )
  if (!report.ok) return null
  return {
    askedAtMs: ctx.clock.nowMs(),
    source: chainSecurity.provider,
    token,
    holders: report.value?.holders.some(({ pct }) => pct !== null) ?? false,
    security: report.value !== null && report.value.scoreSafe0to100 !== null,
  }
}

async function scanToken(
  { clock }: Measurer,
  { mint, scan }: { readonly mint: string; readonly scan: Scan },
  round: Round,
): Promise<AnalysisEvidence | null> {
  const report = await round.ask(
    { source: 'deepscan', asked: `Deep Scan of ${mint}` },
    () => scan(mint),
    () => true,
  )
  if (!report.ok) return null
  const { layers } = report.value
  return {
    askedAtMs: clock.nowMs(),
    source: 'deepscan',
    token: mint,
    holders: layers.holders.ok,
    security: layers.contract.ok && layers.honeypot.ok,
  }
}
