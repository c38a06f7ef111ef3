import assert from 'node:assert/strict'
import type { SandboxChain, SendResult } from '../../../../sandbox/chain/types.ts'
import { heldRaw } from '../../../../sandbox/world/holdings.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { isSlippageError } from '../../../../src/chain/solana/dexes/slippage-errors.ts'
import { swapInstruction, type TradablePool, type TradeClock } from '../../../../src/chain/solana/dexes/trading.ts'
import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  setComputeUnitLimit,
  syncNative,
  transferLamports,
} from '../../../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../../../src/chain/solana/keypair.ts'
import { addressBytes, associatedTokenAddress } from '../../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import type { AccountView } from '../../../../src/chain/solana/rpc.ts'
import type { Outcome } from '../../../../src/contract/outcome.ts'
import { findExtension } from '../../../../src/hot-paths/account-layouts.ts'
import { fund, sign } from '../../../sandbox/chain/chain-fixture.ts'

/* Trades with what a DEX gives as `trading`, on a chain of the sandbox in this process: read, quoted, built with token
 * accounts and wrapped SOL around it, signed, sent, and compared with the balances. */

/** Rounds of `wants` that a reader goes at most. */
const MAX_ROUNDS = 4
const SLOTS_PER_EPOCH = 432_000
/** What the token accounts and SOL around a swap may cost. */
const AROUND_UNITS = 150_000
const TOKEN_ACCOUNT_BYTES = 165
/** With what a transfer fee keeps: the account's type, the entry's type and length, eight bytes. */
const FEE_ACCOUNT_BYTES = TOKEN_ACCOUNT_BYTES + 13
const ACCOUNT_TYPE = 2
const TRANSFER_FEE_CONFIG = 1
const TRANSFER_FEE_AMOUNT = 2

/** The chain's account as a node tells it. */
export function viewOf(chain: Pick<SandboxChain, 'account'>, address: string): AccountView | null {
  const state = chain.account(address)
  return state === null ? null : { address, ...state }
}

/** Everything `wants` asks for, and how many rounds that took. */
export function readWanted(chain: Pick<SandboxChain, 'account'>, dex: Dex, pool: string, mint: string) {
  const read = new Map<string, AccountView | null>()
  let rounds = 0
  for (;;) {
    const wanted = dex.trading!.wants(pool, read, mint)
    if (wanted.length === 0) return { read, rounds }
    assert(++rounds <= MAX_ROUNDS, `more than ${MAX_ROUNDS} rounds`)
    for (const address of wanted) {
      assert(!read.has(address), `${address} is asked for twice`)
      read.set(address, viewOf(chain, address))
    }
  }
}

export function readTradable(chain: SandboxChain, dex: Dex, pool: string, mint: string): Outcome<TradablePool> {
  return dex.trading!.readPool(pool, readWanted(chain, dex, pool, mint).read, mint)
}

export function mustRead(chain: SandboxChain, dex: Dex, pool: string, mint: string): TradablePool {
  const read = readTradable(chain, dex, pool, mint)
  assert(read.ok, read.ok ? '' : read.message)
  return read.value
}

export function clockOf(chain: SandboxChain): TradeClock {
  const slot = chain.slot()
  return { slot, unixSec: chain.unixTimeSec(), epoch: Math.floor(slot / SLOTS_PER_EPOCH) }
}

export type Trade = {
  readonly who: Keypair
  readonly inputMint: string
  readonly amountInRaw: bigint
  readonly minOutRaw: bigint
}

/** All that a wallet signs for one swap. */
export function tradeInstructions(
  pool: TradablePool,
  { who, inputMint, amountInRaw, minOutRaw }: Trade,
): Instruction[] {
  const { baseMint, quoteMint, baseTokenProgram, quoteTokenProgram } = pool
  const user = who.address
  const isBaseIn = inputMint === baseMint
  const base = associatedTokenAddress(user, baseMint, baseTokenProgram)
  const quote = associatedTokenAddress(user, quoteMint, quoteTokenProgram)
  const [inputAccount, outputAccount] = isBaseIn ? [base, quote] : [quote, base]
  const wrapped = associatedTokenAddress(user, NATIVE_MINT)
  const usesSol = baseMint === NATIVE_MINT || quoteMint === NATIVE_MINT
  return [
    setComputeUnitLimit(pool.computeUnits + AROUND_UNITS),
    createAssociatedTokenAccount({ payer: user, owner: user, mint: baseMint, tokenProgram: baseTokenProgram }),
    createAssociatedTokenAccount({ payer: user, owner: user, mint: quoteMint, tokenProgram: quoteTokenProgram }),
    ...(inputMint === NATIVE_MINT
      ? [transferLamports({ from: user, to: wrapped, lamports: amountInRaw }), syncNative(wrapped)]
      : []),
    swapInstruction(pool, { user, inputAccount, outputAccount, inputMint, amountInRaw, minOutRaw }),
    ...(usesSol ? [closeTokenAccount({ account: wrapped, destination: user, authority: user })] : []),
  ]
}

