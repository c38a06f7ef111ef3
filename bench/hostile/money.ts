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
/** Customers of each sort: an order waits for the chain, and those of others go on meanwhile. */
const OF_EACH = 2
const ORDER_WITHIN_MS = 40_000
const SHOWN_CHARS = 60

export type Customer = { readonly userRef: string; readonly walletId: string; readonly address: string }
export type MoneyDesk = {
  readonly customers: readonly Customer[]
  /** For each customer, the next order: judged by what the chain says before and after it. */
  readonly customersOrders: readonly (() => Promise<readonly string[]>)[]
  /** Answers to orders by customer, status and reason. */
  readonly statuses: Readonly<Record<string, number>>
  /** What only shows at the end: everything that ever landed against everything that was asked. */
  close(): Promise<readonly string[]>
  /** A transaction that was handed out names the attacker. */
  namesAttacker(reply: Reply): string | null
}
type Line = {
  readonly customer: Customer
  order(): Promise<readonly string[]>
  close(): Promise<readonly string[]>
}
type Chain = ReturnType<typeof chainOf>
type Send = (path: string, body: object) => Promise<Reply>

/** Customers who sell a part, buy for an amount or withdraw to new addresses, each one order after the other, while the
 *  chain itself is asked what became of it. */
export async function openDesk(options: {
  readonly sandbox: StartedSandbox
  readonly target: Target
  readonly key: string
  readonly mint: string
  readonly name: string
  readonly attacker: string
}): Promise<MoneyDesk> {
  const { sandbox, target, key, mint, name, attacker } = options
  const chain = chainOf(sandbox)
  const statuses: Record<string, number> = {}

  async function open(role: string): Promise<Customer> {
    const userRef = `${role}-${name}`
    const { json, text, status } = await target.as(key, '/v1/wallets', { body: { user_ref: userRef } })
    if (json?.wallet === undefined) throw new Error(`no wallet for ${userRef}: ${status} ${text.slice(0, 200)}`)
    const { id, address } = json.wallet as { id: string; address: string }
    await sandbox.control('POST', '/airdrop', { address, lamports: FUNDS_LAMPORTS })
    return { userRef, walletId: id, address }
  }
  /** As an honest customer does: the same order again when its answer was lost. */
  function sendingAs({ userRef }: Customer): Send {
    let orders = 0
    return async (path, body) => {
      const headers = { 'X-User-Ref': userRef, 'Idempotency-Key': `${userRef}-${orders++}` }
      const order = { headers, body, withinMs: ORDER_WITHIN_MS }
      const first = await target.as(key, path, order)
      const last = first.status === 0 || first.status >= 502 ? await target.as(key, path, order) : first
      const said = `${userRef.split('-')[0]} ${last.status}${last.status === 200 ? '' : ` ${last.json?.code ?? ''} ${String(last.json?.error ?? last.text).slice(0, SHOWN_CHARS)}`}`
      statuses[said] = (statuses[said] ?? 0) + 1
      return last
    }
  }

  const lines: Line[] = []
  for (let number = 0; number < OF_EACH; number++)
    for (const [role, line] of Object.entries({ seller, buyer, payer })) {
      const customer = await open(`${role}${number}`)
      lines.push(await line({ customer, chain, mint, send: sendingAs(customer) }))
    }
  return {
    customers: lines.map(({ customer }) => customer),
    customersOrders: lines.map(({ order }) => order),
    statuses,
    close: async () => (await Promise.all(lines.map((line) => line.close()))).flat(),
    namesAttacker: ({ status, text, json }) => (status === 200 ? attackerIn(text, json, attacker) : null),
  }
}

type LineParts = { readonly customer: Customer; readonly chain: Chain; readonly mint: string; readonly send: Send }

