import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../../sandbox/chain/types.ts'
import { CLMM_PROGRAM, clmmTickArrayPda } from '../../../../../src/chain/solana/dexes/raydium-clmm/addresses.ts'
import { raydiumClmm } from '../../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { decodeClmmPool } from '../../../../../src/chain/solana/dexes/raydium-clmm/state.ts'
import { arrayStartOf } from '../../../../../src/chain/solana/dexes/raydium-clmm/tick-arrays.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../../../../src/chain/solana/program-ids.ts'
import { sharedTestWorld } from '../../../../support/build-test-world.ts'
import { give, mustRead, sendTrade } from '../trade-on-chain.ts'

const BUYER = keypairFromText('who moves the price')
const SELLER = keypairFromText('who was quoted before')
const STEP_LAMPORTS = 1_000_000_000n
const MAX_STEPS = 400
const SOLD_RAW = 1_000_000n
/** `InvalidFirstTickArrayAccount`. */
const FIRST_ARRAY = /0x1788/

function stateOf(chain: SandboxChain, pool: string) {
  const state = decodeClmmPool(chain.account(pool)!.data)!
  const tick = state.tickCurrentBits | 0
  return { ...state, tick, start: arrayStartOf(tick, state.tickSpacing) }
}

test('a swap that was built before the price stepped into the next array still runs, thanks to the array behind it', () => {
  const { chain } = sharedTestWorld()
  const at = chain.accountsOfProgram(CLMM_PROGRAM).find((address) => decodeClmmPool(chain.account(address)!.data))!
  const first = stateOf(chain, at)
  const mint = first.token0Mint === NATIVE_MINT ? first.token1Mint : first.token0Mint
  give(chain, BUYER.address, NATIVE_MINT, STEP_LAMPORTS * BigInt(MAX_STEPS + 10))
  give(chain, SELLER.address, NATIVE_MINT, STEP_LAMPORTS)
  give(chain, SELLER.address, mint, SOLD_RAW * 10n)
  const buy = (): void => {
    chain.advanceSlot()
    const order = { who: BUYER, inputMint: NATIVE_MINT, amountInRaw: STEP_LAMPORTS, minOutRaw: 1n }
    const sent = sendTrade(chain, mustRead(chain, raydiumClmm, at, mint), order)
    assert(sent.ok, sent.ok ? '' : sent.message)
  }
  let stale = mustRead(chain, raydiumClmm, at, mint)
  for (let step = 0; stateOf(chain, at).start === first.start; step++) {
    assert(step < MAX_STEPS, 'the price never leaves its array')
    stale = mustRead(chain, raydiumClmm, at, mint)
    buy()
  }
  const behind = clmmTickArrayPda(at, stateOf(chain, at).start)
  const order = { who: SELLER, inputMint: mint, amountInRaw: SOLD_RAW, minOutRaw: 1n }
  const named = stale.accounts(mint, { user: SELLER.address, inputAccount: mint, outputAccount: mint })
  assert(named.some(({ address }) => address === behind))
  const without = {
    ...stale,
    accounts: (...parts: Parameters<typeof stale.accounts>) =>
      stale.accounts(...parts).filter(({ address }) => address !== behind),
  }
  chain.advanceSlot()
  const refused = sendTrade(chain, without, order)
  assert(!refused.ok && FIRST_ARRAY.test(refused.message), refused.ok ? 'it runs' : refused.message)
  const sent = sendTrade(chain, stale, order)
  assert(sent.ok, sent.ok ? '' : sent.message)
})