export function sendTrade(chain: SandboxChain, pool: TradablePool, trade: Trade): SendResult {
  return chain.send(sign(chain, tradeInstructions(pool, trade), { payer: trade.who }).wire)
}

/** Quotes one swap against the pool as it is now, finds that a unit more than the quote is refused, makes it at exactly
 *  the quote and compares what the wallet has lost and gained. Returns what arrived, null when there is no quote: then
 *  the chain must have nothing to pay either. */
export function tradeAndCompare(
  chain: SandboxChain,
  dex: Dex,
  at: { readonly pool: string; readonly mint: string },
  trade: Omit<Trade, 'minOutRaw'>,
): bigint | null {
  chain.advanceSlot()
  const pool = mustRead(chain, dex, at.pool, at.mint)
  const { who, inputMint, amountInRaw } = trade
  const quote = pool.quote(inputMint, amountInRaw, clockOf(chain))
  const label = `${at.pool}: ${amountInRaw} of ${inputMint}`
  if (quote === null) {
    assert(!sendTrade(chain, pool, { ...trade, minOutRaw: 1n }).ok, `${label}: no quote, but the chain pays`)
    return null
  }
  const dear = sendTrade(chain, pool, { ...trade, minOutRaw: quote.amountOutRaw + 1n })
  assert(!dear.ok, `${label}: more than the quote was paid`)
  const code = /custom program error: 0x([0-9a-f]+)/.exec(dear.message)?.[1]
  assert(
    isSlippageError(`program:${pool.programId}:Custom(${Number.parseInt(code!, 16)})`),
    `${label}: ${dear.message}`,
  )
  const before = holdings(chain, pool, who.address)
  const sent = sendTrade(chain, pool, { ...trade, minOutRaw: quote.amountOutRaw })
  assert(sent.ok, sent.ok ? '' : `${label}: ${sent.message}\n${sent.logs.join('\n')}`)
  const after = holdings(chain, pool, who.address)
  const outputMint = inputMint === pool.baseMint ? pool.quoteMint : pool.baseMint
  const change = (mint: string): bigint => {
    if (mint !== NATIVE_MINT) return after.tokens.get(mint)! - before.tokens.get(mint)!
    return after.lamports - before.lamports + sent.transaction.feeLamports
  }
  assert.equal(-change(inputMint), quote.amountInRaw, `${label}: paid`)
  assert.equal(change(outputMint), quote.amountOutRaw, `${label}: received`)
  assert(Number(sent.transaction.computeUnits) < pool.computeUnits + AROUND_UNITS, label)
  return quote.amountOutRaw
}

/** What a wallet has, the rent of its token accounts counted with its lamports. */
function holdings(
  chain: SandboxChain,
  { baseMint, quoteMint, baseTokenProgram, quoteTokenProgram }: TradablePool,
  who: string,
) {
  const accounts = [
    associatedTokenAddress(who, baseMint, baseTokenProgram),
    associatedTokenAddress(who, quoteMint, quoteTokenProgram),
  ]
  const lamports = [who, ...accounts].reduce((sum, one) => sum + (chain.account(one)?.lamports ?? 0n), 0n)
  const tokens = new Map([baseMint, quoteMint].map((mint) => [mint, heldRaw(chain, who, mint)]))
  return { lamports, tokens }
}

/** Puts tokens into a wallet's associated account, out of nowhere; SOL into the wallet itself. */
export function give(chain: SandboxChain, who: string, mint: string, amountRaw: bigint): void {
  if (mint === NATIVE_MINT) {
    fund(chain, who, amountRaw)
    return
  }
  const { owner: program, data: mintData } = chain.account(mint)!
  const hasFee = program === TOKEN_2022_PROGRAM && findExtension(mintData, TRANSFER_FEE_CONFIG) !== null
  const data = Buffer.alloc(hasFee ? FEE_ACCOUNT_BYTES : TOKEN_ACCOUNT_BYTES)
  data.set(addressBytes(mint), 0)
  data.set(addressBytes(who), 32)
  data.writeBigUInt64LE(amountRaw, 64)
  data[108] = 1
  if (hasFee) data.set([ACCOUNT_TYPE, TRANSFER_FEE_AMOUNT, 0, 8], TOKEN_ACCOUNT_BYTES)
  const lamports = chain.minimumBalanceLamports(data.length)
  chain.setAccount(associatedTokenAddress(who, mint, program), { lamports, owner: program, data, executable: false })
}
