import assert from 'node:assert/strict'
import {
  compileV0Message,
  compileV1Message,
  joinWithoutSignatures,
  type LookupTable,
} from '../../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { COMPUTE_BUDGET_PROGRAM, NATIVE_MINT } from '../../../src/chain/solana/program-ids.ts'
import { TRADE_LIMITS } from '../../../src/config/trade-limits.ts'
import type { Caller } from '../../../src/contract/api-key.ts'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import type { Intent } from '../../../src/services/manifest/manifest.ts'
import type { TradeParams } from '../../../src/services/trade-plan/trade-params.ts'
import type { TradePlan } from '../../../src/services/trade-plan/trade-plan.ts'
import { prepareTrade } from '../../../src/services/trading/prepare-trade.ts'
import { intentOf } from '../../../src/services/trading/trade-intent.ts'
import type { PublishedToken } from '../../support/published-tokens.ts'
import { LAB_KEY, type TradeLab, USDC } from './trade-lab.ts'

/** A transaction as it was built, with everything that an edit may want to know of it. */
export type Scene = {
  readonly wallet: string
  readonly plan: TradePlan
  readonly instructions: readonly Instruction[]
  readonly blockhash: string
  readonly version: 0 | 1
  readonly computeUnitLimit: number
  readonly priorityLamports: bigint
  readonly wire: Uint8Array
  readonly intent: Intent
}

/** What an edit makes of a scene: other instructions, another payer, accounts hidden in a table, another price. */
export type Draft = {
  readonly instructions: readonly Instruction[]
  readonly payer?: string
  readonly lookupTables?: readonly LookupTable[]
  /** Where the version says it in the message. */
  readonly priorityLamports?: bigint
}

export const SCENES = ['buy', 'firstBuy', 'sale', 'fullSale', 'dollars', 'nonced', 'token2022', 'curve'] as const
export type SceneName = (typeof SCENES)[number]

export type SceneWorld = {
  readonly scenes: Readonly<Record<SceneName, Scene>>
  readonly owner: Keypair
  /** Whoever the edits work for: has SOL, and accounts of the tokens. */
  readonly thief: string
  readonly feeWallet: string
  /** A token that the wallet holds and no scene trades. */
  readonly otherMint: string
  /** Tokens that scenes trade, by DEX. */
  readonly coins: ReadonlyMap<string, PublishedToken>
  readonly nonce: string
  /** Another nonce of the wallet's. */
  readonly otherNonce: string
}

const FEE_WALLET = keypairFromText('edit scenes: fees')
const THIEF = keypairFromText('edit scenes: thief')
const HELD_RAW = 50_000_000_000n
const SOL_RAW = 1_000_000_000n
const LOADED_BYTES = 64 * 1024 * 1024

/** Eight trades of one wallet, each planned, composed, compiled and passed by its own manifest. */
export async function openScenes(lab: TradeLab): Promise<SceneWorld> {
  const owner = await lab.wallet()
  const coins = new Map<string, PublishedToken>()
  for (const token of lab.tokens)
    if (token.dex !== null && token.archetype !== 'stablecoin' && !coins.has(token.dex)) coins.set(token.dex, token)
  const coin = (dex: string) => coins.get(dex)!.mint
  const otherMint = coin('raydium_cpmm')
  for (const address of [FEE_WALLET.address, THIEF.address]) await lab.airdrop(address)
  for (const [dex, { mint }] of coins) {
    if (dex !== 'orca') await lab.giveTokens(owner.address, mint, HELD_RAW)
    await lab.giveTokens(THIEF.address, mint, 1n)
  }
  for (const mint of [NATIVE_MINT, USDC]) {
    await lab.giveTokens(owner.address, mint, SOL_RAW)
    await lab.giveTokens(THIEF.address, mint, SOL_RAW)
  }
  const [nonce, otherNonce] = [await lab.nonceOf(owner), await lab.nonceOf(owner)]
  const buy = { side: 'buy', amount: { kind: 'raw', raw: SOL_RAW } } as const
  const half = { side: 'sell', amount: { kind: 'percent', micro: 50_000_000n } } as const
  const wishes: Record<SceneName, Partial<TradeParams> & { mint: string }> = {
    buy: { ...buy, mint: coin('raydium') },
    firstBuy: { ...buy, mint: coin('orca') },
    sale: { ...half, mint: coin('raydium') },
    fullSale: {
      side: 'sell',
      amount: { kind: 'percent', micro: 100_000_000n },
      closeTokenAccount: true,
      mint: coin('meteora'),
    },
    dollars: { ...buy, money: 'USDC', amount: { kind: 'raw', raw: 50_000_000n }, mint: coin('raydium') },
    nonced: { ...buy, mint: coin('bonk'), nonce: { account: nonce, value: await lab.nonceValue(nonce) } },
    token2022: { ...half, mint: coin('meteora_damm_v2') },
    curve: { ...buy, mint: coin('pumpfun') },
  }
  const scenes: Partial<Record<SceneName, Scene>> = {}
  for (const name of SCENES) scenes[name] = await prepare(lab, owner.address, wishes[name])
  return {
    scenes: scenes as Record<SceneName, Scene>,
    owner,
    thief: THIEF.address,
    feeWallet: FEE_WALLET.address,
    otherMint,
    coins,
    nonce,
    otherNonce,
  }
}

