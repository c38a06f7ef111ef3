import { setTimeout as sleep } from 'node:timers/promises'
import { NATIVE_MINT } from '../../src/chain/solana/program-ids.ts'
import { callNode } from '../../test/support/pay-sol.ts'
import type { Reply } from '../attack/ask.ts'
import type { Target } from '../attack/target.ts'
import type { Customer } from './money.ts'

const LOOK_EVERY_MS = 500
const PRICE_SLACK = 0.02
const HEAD_SLOTS = 6
const QUOTED_LAMPORTS = '10000000'

export type Truth = {
  readonly rpcUrl: string
  /** The server that no one lies to. */
  readonly honest: Target
  readonly key: string
  readonly honestKey: string
  readonly mints: readonly string[]
  readonly customers: readonly Customer[]
}

/** Waits until balances, prices and the head of the tape are right again. */
export async function untilRight(
  target: Target,
  truth: Truth,
  withinMs: number,
): Promise<{ readonly tookMs: number; readonly wrong: readonly string[] }> {
  const fromMs = performance.now()
  let wrong = await differences(target, truth)
  while (wrong.length > 0 && performance.now() - fromMs < withinMs) {
    await sleep(LOOK_EVERY_MS)
    wrong = await differences(target, truth)
  }
  return { tookMs: performance.now() - fromMs, wrong }
}

/** Enough to go on to the next kind: a node and a market that are asked again, and a pool to trade in. */
export async function untilServed(target: Target, truth: Truth, withinMs: number): Promise<number> {
  const fromMs = performance.now()
  for (;;) {
    const [balance, prices, quoted] = await Promise.all([
      target.as(truth.key, '/v1/trade/sol-balance', { headers: { 'X-User-Ref': truth.customers[0]!.userRef } }),
      pricesOf(target, truth.key, truth.mints),
      quoteOf(target, truth.key, truth.mints[0]!),
    ])
    const tookMs = performance.now() - fromMs
    const isServed = balance.status === 200 && prices !== null && quoted.status === 200
    if (isServed || tookMs > withinMs || target.ended() !== null) return tookMs
    await sleep(LOOK_EVERY_MS)
  }
}

async function differences(target: Target, truth: Truth): Promise<string[]> {
  const wrong: string[] = []
  const [ours, theirs] = await Promise.all([
    pricesOf(target, truth.key, truth.mints),
    pricesOf(truth.honest, truth.honestKey, truth.mints),
  ])
  for (const mint of truth.mints) {
    const [is, should] = [ours?.[mint]?.priceUsd, theirs?.[mint]?.priceUsd]
    if (typeof should === 'number' && !(Math.abs((is ?? Number.NaN) / should - 1) <= PRICE_SLACK))
      wrong.push(`price of ${mint} is ${is}, should be ${should}`)
  }
  for (const { userRef, address } of truth.customers) {
    const { value } = await callNode<{ value: number }>(truth.rpcUrl, 'getBalance', [
      address,
      { commitment: 'confirmed' },
    ])
    const { json, status } = await target.as(truth.key, '/v1/trade/sol-balance', { headers: { 'X-User-Ref': userRef } })
    if (!JSON.stringify(json ?? null).includes(String(value)))
      wrong.push(`balance of ${userRef}: ${status} ${JSON.stringify(json).slice(0, 160)}, the chain has ${value}`)
    const token = await tokenBalance(truth.rpcUrl, address, truth.mints[0]!)
    const held = await target.as(truth.key, `/v1/trade/balance?mint=${truth.mints[0]}`, {
      headers: { 'X-User-Ref': userRef },
    })
    if (!new RegExp(`"${token}"|[:]${token}[,}]`).test(held.text))
      wrong.push(`coins of ${userRef}: ${held.status} ${held.text.slice(0, 400)}, the chain has ${token}`)
  }
  const [quoted, honest] = await Promise.all([
    quoteOf(target, truth.key, truth.mints[0]!),
    quoteOf(truth.honest, truth.honestKey, truth.mints[0]!),
  ])
  if (honest.status === 200 && !(Math.abs(quoted.json?.out_amount / honest.json.out_amount - 1) <= PRICE_SLACK))
    wrong.push(`quote: ${quoted.status} ${quoted.text.slice(0, 200)}, should be ${honest.text.slice(0, 200)}`)
  const [is, should] = await Promise.all([headOf(target), headOf(truth.honest)])
  if (!(is >= should - HEAD_SLOTS)) wrong.push(`the tape is at ${is}, should be at ${should}`)
  return wrong
}

function quoteOf(target: Target, key: string, mint: string): Promise<Reply> {
  const body = { input_mint: NATIVE_MINT, output_mint: mint, amount: QUOTED_LAMPORTS }
  return target.as(key, '/v1/trade/quote', { body })
}

async function pricesOf(
  target: Target,
  key: string,
  mints: readonly string[],
): Promise<Record<string, { priceUsd: number }> | null> {
  const { status, json } = await target.as(key, '/api/v2/tokens/prices', { body: { mints } })
  return status === 200 ? (json.prices as Record<string, { priceUsd: number }>) : null
}

/** The first block of its tape. */
export async function tailOf(target: Target): Promise<number> {
  const { json } = await target.ask('/api/v2/stream/chains')
  return Number(json?.chains?.[0]?.coverage?.fromBlock ?? Number.NaN)
}

export async function headOf(target: Target): Promise<number> {
  const { json } = await target.ask('/api/v2/stream/chains')
  const chain = json?.chains?.[0]
  return Number(chain?.coverage?.toBlock ?? Number.NaN)
}

async function tokenBalance(rpcUrl: string, owner: string, mint: string): Promise<string> {
  const { value } = await callNode<{
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }>(rpcUrl, 'getTokenAccountsByOwner', [owner, { mint }, { encoding: 'jsonParsed', commitment: 'confirmed' }])
  return String(value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n))
}
