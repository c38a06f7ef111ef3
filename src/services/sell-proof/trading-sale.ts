import type { Dex } from '../../chain/solana/dexes/dex.ts'
import { swapInstruction, type TradablePool, type TradeClock } from '../../chain/solana/dexes/trading.ts'
import { createAssociatedTokenAccount } from '../../chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { CLOCK_SYSVAR } from '../../chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../chain/solana/rpc.ts'
import { readClock } from '../../chain/solana/sysvars.ts'
import { TRADING } from '../../config/trading.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { type PoolSale, type SaleToken, tokenChangeRaw } from './pool-sale.ts'
import type { ProofPool } from './proof-subject.ts'

/** Sales into a pool of any DEX that is traded, by the adapter that trades on it. There are no round trips: an adapter
 *  quotes the pool in its current state, not as a purchase leaves it. Fails `no_route` with the reason when the pool
 *  cannot be traded, and as the node fails. */
export async function prepareTradingSale(
  rpc: SolanaRpc,
  dex: Dex,
  { address }: ProofPool,
  { mint }: SaleToken,
  signal?: AbortSignal,
): Promise<Outcome<PoolSale>> {
  const read = await readPool(rpc, dex, address, mint, signal)
  if (!read.ok) return read
  const { pool, clock } = read.value
  const isBase = pool.baseMint === mint
  const input = { mint, tokenProgram: isBase ? pool.baseTokenProgram : pool.quoteTokenProgram }
  const output = {
    mint: isBase ? pool.quoteMint : pool.baseMint,
    tokenProgram: isBase ? pool.quoteTokenProgram : pool.baseTokenProgram,
  }
  return ok({
    sell({ seller, payer, amountRaw }) {
      const quoted = pool.quote(mint, amountRaw, clock)
      // A pool that takes only a part of it cannot pay for the whole.
      if (quoted === null || quoted.amountOutRaw <= 0n || quoted.amountInRaw !== amountRaw) return null
      const outputAccount = associatedTokenAddress(seller, output.mint, output.tokenProgram)
      const accounts = {
        user: seller,
        inputAccount: associatedTokenAddress(seller, mint, input.tokenProgram),
        outputAccount,
      }
      const around = pool.around?.(mint, accounts)
      return {
        instructions: [
          createAssociatedTokenAccount({ payer, owner: seller, ...output }),
          ...(around?.before ?? []),
          swapInstruction(pool, { ...accounts, inputMint: mint, amountInRaw: amountRaw, minOutRaw: 0n }),
          ...(around?.after ?? []),
        ],
        expectedRaw: quoted.amountOutRaw,
        atStakeRaw: quoted.amountOutRaw,
        paysInLamports: false,
        receivedRaw: (deltas) => tokenChangeRaw(deltas, outputAccount),
      }
    },
    roundTrip: () => null,
  })
}

async function readPool(
  rpc: SolanaRpc,
  { name, trading }: Dex,
  address: string,
  mint: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<{ readonly pool: TradablePool; readonly clock: TradeClock }>> {
  if (trading === undefined) return fail('no_route', `${name} cannot be traded`)
  const views = new Map<string, AccountView | null>()
  let missing: readonly string[] = [...trading.wants(address, views, mint), CLOCK_SYSVAR]
  for (let round = 0; missing.length > 0; round++) {
    if (round === TRADING.wantRounds) return fail('no_route', `${address} asks for ever more accounts`)
    const asked = [...new Set(missing)]
    const read = await rpc.accounts(asked, signal ? { signal } : {})
    if (!read.ok) return read
    for (const [at, one] of asked.entries()) views.set(one, read.value.accounts[at] ?? null)
    missing = trading.wants(address, views, mint).filter((one) => !views.has(one))
  }
  const clock = readClock(views.get(CLOCK_SYSVAR)?.data ?? new Uint8Array())
  if (clock === null) return fail('upstream_failed', 'the node did not tell its clock')
  const pool = trading.readPool(address, views, mint)
  if (!pool.ok) return pool
  const { slot, unixTimeSec, epoch } = clock
  return ok({ pool: pool.value, clock: { slot, unixSec: unixTimeSec, epoch } })
}