async function seller({ customer, chain, mint, send }: LineParts): Promise<Line> {
  const { address } = customer
  let orders = 0
  let sold = 0n
  let maySell = 0n
  await chain.fill(address, mint)
  let known = await chain.held(address, mint)
  /** What has gone since the last look, also of orders that land late. */
  const look = async (): Promise<bigint> => {
    const now = await chain.held(address, mint)
    sold += known > now ? known - now : 0n
    known = now
    return now
  }
  const tooMuch = (last: string): string[] =>
    sold > maySell ? [`sold ${sold} of what orders allow, ${maySell}: ${last}`] : []
  return {
    customer,
    async order() {
      orders++
      let before = await look()
      if (before < BigInt(BAG_RAW) / 20n) {
        await chain.fill(address, mint)
        known = await chain.held(address, mint)
        before = known
      }
      const percent = [10, 25, 50][orders % 3]!
      maySell += (before * BigInt(percent)) / 100n + 1n
      const { status } = await send('/v1/trade/sell', {
        mint,
        percent,
        ...(orders % 2 === 0 ? { manifest: false } : {}),
      })
      if (status !== 200) await sleep(LANDS_WITHIN_MS)
      await look()
      // What an order of before left to land late was allowed then: only the sum tells.
      return tooMuch(`the last was ${percent} % of ${before}`)
    },
    async close() {
      await look()
      return tooMuch('in the end')
    },
  }
}

async function buyer({ customer, chain, mint, send }: LineParts): Promise<Line> {
  const { address } = customer
  let buys = 0
  const spentBefore = await chain.lamportsOf(address)
  return {
    customer,
    async order() {
      buys++
      await send('/v1/trade/buy', { mint, amount_in: BUY_SOL, slippage_bps: 2_000 })
      const spent = spentBefore - (await chain.lamportsOf(address))
      const most = BigInt(buys) * (BigInt(BUY_SOL * 1e9) + MOST_BESIDE_LAMPORTS)
      return spent > most ? [`${buys} buys of ${BUY_SOL} SOL spent ${spent} lamports, more than ${most}`] : []
    },
    async close() {
      const bought = await chain.landed(address)
      return bought > buys ? [`${bought} transactions of a customer who ordered ${buys} buys`] : []
    },
  }
}

async function payer({ customer, chain, send }: LineParts): Promise<Line> {
  const { address, walletId } = customer
  const paid = new Map<string, bigint>()
  return {
    customer,
    async order() {
      const to = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
      const amount = BigInt(WITHDRAWN + paid.size)
      paid.set(to, amount)
      const { status } = await send(`/v1/wallets/${walletId}/withdraw`, { to, amount: String(amount) })
      const got = await chain.lamportsOf(to)
      if (got > amount) return [`withdrew ${got} where ${amount} was asked`]
      return status === 200 && got === 0n ? [`answered a withdrawal with 200 that the chain does not have (${to})`] : []
    },
    async close() {
      const wrong: string[] = []
      for (const [to, amount] of paid) {
        const got = await chain.lamportsOf(to)
        if (got > amount) wrong.push(`${to} got ${got} in the end where ${amount} was asked`)
      }
      const withdrawals = await chain.landed(address)
      if (withdrawals > paid.size)
        wrong.push(`${withdrawals} transactions of a customer who ordered ${paid.size} withdrawals`)
      return wrong
    },
  }
}

/** What the sandbox itself says, past every lie. */
function chainOf(sandbox: StartedSandbox) {
  const rpc = sandbox.urls['rpc']!
  return {
    fill: (address: string, mint: string) =>
      sandbox.control('POST', '/tokens', { address, mint, amountRaw: String(BAG_RAW) }),
    async held(address: string, mint: string): Promise<bigint> {
      const { value } = await callNode<{
        value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
      }>(rpc, 'getTokenAccountsByOwner', [address, { mint }, { encoding: 'jsonParsed', commitment: 'confirmed' }])
      return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
    },
    async lamportsOf(address: string): Promise<bigint> {
      const config = { commitment: 'confirmed' }
      return BigInt((await callNode<{ value: number }>(rpc, 'getBalance', [address, config])).value)
    },
    async landed(address: string): Promise<number> {
      const config = { limit: 1_000, commitment: 'confirmed' }
      const rows = await callNode<{ err: unknown }[]>(rpc, 'getSignaturesForAddress', [address, config])
      return rows.filter(({ err }) => err === null).length
    },
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
