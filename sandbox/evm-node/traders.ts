import { callAll } from '../../src/chain/evm/multicall.ts'
import type { EthCall } from '../../src/chain/evm/rpc.ts'
import { uintAt, wordsIn } from '../../src/chain/evm/words.ts'
import { ok } from '../../src/contract/outcome.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import { callData } from './call-data.ts'
import type { EvmPlan } from './draw-plan.ts'
import type { Transaction } from './mine-block.ts'
import type { NodeCalls } from './node-calls.ts'
import { APPROVE, MAX_UINT, type OpenPool } from './open-market.ts'
import type { Places } from './places.ts'

export type Traders = {
  /** The transactions of one block: about `count` swaps. */
  act(count: number): Promise<readonly Transaction[]>
  /** A purchase of every token by several traders: some accounts have bought before anyone looks. */
  buyAll(): readonly Transaction[]
  /** After blocks were taken back. */
  forget(): void
}

type Held = { readonly ofToken: bigint; readonly ofQuote: bigint }
/** A swap before its amount is known. */
type Wish = { readonly pool: OpenPool; readonly held: Held; readonly trader: string; readonly isSale: boolean }

/** Who buys first, of each token. */
const FIRST_BUYERS = 3
/** Of what lay in the pool at first, in millionths. */
const SHARE_PPM = { min: 500, max: 5_000 }
const MILLION = 1_000_000n
/** How fast sales outweigh purchases when a pool holds more of its quote than at first. */
const PULL = 4
/** A buyer of a trap tries to sell as often; else its owner takes what the buyers paid. */
const VAIN_SALES = 0.2
/** Of all swaps, those of the wrapped coin and the stable: they tell what the coin is worth. */
const NATIVE_SHARE = 0.3

/** Accounts that buy and sell in all pools, a little each time, so that no price runs away. The same seed and the same
 *  blocks make the same swaps. */
export function createTraders(parts: {
  readonly calls: NodeCalls
  readonly places: Places
  readonly plan: EvmPlan
  readonly pools: readonly OpenPool[]
  readonly random: SeededRandom
}): Traders {
  const { places, plan, pools, random } = parts
  const natives = pools.filter(({ planned }) => planned === null)
  const tokens = pools.filter(({ planned }) => planned !== null)
  const holders = new Map(pools.map(({ token }) => [token, new Set<string>()]))
  const approved = new Set<string>()

  function buy({ pool, trader }: Pick<Wish, 'pool' | 'trader'>): readonly Transaction[] {
    const { token, quote, quoteRaw, planned } = pool
    const swap = swapOf(places, pool, { trader, from: quote, to: token, raw: shareOf(random, quoteRaw) })
    if (planned === null) return [swap]
    holders.get(token)!.add(trader)
    if (approved.has(`${trader} ${token}`)) return [swap]
    approved.add(`${trader} ${token}`)
    // So that it can sell them.
    return [swap, { from: trader, to: token, data: callData(APPROVE, routerOf(places, pool), MAX_UINT) }]
  }
  /** Null where nobody has bought yet. */
  function sellerIn({ planned, token }: OpenPool): string | null {
    if (planned?.isTrap && !random.chance(VAIN_SALES)) return plan.deployer
    const own = planned === null ? plan.traders : [...holders.get(token)!]
    return own.length === 0 ? null : random.pick(own)
  }
  function drawWish(held: ReadonlyMap<OpenPool, Held>): Wish {
    const pool = random.pick(random.chance(NATIVE_SHARE) ? natives : tokens)
    const now = held.get(pool)!
    const seller = random.chance(saleChance(pool, now)) ? sellerIn(pool) : null
    return { pool, held: now, trader: seller ?? random.pick(plan.traders), isSale: seller !== null }
  }
  async function act(count: number): Promise<readonly Transaction[]> {
    const held = await readHeld(parts, pools)
    const wishes = Array.from({ length: count }, () => drawWish(held))
    const sales = wishes.filter(({ isSale }) => isSale)
    const owned = await readBalances(
      parts,
      sales.map(({ pool, trader }) => ({ token: pool.token, holder: trader })),
    )
    const balances = new Map(sales.map((wish, at) => [wish, owned[at]!]))
    return wishes.flatMap((wish) => {
      const balance = balances.get(wish)
      if (balance === undefined) return buy(wish)
      const { pool, trader } = wish
      const wanted = shareOf(random, wish.held.ofToken)
      const raw = wanted < balance ? wanted : balance
      return raw === 0n ? [] : [swapOf(places, pool, { trader, from: pool.token, to: pool.quote, raw })]
    })
  }
  return {
    act,
    buyAll: () =>
      tokens.flatMap((pool) => random.sample(plan.traders, FIRST_BUYERS).flatMap((trader) => buy({ pool, trader }))),
    forget: () => approved.clear(),
  }
}

function routerOf({ v2Router, v3Router }: Places, { kind }: OpenPool): string {
  return kind.dex === 'v2' ? v2Router : v3Router
}

function saleChance({ quoteRaw }: OpenPool, { ofQuote }: Held): number {
  return Math.min(0.99, Math.max(0.01, 0.5 + PULL * Math.log(Number(ofQuote) / Number(quoteRaw))))
}

function shareOf(random: SeededRandom, raw: bigint): bigint {
  return (raw * BigInt(random.integer(SHARE_PPM.min, SHARE_PPM.max))) / MILLION
}

type Swap = { readonly trader: string; readonly from: string; readonly to: string; readonly raw: bigint }

/** Through the router of its DEX, as wallets do; at any price. */
function swapOf({ v2Router, v3Router }: Places, { kind }: OpenPool, { trader, from, to, raw }: Swap): Transaction {
  if (kind.dex === 'v3') {
    const single = 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))'
    return { from: trader, to: v3Router, data: callData(single, from, to, kind.feePpm, trader, MAX_UINT, raw, 0, 0) }
  }
  const signature = 'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)'
  // The path lies behind the five heads.
  const words = [raw, 0, 5 * 32, trader, MAX_UINT, 2, from, to]
  return { from: trader, to: v2Router, data: callData(signature, ...words) }
}

type Node = { readonly calls: NodeCalls; readonly places: Places }

async function readHeld(node: Node, pools: readonly OpenPool[]): Promise<ReadonlyMap<OpenPool, Held>> {
  const asked = pools.flatMap(({ pool, token, quote }) => [token, quote].map((of) => ({ token: of, holder: pool })))
  const raws = await readBalances(node, asked)
  return new Map(pools.map((pool, at) => [pool, { ofToken: raws[2 * at]!, ofQuote: raws[2 * at + 1]! }]))
}

/** Of all in one call. */
async function readBalances(
  { calls, places }: Node,
  asked: readonly { readonly token: string; readonly holder: string }[],
): Promise<readonly bigint[]> {
  const call = async ({ to, data }: EthCall) => ok((await calls.call('eth_call', { to, data }, 'latest')) as string)
  const rpc = { ethCall: call, ethCalls: (wanted: readonly EthCall[]) => Promise.all(wanted.map(call)) }
  const wanted = asked.map(({ token, holder }) => ({ to: token, data: callData('balanceOf(address)', holder) }))
  const said = await callAll(rpc, places.multicall, wanted)
  if (!said.ok) throw new Error(said.message)
  return said.value.map((one) => (one !== null && wordsIn(one) === 1 ? uintAt(one, 0) : 0n))
}