async function prepare(lab: TradeLab, wallet: string, given: Partial<TradeParams> & { mint: string }): Promise<Scene> {
  const key = lab.ctx.store.apiKeys.findByDigest(digestKey(LAB_KEY))
  assert(key !== undefined)
  const caller: Caller = { kind: 'key', key }
  const params: TradeParams = {
    side: 'buy',
    amount: { kind: 'raw', raw: SOL_RAW },
    money: 'SOL',
    dex: null,
    poolAddress: null,
    maxImpactBps: null,
    slippageBps: TRADE_LIMITS.slippageBps.default,
    mevProtect: false,
    tipLamports: 0n,
    computeUnitPrice: TRADE_LIMITS.computeUnitPrice.default,
    clientSigns: true,
    wallet,
    useRouter: false,
    mevTipLamports: TRADE_LIMITS.mevTipLamports.default,
    mevTipBps: null,
    feeBps: 100,
    feeWallet: FEE_WALLET.address,
    nonce: null,
    simulate: false,
    closeTokenAccount: false,
    wantsManifest: true,
    json: null,
    ...given,
  }
  const prepared = await prepareTrade(lab.ctx, params, { caller, wallet })
  assert(prepared.ok, prepared.ok ? '' : `${given.mint}: ${prepared.message}`)
  const { plan, composed, compiled, blockhash } = prepared.value
  return {
    wallet,
    plan,
    ...composed,
    version: compiled.version,
    blockhash,
    wire: compiled.wire,
    intent: intentOf(plan, composed),
  }
}

/** The bytes of an edited scene, no one's signature in them, in the scene's own version. */
export function compileDraft(scene: Scene, draft: Draft): Uint8Array {
  const { wallet, blockhash, version, computeUnitLimit } = scene
  const { payer = wallet, instructions, lookupTables = [], priorityLamports = scene.priorityLamports } = draft
  if (version === 0) return joinWithoutSignatures(compileV0Message({ payer, blockhash, instructions, lookupTables }))
  const config = { computeUnitLimit, loadedAccountsDataSizeLimit: LOADED_BYTES, priorityFeeLamports: priorityLamports }
  const list = instructions.filter((one) => !isBudget(one))
  return joinWithoutSignatures(compileV1Message({ payer, blockhash, instructions: list, config }))
}

/** Where the swap of a scene's first leg stands. */
export function callAt({ plan, instructions }: Scene): number {
  const { programId } = plan.legs[0]!.pool
  const at = instructions.findIndex((one) => one.programId === programId && one.data.length > 8)
  assert(at >= 0, 'a scene without its swap')
  return at
}

/** The list with one of its members replaced. */
export function replaced(list: readonly Instruction[], at: number, by: Instruction): readonly Instruction[] {
  assert(at >= 0 && at < list.length, 'nothing to replace')
  return list.with(at, by)
}

export function without(list: readonly Instruction[], isIt: (one: Instruction) => boolean): readonly Instruction[] {
  const left = list.filter((one) => !isIt(one))
  assert(left.length < list.length, 'nothing to leave out')
  return left
}

export function isBudget({ programId }: Instruction): boolean {
  return programId === COMPUTE_BUDGET_PROGRAM
}
