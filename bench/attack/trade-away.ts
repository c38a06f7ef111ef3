import { VersionedTransaction } from '@solana/web3.js'
import type { Keypair } from '../../src/chain/solana/keypair.ts'
import { signBytes } from '../../src/chain/solana/keypair.ts'
import { callNode, untilConfirmed } from '../../test/support/pay-sol.ts'
import type { Lab, Served } from './lab.ts'

const SOL = 1_000_000_000
const NATIVE = 'So11111111111111111111111111111111111111112'
const BUY_SOL = '4.9'
const MUCH_SOL = '60'
const LITTLE_LAMPORTS = 1_000_000
const BAG_SOL = 30
/** What one trade may lose. That many trades lose more, and that a token of the attacker's own may become worthless
 *  later, no bound of a trade can help. */
const MOST_LOSS = 0.25

type Notes = { readonly got: string[]; readonly taken: string[]; readonly known: string[] }
type Market = { readonly mint: string; readonly dex: string; readonly pool: string }

/** The attacker has much of a token of a thin pool, and a key of the scope `trade` alone buys it for someone's
 *  wallet. */
export async function tradeAway(
  lab: Lab,
  { target, key }: Served,
  userRef: string,
  { got, taken, known }: Notes,
): Promise<void> {
  const { mint, dex, pool } = await thinnest(lab, target, key.key)
  const thief = lab.keypair('thief with a bag')
  await lab.airdrop(thief.address, 3 * BAG_SOL * SOL)
  await target.cli('keys', 'grant', String(key.id), '--scopes', 'read,trade,fee_routing')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await buyOwn(lab, { target, key }, thief, mint)
  const bagRaw = await holding(lab, thief.address, mint)
  const worth = async () => {
    const body = { input_mint: mint, output_mint: NATIVE, amount: bagRaw }
    const { json, text } = await target.as(key.key, '/v1/trade/quote', { body })
    const raw = Number(json?.data?.out_amount ?? json?.out_amount ?? Number.NaN)
    if (Number.isNaN(raw)) throw new Error(`the bag has no price: ${text.slice(0, 200)}`)
    return raw / SOL
  }
  // What so little money buys is the price before the trade, fees included.
  const perSol = async () => {
    const body = { input_mint: NATIVE, output_mint: mint, amount: String(LITTLE_LAMPORTS) }
    const { json } = await target.as(key.key, '/v1/trade/quote', { body })
    return (Number(json?.data?.out_amount ?? json?.out_amount) * SOL) / LITTLE_LAMPORTS
  }
  const buy = async (amount: string, more: object) => {
    const [before, price] = [await worth(), await perSol()]
    const body = { mint, amount_in: amount, slippage_bps: 100_000, ...more }
    const { status, json } = await target.as(key.key, '/v1/trade/buy', { headers: { 'X-User-Ref': userRef }, body })
    const received = Number(json?.data?.amount_received ?? json?.amount_received ?? Number.NaN)
    const lossShare = status === 200 ? 1 - received / (price * Number(amount)) : 0
    return { status, code: (json?.code ?? '') as string, gained: (await worth()) - before, lossShare }
  }
  got.push(`a bag of ${(await worth()).toFixed(2)} SOL on ${dex}; then a key of scope trade buys at any price`)
  const ways: readonly (readonly [string, string, object])[] = [
    ['as it is', BUY_SOL, {}],
    ['without a manifest', BUY_SOL, { manifest: false }],
    ['in the named pool', BUY_SOL, { pool_address: pool }],
    ['much of it', MUCH_SOL, {}],
    ['much of it without a manifest', MUCH_SOL, { manifest: false }],
    ['much of it with a bound of its own', MUCH_SOL, { max_price_impact_bps: 10_000 }],
  ]
  let leaked = 0
  for (const [way, amount, more] of ways) {
    const { status, code, gained, lossShare } = await buy(amount, more)
    leaked += gained
    const lost = `${(lossShare * 100).toFixed(1)} % lost against the price before`
    got.push(`  ${amount} SOL ${way}: ${status} ${code}, ${lost}; the bag gains ${gained.toFixed(2)} SOL`)
    if (!(lossShare <= MOST_LOSS)) taken.push(`${(lossShare * 100).toFixed(0)} % of ${amount} SOL by one trade, ${way}`)
  }
  known.push(
    `a key of scope trade can raise the worth of somebody's bag, ${leaked.toFixed(2)} SOL here (docs/trading.md says so)`,
  )
}

/** Signed by the thief: no bound of the server's is in the way. */
async function buyOwn(
  lab: Lab,
  { target, key }: Pick<Served, 'target' | 'key'>,
  thief: Keypair,
  mint: string,
): Promise<void> {
  const rpc = lab.sandbox.urls['rpc']!
  const body = { mint, amount_in: BAG_SOL, slippage_bps: 100_000, client_signs: true, wallet: thief.address }
  const { json, text } = await target.as(key.key, '/v1/trade/buy', { body })
  const wire = (json?.data?.unsigned_tx_base64 ?? json?.unsigned_tx_base64) as string | undefined
  if (wire === undefined) throw new Error(`no transaction for the bag: ${text.slice(0, 200)}`)
  const transaction = VersionedTransaction.deserialize(Buffer.from(wire, 'base64'))
  transaction.signatures[0] = new Uint8Array(signBytes(thief, transaction.message.serialize()))
  const encoded = Buffer.from(transaction.serialize()).toString('base64')
  const signature = await callNode<string>(rpc, 'sendTransaction', [
    encoded,
    { encoding: 'base64', skipPreflight: true },
  ])
  await untilConfirmed(rpc, signature)
}

async function holding(lab: Lab, owner: string, mint: string): Promise<string> {
  const { value } = await callNode<{
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }>(lab.sandbox.urls['rpc']!, 'getTokenAccountsByOwner', [
    owner,
    { mint },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ])
  return value[0]?.account.data.parsed.info.tokenAmount.amount ?? '0'
}

/** The token that a buy moves most. */
async function thinnest(lab: Lab, target: Served['target'], key: string): Promise<Market> {
  const { tokens } = (await (await fetch(`${lab.sandbox.urls['rpc']}/info`)).json()) as {
    tokens: { mint: string; archetype: string; dex: string | null; pool: string | null }[]
  }
  let best: Market & { readonly impact: number } = { mint: '', dex: '', pool: '', impact: 0 }
  for (const { mint, dex, pool, archetype } of tokens) {
    if (dex === null || pool === null || !/healthy|other_dex|graduated/.test(archetype)) continue
    const { json } = await target.as(
      key,
      `/v1/trade/estimate?mint=${mint}&side=buy&amount=${Math.round(Number(BUY_SOL) * SOL)}`,
    )
    const impact = Number(json?.price_impact_pct ?? json?.data?.price_impact_pct ?? 0)
    if (impact > best.impact) best = { mint, dex, pool, impact }
  }
  if (best.mint === '') throw new Error('no pool that a buy moves')
  return best
}
