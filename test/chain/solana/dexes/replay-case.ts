import assert from 'node:assert/strict'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import type { TradablePool } from '../../../../src/chain/solana/dexes/trading.ts'
import type { AccountView } from '../../../../src/chain/solana/rpc.ts'
import { mintAccountBytes } from '../../../support/mint-bytes.ts'
import { readTradablePool } from '../../../support/swap-lab.ts'

/* Pools in random states with what a DEX's own SDK says of them: `test/differential` writes such cases by the thousand,
 * compares them and keeps some, which the ordinary tests replay. */

/** What a trade of an amount has to come to; null: it cannot be made or gives nothing. */
export type TradeCase = {
  readonly inRaw: string
  readonly result: { readonly paidRaw: string; readonly outRaw: string } | null
}
/** An instruction as the SDK builds it; accounts with their flags after a space: w writable, s signer. */
export type BuiltCase = {
  readonly user: string
  readonly userBase: string
  readonly userQuote: string
  readonly amountRaw: string
  readonly minOutRaw: string
  readonly buy: { readonly data: string; readonly accounts: readonly string[] }
  readonly sell: { readonly data: string; readonly accounts: readonly string[] }
}
/** What every case has. Accounts that are not named are not there. */
export type PoolCase = {
  readonly address: string
  readonly mint: string
  /** The program's own base and quote. */
  readonly base: string
  readonly quote: string
  readonly buys: readonly TradeCase[]
  readonly sells: readonly TradeCase[]
  readonly built?: BuiltCase
}

export function accountOf(address: string, owner: string, data: Uint8Array): AccountView {
  return { address, owner, data, lamports: 1n, executable: false }
}

export function base64Account(address: string, owner: string, base64: string): AccountView {
  return accountOf(address, owner, new Uint8Array(Buffer.from(base64, 'base64')))
}

export function mintAccount(address: string, owner: string, supplyRaw: bigint): AccountView {
  return accountOf(address, owner, mintAccountBytes({ supplyRaw }))
}

/** The pool of these accounts, through `wants` as a node would be asked. */
export function poolOf(
  dex: Dex,
  { address, mint }: { readonly address: string; readonly mint: string },
  accounts: readonly AccountView[],
) {
  const byAddress = new Map(accounts.map((account) => [account.address, account]))
  const chain = { account: (wanted: string) => byAddress.get(wanted) ?? null }
  return readTradablePool(dex.trading!, chain, address, mint)
}

/** Compares every trade and instruction of a case. Returns how many trades it compared. */
export function replayCase(dex: Dex, poolCase: PoolCase, accounts: readonly AccountView[], epoch = 0): number {
  const read = poolOf(dex, poolCase, accounts)
  assert(read.ok, read.ok ? '' : `${poolCase.address}: ${read.message}`)
  const pool = read.value
  compareTrades(pool, poolCase.quote, poolCase.buys, epoch)
  compareTrades(pool, poolCase.base, poolCase.sells, epoch)
  if (poolCase.built !== undefined) compareBuilt(pool, poolCase, poolCase.built)
  return poolCase.buys.length + poolCase.sells.length
}

function compareTrades(pool: TradablePool, inputMint: string, trades: readonly TradeCase[], epoch: number): void {
  for (const { inRaw, result } of trades) {
    const quote = pool.quote(inputMint, BigInt(inRaw), { slot: 0, unixSec: 0, epoch })
    const found = quote && { paidRaw: String(quote.amountInRaw), outRaw: String(quote.amountOutRaw) }
    assert.deepEqual(found, result, `${pool.address}: ${inRaw} of ${inputMint}`)
  }
}

function compareBuilt(pool: TradablePool, { base, quote }: PoolCase, built: BuiltCase): void {
  const { user, userBase, userQuote } = built
  for (const [inputMint, side, inputAccount, outputAccount] of [
    [quote, built.buy, userQuote, userBase],
    [base, built.sell, userBase, userQuote],
  ] as const) {
    const uses = pool.accounts(inputMint, { user, inputAccount, outputAccount })
    const spelled = uses.map(({ address, isSigner, isWritable }) =>
      `${address} ${isWritable ? 'w' : ''}${isSigner ? 's' : ''}`.trim(),
    )
    assert.deepEqual(spelled, side.accounts, `${pool.address}: accounts`)
    const data = pool.data(inputMint, BigInt(built.amountRaw), BigInt(built.minOutRaw))
    assert.equal(Buffer.from(data).toString('hex'), side.data, `${pool.address}: data`)
    assert.equal(pool.accounts(inputMint, { user, inputAccount, outputAccount }), uses, 'the same array again')
  }
}
