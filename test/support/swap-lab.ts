import assert from 'node:assert/strict'
import type { ExecutedTransaction, SandboxChain } from '../../sandbox/chain/types.ts'
import { compileV0Message, signMessage } from '../../src/chain/solana/compile-message.ts'
import {
  type DexTrading,
  swapInstruction,
  type TradablePool,
  type TradeClock,
} from '../../src/chain/solana/dexes/trading.ts'
import {
  closeTokenAccount,
  createAssociatedTokenAccount,
  type Instruction,
  setComputeUnitLimit,
  syncNative,
  transferLamports,
} from '../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { AccountView } from '../../src/chain/solana/rpc.ts'
import { type Outcome, ok } from '../../src/contract/outcome.ts'
import { readTokenAccount } from '../../src/hot-paths/account-layouts.ts'

/* A pool read, quoted and traded on a chain of the sandbox in this process, as the service does it over a node. */

const MAX_ROUNDS = 4
const SLOTS_PER_EPOCH = 432_000

export const TRADER = keypairFromText('swap lab trader')

/** When a transaction that is sent now runs. */
export function clockOf(chain: SandboxChain): TradeClock {
  return { slot: chain.slot(), unixSec: chain.unixTimeSec(), epoch: Math.floor(chain.slot() / SLOTS_PER_EPOCH) }
}

/** Reads what a DEX wants, round by round, and makes the pool of it. */
export function readTradablePool(
  trading: DexTrading,
  chain: Pick<SandboxChain, 'account'>,
  pool: string,
  mint: string,
): Outcome<TradablePool> {
  const read = new Map<string, AccountView | null>()
  for (let round = 0; ; round++) {
    const wanted = trading.wants(pool, read, mint)
    if (wanted.length === 0) return trading.readPool(pool, read, mint)
    assert(round < MAX_ROUNDS, `asks for ${wanted.join()} in round ${round}`)
    for (const address of wanted) {
      assert(!read.has(address), `${address} is asked for again`)
      const account = chain.account(address)
      read.set(address, account === null ? null : { ...account, address })
    }
  }
}

export function mustRead(trading: DexTrading, chain: SandboxChain, pool: string, mint: string): TradablePool {
  const read = readTradablePool(trading, chain, pool, mint)
  assert(read.ok, read.ok ? '' : `${pool}: ${read.message}`)
  return ok(read.value).value
}

export function fundTrader(chain: SandboxChain, lamports: bigint, trader: Keypair = TRADER): void {
  chain.setAccount(trader.address, { lamports, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false })
}

export type SwapOrder = {
  readonly inputMint: string
  readonly amountInRaw: bigint
  readonly minOutRaw: bigint
}
export type Swapped = {
  readonly err: unknown
  readonly logs: readonly string[]
  readonly computeUnits: number
  /** What the trader gave and got, in base units of the two mints; network fee and rent left out. */
  readonly paidRaw: bigint
  readonly gotRaw: bigint
  readonly executed: ExecutedTransaction | null
}

/** One transaction as the service sends it: token accounts made where needed, SOL wrapped before and unwrapped
 *  after. */
export function swapOnChain(
  chain: SandboxChain,
  pool: TradablePool,
  { inputMint, amountInRaw, minOutRaw }: SwapOrder,
  trader: Keypair = TRADER,
): Swapped {
  const { baseMint, quoteMint, baseTokenProgram, quoteTokenProgram } = pool
  const isSell = inputMint === baseMint
  const outputMint = isSell ? quoteMint : baseMint
  const programOf = (mint: string) => (mint === baseMint ? baseTokenProgram : quoteTokenProgram)
  const own = (mint: string) => associatedTokenAddress(trader.address, mint, programOf(mint))
  const ensure = (mint: string) =>
    createAssociatedTokenAccount({ payer: trader.address, owner: trader.address, mint, tokenProgram: programOf(mint) })
  const accounts = { user: trader.address, inputAccount: own(inputMint), outputAccount: own(outputMint) }
  const around = pool.around?.(inputMint, accounts) ?? { before: [], after: [] }
  const usesSol = !pool.movesLamports && (inputMint === NATIVE_MINT || outputMint === NATIVE_MINT)
  const wrapped = own(NATIVE_MINT)
  const instructions: Instruction[] = [
    setComputeUnitLimit(pool.computeUnits + 100_000),
    ...[inputMint, outputMint].filter((mint) => mint !== NATIVE_MINT || usesSol).map(ensure),
    ...(usesSol && inputMint === NATIVE_MINT
      ? [transferLamports({ from: trader.address, to: wrapped, lamports: amountInRaw }), syncNative(wrapped)]
      : []),
    ...around.before,
    swapInstruction(pool, { ...accounts, inputMint, amountInRaw, minOutRaw }),
    ...around.after,
    ...(usesSol
      ? [closeTokenAccount({ account: wrapped, destination: trader.address, authority: trader.address })]
      : []),
  ]
  const before = holdings(chain, trader, [accounts.inputAccount, accounts.outputAccount])
  const { blockhash } = chain.latestBlockhash('processed')
  const message = compileV0Message({ payer: trader.address, blockhash, instructions, lookupTables: [] })
  const sent = chain.send(signMessage(message, [trader]).wire, { skipPreflight: true })
  if (!sent.ok) return { err: sent.message, logs: sent.logs, computeUnits: 0, paidRaw: 0n, gotRaw: 0n, executed: null }
  const { err, logs, computeUnits, feeLamports } = sent.transaction
  const after = holdings(chain, trader, [accounts.inputAccount, accounts.outputAccount])
  // Lamports that went into token accounts (wrapped SOL apart, which is closed again) are rent.
  const rentLamports = after.rentLamports - before.rentLamports
  const gained = (mint: string, account: string): bigint =>
    mint === NATIVE_MINT
      ? after.lamports - before.lamports + feeLamports + rentLamports
      : after.tokens.get(account)! - before.tokens.get(account)!
  return {
    err,
    logs,
    computeUnits: Number(computeUnits),
    paidRaw: -gained(inputMint, accounts.inputAccount),
    gotRaw: gained(outputMint, accounts.outputAccount),
    executed: sent.transaction,
  }
}

function holdings(chain: SandboxChain, trader: Keypair, accounts: readonly string[]) {
  const states = accounts.map((address) => ({ address, state: chain.account(address) }))
  const raw = (data: Uint8Array) => readTokenAccount(data)?.amountRaw ?? 0n
  return {
    lamports: chain.account(trader.address)?.lamports ?? 0n,
    tokens: new Map(states.map(({ address, state }) => [address, state === null ? 0n : raw(state.data)])),
    rentLamports: states.reduce((sum, { state }) => sum + (state?.lamports ?? 0n), 0n),
  }
}
