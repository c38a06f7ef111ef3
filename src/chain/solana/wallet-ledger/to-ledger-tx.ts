import type { LedgerBalance, LedgerMoveKind, LedgerStep, LedgerTx } from '../../../contract/wallet-ledger.ts'
import { type DecodedTransaction, isTip } from '../actions/decode-actions.ts'
import type { Movement, MovementKind } from '../actions/movement.ts'
import { isNative } from '../actions/native-deposits.ts'
import { NATIVE_MINT } from '../program-ids.ts'
import type { ChainTransaction, TokenBalance } from '../transaction.ts'
import { effectOn, type Wallets } from './movement-effects.ts'
import { rentOf } from './rent-of.ts'
import { type LedgerTrade, toTrades } from './to-trades.ts'

/** Of what a swap's instruction moves, what is no part of its price (`swaps.ts`). */
const ASIDE: ReadonlySet<MovementKind> = new Set(['fee', 'deposit', 'close', 'wrap', 'unwrap', 'handover'])

/** A transaction from the side of wallets that count as one. Pure. For each asset the steps add up to what came in less
 *  what went out: what a swap's instruction moved beside the trade itself is a transfer. */
export function toLedgerTx(decoded: DecodedTransaction, wallets: ReadonlySet<string>): LedgerTx {
  const { transaction, movements, swaps } = decoded
  const trades = Map.groupBy(
    swaps.filter(({ trader }) => wallets.has(trader)),
    ({ top }) => top,
  )
  const sums = createSums()
  const plain = plainOf(transaction, wallets)
  for (const movement of movements) {
    const effect = effectOn(movement, { all: wallets, plain })
    if (effect === null) continue
    const top = movement.path?.[0] ?? null
    const isTraded = top !== null && trades.has(top) && !effect.isDeposit && !ASIDE.has(movement.kind)
    for (const { kind, raw } of kindsOf(movement, effect, transaction))
      sums.add(isTraded && kind !== 'tip' ? 'transfer' : kind, effect.asset, raw, isTraded ? top : null)
  }
  const traded = [...trades].flatMap(([top, own]) => {
    const steps = own.flatMap(toTrades)
    for (const { paid, got } of steps) {
      sums.add('transfer', paid.asset, paid.raw, top)
      sums.add('transfer', got.asset, -got.raw, top)
    }
    return steps.map((step) => ({ top, step }))
  })
  const { signature, slot, indexInBlock, blockTimeSec, err } = transaction
  return {
    signature,
    slot,
    indexInBlock,
    timeSec: blockTimeSec,
    isFailed: err !== null,
    steps: inOrder(...withoutTokenFees(traded, sums.all())),
    balances: balancesOf(transaction, { all: wallets, plain }),
    decimals: decimalsOf(transaction),
  }
}

type Placed = { readonly top: number; readonly step: LedgerTrade }
type Sum = { readonly kind: LedgerMoveKind; readonly asset: string; readonly top: number | null; raw: bigint }

function createSums() {
  const sums = new Map<string, Sum>()
  return {
    add(kind: LedgerMoveKind, asset: string, raw: bigint, top: number | null): void {
      const key = `${kind} ${asset} ${top}`
      const sum = sums.get(key) ?? { kind, asset, top, raw: 0n }
      sum.raw += raw
      sums.set(key, sum)
    },
    all: (): readonly Sum[] => [...sums.values()].filter(({ raw }) => raw !== 0n),
  }
}

/** What a movement is to the wallets: mostly one thing; of lamports that an account is made with, those that it must hold
 *  are rent and the rest is sent. */
function kindsOf(
  movement: Movement,
  { raw, isDeposit }: { readonly raw: bigint; readonly isDeposit: boolean },
  transaction: ChainTransaction,
): readonly { readonly kind: LedgerMoveKind; readonly raw: bigint }[] {
  const { kind, mint, to } = movement
  if (kind === 'fee') return [{ kind: 'networkFee', raw }]
  if (isDeposit || kind === 'close') return [{ kind: 'rent', raw }]
  if (kind === 'withheld') return [{ kind: 'tokenFee', raw }]
  const rent = raw < 0n ? -rentOf(movement, transaction) : 0n
  if (rent !== 0n)
    return [
      { kind: 'rent', raw: rent },
      { kind: 'transfer', raw: raw - rent },
    ]
  const isPlain = mint === null && kind === 'transfer'
  return [{ kind: isPlain && raw < 0n && to !== null && isTip(to.account) ? 'tip' : 'transfer', raw }]
}

/** A token that keeps a fee of what a pool pays out does so without an instruction: who bought it got less. */
function withoutTokenFees(trades: readonly Placed[], sums: readonly Sum[]): [readonly Placed[], readonly Sum[]] {
  let own = trades
  const left = sums.filter(({ kind, asset, raw }) => {
    const bought = own.filter(({ step }) => step.got.asset === asset)
    if (kind !== 'tokenFee' || bought.length !== 1 || bought[0]!.step.got.raw < -raw) return true
    own = own.map((one) => {
      const { top, step } = one
      return one === bought[0] ? { top, step: { ...step, got: { asset, raw: step.got.raw + raw } } } : one
    })
    return false
  })
  return [own, left]
}

/** Fees come first; what came in beside trades comes before them, so that it can be sold. */
function inOrder(trades: readonly Placed[], sums: readonly Sum[]): readonly LedgerStep[] {
  const moves = sums.map(({ kind, asset, raw }) => ({ kind, asset, raw }))
  const own = trades.toSorted((a, b) => a.top - b.top).map(({ step }) => step)
  return [...moves.filter(({ raw }) => raw > 0n), ...own, ...moves.filter(({ raw }) => raw < 0n)]
}

function plainOf(
  { accountKeys, preTokenBalances, postTokenBalances }: ChainTransaction,
  wallets: ReadonlySet<string>,
): ReadonlySet<string> {
  const tokens = new Set(
    [...preTokenBalances, ...postTokenBalances].map(({ accountIndex }) => accountKeys[accountIndex]),
  )
  return new Set([...wallets].filter((one) => !tokens.has(one)))
}

function balancesOf(transaction: ChainTransaction, { all: wallets, plain }: Wallets): readonly LedgerBalance[] {
  const { accountKeys, preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction
  const rows: LedgerBalance[] = []
  for (const [at, account] of accountKeys.entries())
    if (plain.has(account))
      rows.push({
        account,
        asset: NATIVE_MINT,
        beforeRaw: preBalances[at] ?? 0n,
        afterRaw: postBalances[at] ?? 0n,
      })
  const isOwn = ({ owner }: TokenBalance): boolean => owner !== null && wallets.has(owner)
  const before = new Map(preTokenBalances.filter(isOwn).map((row) => [row.accountIndex, row]))
  const after = new Map(postTokenBalances.filter(isOwn).map((row) => [row.accountIndex, row]))
  for (const at of new Set([...before.keys(), ...after.keys()])) {
    const { mint } = (before.get(at) ?? after.get(at))!
    const account = accountKeys[at]
    if (account === undefined) continue
    const asset = isNative(mint) ? NATIVE_MINT : mint
    rows.push({
      account,
      asset,
      beforeRaw: before.get(at)?.amountRaw ?? 0n,
      afterRaw: after.get(at)?.amountRaw ?? 0n,
    })
  }
  return rows
}

function decimalsOf({ preTokenBalances, postTokenBalances }: ChainTransaction): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...preTokenBalances, ...postTokenBalances].map(({ mint, decimals }) => [mint, decimals] as const),
  )
}
