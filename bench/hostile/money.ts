import { setTimeout as sleep } from 'node:timers/promises'
import { VersionedTransaction } from '@solana/web3.js'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { callNode } from '../../test/support/pay-sol.ts'
import type { StartedSandbox } from '../../test/support/start-sandbox.ts'
import type { Reply } from '../attack/ask.ts'
import type { Target } from '../attack/target.ts'

const FUNDS_LAMPORTS = 50_000_000_000
const BAG_RAW = 1_000_000_000_000
const BUY_SOL = 0.01
/** Of a buy: deposits of accounts, the network's price and the tip that is built in. */
const MOST_BESIDE_LAMPORTS = 12_000_000n
const WITHDRAWN = 1_000_000
const LANDS_WITHIN_MS = 1_500

export type Customer = { readonly userRef: string; readonly walletId: string; readonly address: string }
export type MoneyDesk = {
  readonly orders: number
  /** Answers to orders by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** One order, judged by what the chain says before and after it. */
  order(): Promise<readonly string[]>
  /** What only shows at the end: everything that ever landed against everything that was asked. */
  close(): Promise<readonly string[]>
  /** A transaction that was handed out names the attacker. */
  namesAttacker(reply: Reply): string | null
}

/** Customers who sell a part, buy for an amount and withdraw to new addresses, one order after the other, while the chain
 *  itself is asked what became of it. */
export async function openDesk(options: {
  readonly sandbox: StartedSandbox
  readonly target: Target
  readonly key: string
  readonly mint: string
  readonly name: string
  readonly attacker: string
}): Promise<MoneyDesk & { readonly customers: readonly Customer[] }> {
  const { sandbox, target, key, mint, name, attacker } = options
  const rpc = sandbox.urls['rpc']!
  const customer = async (role: string): Promise<Customer> => {
    const userRef = `${role}-${name}`
    const { json, text, status } = await target.as(key, '/v1/wallets', { body: { user_ref: userRef } })
    if (json?.wallet === undefined) throw new Error(`no wallet for ${userRef}: ${status} ${text.slice(0, 200)}`)
    const { id, address } = json.wallet as { id: string; address: string }
    await sandbox.control('POST', '/airdrop', { address, lamports: FUNDS_LAMPORTS })
    return { userRef, walletId: id, address }
  }
  const [seller, buyer, payer] = [await customer('seller'), await customer('buyer'), await customer('payer')]
  const fill = () => sandbox.control('POST', '/tokens', { address: seller.address, mint, amountRaw: String(BAG_RAW) })
  await fill()

  const held = async (): Promise<bigint> => {
    const { value } = await callNode<{
      value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
    }>(rpc, 'getTokenAccountsByOwner', [seller.address, { mint }, { encoding: 'jsonParsed', commitment: 'confirmed' }])
    return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
  }
  const lamportsOf = async (address: string): Promise<bigint> =>
    BigInt((await callNode<{ value: number }>(rpc, 'getBalance', [address, { commitment: 'confirmed' }])).value)
  const landed = async (address: string): Promise<number> =>
    (
      await callNode<{ err: unknown }[]>(rpc, 'getSignaturesForAddress', [
        address,
        { limit: 1_000, commitment: 'confirmed' },
      ])
    ).filter(({ err }) => err === null).length

  const statuses: Record<string, number> = {}
  let orders = 0
  let sold = 0n
  let maySell = 0n
  let buys = 0
  const spentBefore = await lamportsOf(buyer.address)
  const paid = new Map<string, bigint>()
  /** As an honest customer does: the same order again when its answer was lost. */
  const send = async (path: string, userRef: string, body: object): Promise<Reply> => {
    const order = { headers: { 'X-User-Ref': userRef, 'Idempotency-Key': `${name}-${orders}` }, body, withinMs: 40_000 }
    const first = await target.as(key, path, order)
    const last = first.status === 0 || first.status >= 502 ? await target.as(key, path, order) : first
    statuses[last.status] = (statuses[last.status] ?? 0) + 1
    return last
  }

  async function sell(): Promise<string[]> {
    let before = await held()
    if (before < BigInt(BAG_RAW) / 20n) {
      await fill()
      before = await held()
    }
    const percent = [10, 25, 50][orders % 3]!
    maySell += (before * BigInt(percent)) / 100n + 1n
    const { status } = await send('/v1/trade/sell', seller.userRef, {
      mint,
      percent,
      ...(orders % 2 === 0 ? { manifest: false } : {}),
    })
    if (status !== 200) await sleep(LANDS_WITHIN_MS)
    const after = await held()
    sold += before > after ? before - after : 0n
    // What an order of before left to land late was allowed then: only the sum tells.
    return sold > maySell
      ? [`sold ${sold} of what orders allow, ${maySell}: the last was ${percent} % of ${before}`]
      : []
  }

  async function withdraw(): Promise<string[]> {
    const to = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
    const amount = BigInt(WITHDRAWN + orders)
    paid.set(to, amount)
    const { status } = await send(`/v1/wallets/${payer.walletId}/withdraw`, payer.userRef, {
      to,
      amount: String(amount),
    })
    const got = await lamportsOf(to)
    if (got > amount) return [`withdrew ${got} where ${amount} was asked`]
    return status === 200 && got === 0n ? [`answered a withdrawal with 200 that the chain does not have (${to})`] : []
  }

  async function buy(): Promise<string[]> {
    buys++
    await send('/v1/trade/buy', buyer.userRef, { mint, amount_in: BUY_SOL, slippage_bps: 2_000 })
    const spent = spentBefore - (await lamportsOf(buyer.address))
    const most = BigInt(buys) * (BigInt(BUY_SOL * 1e9) + MOST_BESIDE_LAMPORTS)
    return spent > most ? [`${buys} buys of ${BUY_SOL} SOL spent ${spent} lamports, more than ${most}`] : []
  }

  return {
    customers: [seller, buyer, payer],
    statuses,
    get orders() {
      return orders
    },
    async order() {
      orders++
      return orders % 3 === 0 ? buy() : orders % 3 === 1 ? sell() : withdraw()
    },
    async close() {
      const wrong: string[] = []
      for (const [to, amount] of paid) {
        const got = await lamportsOf(to)
        if (got > amount) wrong.push(`${to} got ${got} in the end where ${amount} was asked`)
      }
      const bought = await landed(buyer.address)
      if (bought > buys) wrong.push(`${bought} transactions of a customer who ordered ${buys} buys`)
      const withdrawals = await landed(payer.address)
      if (withdrawals > paid.size)
        wrong.push(`${withdrawals} transactions of a customer who ordered ${paid.size} withdrawals`)
      return wrong
    },
    namesAttacker: ({ status, text, json }) => (status === 200 ? attackerIn(text, json, attacker) : null),
  }
}

const WIRE = /^[A-Za-z0-9+/]{120,}={0,2}$/

/** The path of the first transaction that names the attacker; null when none does. */
function attackerIn(text: string, json: unknown, attacker: string): string | null {
  if (!/"[A-Za-z0-9+/]{120,}={0,2}"/.test(text)) return null
  const found: string[] = []
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) look(one, `${path}/${key}`)
    if (typeof value === 'string' && WIRE.test(value) && keysOf(value).includes(attacker)) found.push(path)
  }
  look(json, '')
  return found[0] ?? null
}

function keysOf(wire: string): readonly string[] {
  try {
    const { message } = VersionedTransaction.deserialize(Buffer.from(wire, 'base64'))
    return message.staticAccountKeys.map((key) => key.toBase58())
  } catch {
    return []
  }
}
