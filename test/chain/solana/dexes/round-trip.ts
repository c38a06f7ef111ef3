import assert from 'node:assert/strict'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import { giveTokens } from '../../../../sandbox/control/give-tokens.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { MAX_U64 } from '../../../../src/chain/solana/dexes/pool-vault.ts'
import { isSlippageError } from '../../../../src/chain/solana/dexes/slippage-errors.ts'
import type { TradablePool } from '../../../../src/chain/solana/dexes/trading.ts'
import type { Keypair } from '../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../../src/chain/solana/program-ids.ts'
import { clockOf, fundTrader, mustRead, type Swapped, swapOnChain } from '../../../support/swap-lab.ts'

/** Of the sandbox's chain, as of mainnet since September 2026. */
const LAMPORTS_PER_BYTE = 5_080n

/* Round trips through a pool of the sandbox, every trade held against its quote. */

export type PoolAt = { readonly pool: string; readonly mint: string }
type Traded = {
  /** By the quote, which the balances have followed. */
  readonly inRaw: bigint
  readonly outRaw: bigint
  readonly extraLamports: bigint
  readonly swapped: Swapped
}

const SOL = 1_000_000_000n
const PURSE_LAMPORTS = 1_000_000n * SOL

/** Buys and sells of many sizes; what leaves and reaches the trader is what was quoted, to the base unit, and all that
 *  a buy brought is never sold for more than it cost. Returns the trades of each direction that went through. */
export function tradeThereAndBack(
  chain: SandboxChain,
  dex: Dex,
  at: PoolAt,
  who: Keypair,
): { readonly buys: readonly Swapped[]; readonly sells: readonly Swapped[] } {
  const first = mustRead(dex.trading!, chain, at.pool, at.mint)
  fundTrader(chain, PURSE_LAMPORTS, who)
  if (first.quoteMint !== NATIVE_MINT)
    assert(giveTokens(chain, { owner: who.address, mint: first.quoteMint, amountRaw: first.quoteDepthRaw * 10n }).ok)
  const buys: Swapped[] = []
  const sells: Swapped[] = []
  for (const divisor of [100_003n, 997n, 41n, 9n]) {
    const bought = tradeAsQuoted(chain, dex, at, {
      who,
      inputMint: first.quoteMint,
      amountInRaw: first.quoteDepthRaw / divisor,
      isFirst: buys.length === 0,
    })
    if (bought === null) continue
    buys.push(bought.swapped)
    let backRaw = 0n
    for (const amountInRaw of inThree(bought.outRaw)) {
      const order = { who, inputMint: first.baseMint, amountInRaw, isFirst: sells.length === 0 }
      const sold = tradeAsQuoted(chain, dex, at, order)
      if (sold === null) continue
      sells.push(sold.swapped)
      backRaw += sold.outRaw
    }
    assert(backRaw <= bought.inRaw, `${at.pool}: ${backRaw} for what cost ${bought.inRaw}`)
  }
  // Something to sell dust of.
  const kept = { who, inputMint: first.quoteMint, amountInRaw: first.quoteDepthRaw / 499n, isFirst: false }
  tradeAsQuoted(chain, dex, at, kept)
  for (const dust of [1n, 2n, 11n])
    for (const inputMint of [first.quoteMint, first.baseMint])
      tradeAsQuoted(chain, dex, at, { who, inputMint, amountInRaw: dust, isFirst: false })
  for (const inputMint of [first.quoteMint, first.baseMint]) {
    // The least that buys something, and a unit less.
    const least = leastInput(chain, mustRead(dex.trading!, chain, at.pool, at.mint), inputMint)
    assert(least !== null, `${at.pool}: nothing buys anything`)
    for (const amountInRaw of [least - 1n, least].filter((amount) => amount > 0n)) {
      const traded = tradeAsQuoted(chain, dex, at, { who, inputMint, amountInRaw, isFirst: false })
      assert.equal(traded !== null, amountInRaw === least, `${at.pool}: ${amountInRaw} of ${inputMint}`)
    }
  }
  return { buys, sells }
}

