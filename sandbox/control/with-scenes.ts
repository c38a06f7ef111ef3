import { statusOf } from '../../src/contract/failures.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { balanceChangesOf } from '../world/balance-changes.ts'
import { partOf } from '../world/part-of.ts'
import { sendInstructions } from '../world/send-instructions.ts'
import { tradeInstructions } from '../world/trade-instructions.ts'
import type { World } from '../world/world.ts'
import { type ControlParams, invalid, readControlBody } from './control-params.ts'
import type { ControlPort } from './control-port.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const UNKNOWN_COMMAND = 404
const MOST_TRADES = 40
const MOST_SLOTS = 100

/** One trade of a scene. `slots`: those that pass before it; 0: it follows in the same block. */
type SceneTrade = {
  readonly do: 'buy' | 'sell'
  readonly mint: string
  readonly wallet: string
  /** Of a purchase. */
  readonly quoteRaw: bigint
  /** Of a sale: of what the wallet bought in this scene. */
  readonly sharePct: number
  readonly feePayer: string | null
  readonly slots: number
  /** It happens in the rehearsal, too. */
  readonly isRehearsed: boolean
}
/** What a trade did to its wallet, read off the balances; null where the chain refused it. */
type Played = {
  readonly signature: string
  readonly slot: number
  readonly tokenRaw: bigint
  readonly lamports: bigint
} | null

/** Adds `POST /scenes` to the control port: trades in a given order, block by block, after a rehearsal of some of them that
 *  the chain then forgets. A test plants a sandwich with it, and knows from the runtime what its victim would have got.
 *  The port's own guard comes first. */
export function withScenes(control: ControlPort, world: World): ControlPort {
  return async (request) => {
    const answer = await control(request)
    const isScene = request.method === 'POST' && request.path === '/scenes'
    if (!isScene || answer.dropped || answer.status !== UNKNOWN_COMMAND) return answer
    const params = readControlBody(request.body)
    const played = params.ok ? playScene(world, params.value) : params
    const body = JSON.stringify(played.ok ? played.value : { error: played.message }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    return {
      dropped: false,
      status: played.ok ? 200 : statusOf(played.code),
      headers: HEADERS,
      body,
      truncatedTo: null,
    }
  }
}

function playScene(world: World, { trades }: ControlParams): Outcome<unknown> {
  if (!Array.isArray(trades) || trades.length === 0 || trades.length > MOST_TRADES)
    return invalid(`trades: expected 1 to ${MOST_TRADES} of them`)
  const scene: SceneTrade[] = []
  for (const one of trades) {
    const trade = readTrade(world, one)
    if (trade === null) return invalid('trades: expected do, mint, wallet (whose key is here), quoteRaw or sharePct')
    scene.push(trade)
  }
  const { chain } = world
  chain.advanceSlot()
  const rehearsal = new Map<string, bigint>()
  const rehearsed = scene.map((trade) => (trade.isRehearsed ? play(world, trade, rehearsal) : null))
  if (rehearsed.some((one) => one !== null)) {
    chain.advanceSlot()
    if (chain.dropBlocks(1).length !== 1) return fail('conflict', 'the rehearsal could not be taken back')
  }
  const bought = new Map<string, bigint>()
  const played = scene.map((trade) => {
    for (let slot = 0; slot < trade.slots; slot++) chain.advanceSlot()
    return play(world, trade, bought)
  })
  chain.advanceSlot()
  return ok({ rehearsed, played })
}

/** `bought`: what each wallet has bought in the scene and not sold, by wallet and mint. */
function play(world: World, trade: SceneTrade, bought: Map<string, bigint>): Played {
  const { do: side, mint, wallet, quoteRaw, sharePct, feePayer } = trade
  const pool = world.market.mainPool(mint)
  const held = bought.get(`${wallet} ${mint}`) ?? 0n
  const amountRaw = side === 'buy' ? quoteRaw : partOf(held, sharePct)
  if (pool === null || amountRaw <= 0n) return null
  const instructions = tradeInstructions(world.chain, { pool, wallet, side, amountRaw })
  if (instructions === null) return null
  const dress = feePayer === null ? {} : { feePayer }
  const done = sendInstructions(world, { payer: wallet, instructions, version: 'legacy', isTrade: true, dress })
  if (!done.ok || done.transaction.err !== null) return null
  const { changes, payer, feeLamports, rentLamports } = balanceChangesOf(world.chain, done.transaction, new Set())
  const own = changes.find((one) => one.wallet === wallet)
  const tokenRaw = own?.tokens.get(mint) ?? 0n
  bought.set(`${wallet} ${mint}`, held + tokenRaw)
  const { signature, slot } = done.transaction
  const aside = rentLamports + (payer === wallet ? feeLamports : 0n)
  return { signature, slot, tokenRaw, lamports: (own?.lamports ?? 0n) + aside }
}

function readTrade({ keys }: World, given: unknown): SceneTrade | null {
  if (typeof given !== 'object' || given === null) return null
  const one = given as Record<string, unknown>
  const { mint, wallet, quoteRaw = '0', sharePct = 100, feePayer = null, slots = 0, isRehearsed = false } = one
  const what = one['do']
  if ((what !== 'buy' && what !== 'sell') || typeof mint !== 'string') return null
  if (typeof wallet !== 'string' || !keys.has(wallet)) return null
  if (feePayer !== null && (typeof feePayer !== 'string' || !keys.has(feePayer))) return null
  if (typeof quoteRaw !== 'string' || !/^\d{1,18}$/.test(quoteRaw)) return null
  if (typeof sharePct !== 'number' || !(sharePct > 0 && sharePct <= 100)) return null
  if (typeof slots !== 'number' || !Number.isInteger(slots) || slots < 0 || slots > MOST_SLOTS) return null
  return {
    do: what,
    mint,
    wallet,
    quoteRaw: BigInt(quoteRaw),
    sharePct,
    feePayer,
    slots,
    isRehearsed: isRehearsed === true,
  }
}
