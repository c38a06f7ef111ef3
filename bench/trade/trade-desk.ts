import assert from 'node:assert/strict'
import type { Context } from '../../src/context.ts'
import type { Caller } from '../../src/contract/api-key.ts'
import { placeSignature } from '../../src/hot-paths/wire-template.ts'
import { buyBody } from '../../src/routes/trading/trade-body.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { signFor, walletOf } from '../../src/services/custody/signer.ts'
import { type PreparedTrade, prepareTrade } from '../../src/services/trading/prepare-trade.ts'
import { LAB_KEY, openTradeLab, type TradeLab } from '../../test/services/manifest/trade-lab.ts'
import type { PublishedToken } from '../../test/support/published-tokens.ts'

/** A server with warm pools beside a sandbox whose slots pass, and one user who buys. */
export type TradeDesk = {
  readonly lab: TradeLab
  readonly ctx: Context
  /** A token of each DEX. */
  readonly coins: ReadonlyMap<string, PublishedToken>
  readonly wallet: string
  /** What a buy costs us from its body to the signed bytes: the steps of the custodial route, in their order. */
  buy(body: string): Promise<PreparedTrade & { readonly wire: Uint8Array }>
}

const USER = 'bench'
const HELD_RAW = 1_000_000n

export async function openTradeDesk(): Promise<TradeDesk> {
  const lab = await openTradeLab()
  await lab.sandbox.control('POST', '/slots/resume')
  const { ctx } = lab
  const key = ctx.store.apiKeys.findByDigest(digestKey(LAB_KEY))
  assert(key !== undefined)
  const caller: Caller = { kind: 'key', key }
  const made = await walletOf(ctx, caller, USER)
  assert(made.ok)
  await lab.airdrop(made.value.address)
  const coins = new Map<string, PublishedToken>()
  for (const token of lab.tokens)
    if (token.dex !== null && token.archetype !== 'stablecoin' && !coins.has(token.dex)) coins.set(token.dex, token)
  for (const { mint } of coins.values()) await lab.giveTokens(made.value.address, mint, HELD_RAW)
  return {
    lab,
    ctx,
    coins,
    wallet: made.value.address,
    async buy(body) {
      const wish = buyBody.parse(JSON.parse(body), body)
      assert(wish.ok, wish.ok ? '' : wish.message)
      const wallet = await walletOf(ctx, caller, USER)
      assert(wallet.ok)
      const prepared = await prepareTrade(ctx, wish.value, { caller, wallet: wallet.value.address })
      assert(prepared.ok, prepared.ok ? '' : prepared.message)
      const { wire, messageStart, messageEnd, signatureOffset } = prepared.value.compiled
      const signature = signFor(ctx, wallet.value.id, wire.subarray(messageStart, messageEnd))
      assert(signature.ok)
      placeSignature(wire, signature.value, signatureOffset)
      return { ...prepared.value, wire }
    },
  }
}

/** What is watched is sure some slots after it was read: later on a busy machine. */
const WARM_TRIES = 100
const WARM_PAUSE_MS = 200

/** Buys until one finds everything at hand. */
export async function untilWarm(buy: () => Promise<Pick<PreparedTrade, 'plan' | 'compiled'>>): Promise<void> {
  for (let tries = 0; tries < WARM_TRIES; tries++) {
    const { plan, compiled } = await buy()
    if (plan.cacheHit && compiled.isPatched) return
    await new Promise((resolve) => setTimeout(resolve, WARM_PAUSE_MS))
  }
  throw new Error('the pool does not get warm')
}