/** That a swap failed for paying less than the least asked for, and that its error says so. */
export function assertBeyondLimit({ programId }: Pick<TradablePool, 'programId'>, err: unknown, label: string): void {
  assert(err !== null, `${label}: more than the quote was paid`)
  const code = (err as { InstructionError?: [number, { Custom?: number }] }).InstructionError?.[1]?.Custom
  assert(isSlippageError(`program:${programId}:Custom(${code})`), `${label}: ${JSON.stringify(err)}`)
}

/** The smallest input with a quote, by halving: quotes never fall as the input grows. Null when there is none. */
function leastInput(chain: SandboxChain, pool: TradablePool, inputMint: string): bigint | null {
  const hasQuote = (amountRaw: bigint): boolean => pool.quote(inputMint, amountRaw, clockOf(chain)) !== null
  let high = 1n
  while (high <= MAX_U64 && !hasQuote(high)) high *= 2n
  if (high > MAX_U64) return null
  let low = high / 2n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (hasQuote(middle)) high = middle
    else low = middle
  }
  return high
}

/** A little, a half, and the rest. */
function inThree(amountRaw: bigint): readonly bigint[] {
  const [little, half] = [amountRaw / 7n, amountRaw / 2n]
  return [little, half, amountRaw - little - half].filter((part) => part > 0n)
}

/** One trade. Its least output is the whole quote; a unit more is refused by the program. Only a first trade may cost
 *  rent beside, and at most what the pool says. Null without a quote: then the program refuses the trade
 *  too, or takes it for nothing. */
export function tradeAsQuoted(
  chain: SandboxChain,
  dex: Dex,
  at: PoolAt,
  order: {
    readonly who: Keypair
    readonly inputMint: string
    readonly amountInRaw: bigint
    readonly isFirst: boolean
  },
): Traded | null {
  const { who, inputMint, amountInRaw } = order
  chain.advanceSlot()
  const pool = mustRead(dex.trading!, chain, at.pool, at.mint)
  const quote = pool.quote(inputMint, amountInRaw, clockOf(chain))
  const label = `${at.pool}: ${amountInRaw} of ${inputMint}`
  const send = (minOutRaw: bigint): Swapped => {
    chain.advanceSlot()
    return swapOnChain(chain, pool, { inputMint, amountInRaw, minOutRaw }, who)
  }
  if (quote === null) {
    const given = send(0n)
    assert(given.err !== null || given.gotRaw <= 0n, `${label}: no quote, but it bought something`)
    return null
  }
  assert(quote.amountInRaw <= amountInRaw, label)
  assertBeyondLimit(pool, send(quote.amountOutRaw + 1n).err, label)
  const swapped = send(quote.amountOutRaw)
  assert.equal(swapped.err, null, `${label}: ${JSON.stringify(swapped.err)}\n${swapped.logs.join('\n')}`)
  const extraLamports = rentPaid(pool, inputMint, quote, swapped, label)
  assert(
    extraLamports >= 0n && extraLamports <= BigInt(pool.rentBytes ?? 0) * LAMPORTS_PER_BYTE,
    `${label}: ${extraLamports} for rent`,
  )
  if (!order.isFirst) assert.equal(extraLamports, 0n, `${label}: rent again`)
  assert(swapped.computeUnits < pool.computeUnits, `${label}: ${swapped.computeUnits} units`)
  return { inRaw: quote.amountInRaw, outRaw: quote.amountOutRaw, extraLamports, swapped }
}

/** Compares both sides and returns what SOL paid beside; a side that is not SOL has to fit exactly. */
function rentPaid(
  pool: TradablePool,
  inputMint: string,
  quote: { readonly amountInRaw: bigint; readonly amountOutRaw: bigint },
  { paidRaw, gotRaw }: Swapped,
  label: string,
): bigint {
  const outputMint = inputMint === pool.baseMint ? pool.quoteMint : pool.baseMint
  if (inputMint !== NATIVE_MINT) assert.equal(paidRaw, quote.amountInRaw, `${label}: paid`)
  if (outputMint !== NATIVE_MINT) assert.equal(gotRaw, quote.amountOutRaw, `${label}: received`)
  if (inputMint === NATIVE_MINT) return paidRaw - quote.amountInRaw
  return outputMint === NATIVE_MINT ? quote.amountOutRaw - gotRaw : 0n
}
