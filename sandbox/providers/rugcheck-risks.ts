import { deepestMarket, type ExaminedToken, wasDrained } from './token-examiner.ts'

/** One row of `risks`: the provider's own names, texts and weights where recorded reports show them. */
export type RugcheckRisk = {
  readonly name: string
  readonly value: string
  readonly description: string
  readonly score: number
  readonly level: 'warn' | 'danger'
}

const LOW_LIQUIDITY_USD = 1_000
/** Chosen so that the recorded reports come out: 15,107 is 56 of 100 and 16,801 is 57. */
const NORMALISED_PER_LOG = 5.85

type AddRisk = (level: RugcheckRisk['level'], score: number, name: string, description: string, value?: string) => void

/** What the provider holds against a token. `rugged` counts earlier tokens of the creator that were emptied. */
export function rugcheckRisks(token: ExaminedToken, history: { readonly rugged: number }): RugcheckRisk[] {
  const { info, holders, metadata } = token
  const risks: RugcheckRisk[] = []
  const add: AddRisk = (level, score, name, description, value = '') =>
    void risks.push({ name, value, description, score: Math.round(score), level })
  if (history.rugged > 0)
    add(
      'danger',
      5_600 * history.rugged,
      'Creator history of rugged tokens',
      'Creator has a history of rugging tokens.',
    )
  if (info.freezeAuthority !== null)
    add('danger', 7_500, 'Freeze Authority still enabled', 'Tokens can be frozen and prevented from trading')
  if (info.mintAuthority !== null)
    add('danger', 7_500, 'Mint Authority still enabled', 'More tokens can be minted by the owner')
  addExtensionRisks(add, info)
  const own = holders.filter(({ kind }) => kind === 'wallet' || kind === 'creator')
  const top10 = own.slice(0, 10).reduce((sum, { sharePct }) => sum + sharePct, 0)
  const single = own[0]?.sharePct ?? 0
  if (top10 > 70)
    add('danger', top10 * 100, 'Top 10 holders high ownership', 'The top 10 users hold more than 70% token supply')
  if (single > 20)
    add(
      single > 40 ? 'danger' : 'warn',
      single * 100,
      'Single holder ownership',
      'One user holds a large amount of the token supply',
      `${single.toFixed(2)}%`,
    )
  addLiquidityRisks(add, token)
  if (metadata?.nft?.isMutable) add('warn', 100, 'Mutable metadata', 'Token metadata can be changed by the owner')
  if (wasDrained(token)) add('danger', 12_000, 'Liquidity removed', 'The liquidity was taken out of the pool')
  return risks.sort((a, b) => b.score - a.score)
}

function addExtensionRisks(add: AddRisk, { extensions }: ExaminedToken['info']): void {
  if (extensions.permanentDelegate !== null)
    add('danger', 9_000, 'Permanent Control Enabled', 'The owner can transfer or burn the tokens of any holder')
  if (extensions.nonTransferable) add('danger', 9_000, 'Non Transferable', 'The token cannot be transferred')
  const feePct = (extensions.transferFeeBps ?? 0) / 100
  if (feePct > 0)
    add(
      feePct > 10 ? 'danger' : 'warn',
      feePct * 100,
      'Transfer fees enabled',
      'Transfers of this token pay a fee',
      `${feePct}%`,
    )
}

function addLiquidityRisks(add: AddRisk, token: ExaminedToken): void {
  const deepest = deepestMarket(token)
  const liquidityUsd = deepest?.state?.liquidityUsd ?? null
  if (token.markets.length > 0 && (deepest === null || (liquidityUsd !== null && liquidityUsd < LOW_LIQUIDITY_USD)))
    add(
      'danger',
      3_000,
      'Low Liquidity',
      'Low amount of liquidity in the token pool',
      `$${(liquidityUsd ?? 0).toFixed(2)}`,
    )
  if (deepest?.lp) {
    const { totalRaw, burnedRaw, lockedRaw, holders: lpHolders } = deepest.lp
    const unlockedPct = totalRaw === 0n ? 0 : 100 - Number(((burnedRaw + lockedRaw) * 10_000n) / totalRaw) / 100
    if (unlockedPct > 50)
      add(
        'danger',
        unlockedPct * 110,
        'Large Amount of LP Unlocked',
        'A large amount of LP tokens are unlocked, allowing the owner to remove liquidity at any point.',
        `${unlockedPct.toFixed(2)}%`,
      )
    if (lpHolders.length < 3) add('warn', 500, 'Low amount of LP Providers', 'Only a few users are providing liquidity')
  }
}

/** The provider's additive score (1 for a clean token) and the one from 0 to 100. */
export function rugcheckScores(risks: readonly RugcheckRisk[]): { score: number; normalised: number } {
  const score = 1 + risks.reduce((sum, risk) => sum + risk.score, 0)
  return { score, normalised: Math.min(100, Math.max(1, Math.round(NORMALISED_PER_LOG * Math.log(score)))) }
}
