import type { Attack, Findings } from '../attack.ts'
import type { MadeKey } from '../target.ts'

const SOL = 1_000_000_000
const AMOUNT = 1_000_000
const SCOPES = 'read,trade,wallet'
/** Users and names of orders that read alike once they are put together. */
const ALIKE = [
  ['a', 'b:c'],
  ['a:b', 'c'],
  ['a', 'b-c'],
  ['a-b', 'c'],
  ['a', 'b.c'],
  ['a.b', 'c'],
] as const

/** Equal names of orders under other keys and users: each is an order of its own. */
export const orderNames: Attack = {
  name: 'order-names',
  finding: 'own',
  async run(lab): Promise<Findings> {
    const { target, key } = await lab.served()
    const other = await target.createKey('--tier', 'enterprise', '--limit', '1000000', '--scopes', SCOPES)
    const got: string[] = []
    const lost: string[] = []
    const taken: string[] = []
    const mint = await lab.mint()
    const buy = async ({ key: apiKey }: MadeKey, user: string, name: string) => {
      const wallet = await lab.walletOf(target, apiKey, user)
      if ((await lab.lamportsOf(wallet.address)) < BigInt(SOL)) await lab.airdrop(wallet.address, 5 * SOL)
      const headers = { 'X-User-Ref': user, 'Idempotency-Key': name }
      const { json, status } = await target.as(apiKey, '/v1/trade/buy', { headers, body: { mint, amount_in: 0.01 } })
      return { status, signature: (json?.data?.signature ?? json?.signature ?? null) as string | null }
    }
    const orders = []
    for (const [user, name] of ALIKE) orders.push(await buy(key, user, name))
    for (const [user, name] of ALIKE) orders.push(await buy(other, user, name))
    const signatures = new Set(orders.map(({ signature }) => signature))
    got.push(
      `${orders.length} orders of two keys and ${new Set(ALIKE.map(([user]) => user)).size} users: ${signatures.size} transactions, ${orders.filter(({ status }) => status !== 200).length} not 200`,
    )
    if (signatures.size < orders.length)
      lost.push(`${orders.length - signatures.size} orders were answered with another one's transaction`)
    const again = await buy(key, ...ALIKE[0])
    got.push(
      `the first one again: ${again.signature === orders[0]?.signature ? 'its own answer' : 'another transaction'}`,
    )
    if (again.signature !== orders[0]?.signature) lost.push('an order was carried out twice')

    // A key that knows the name of an order and the id of the wallet still hears nothing of it.
    const wallet = await lab.walletOf(target, key.key, 'a')
    const to = lab.keypair('to').address
    await lab.airdrop(to, SOL)
    const withdraw = ({ key: apiKey }: MadeKey) =>
      target.as(apiKey, `/v1/wallets/${wallet.id}/withdraw`, {
        headers: { 'Idempotency-Key': 'out-1' },
        body: { to, amount: String(AMOUNT) },
      })
    const [own, foreign] = [await withdraw(key), await withdraw(other)]
    got.push(`a withdrawal: ${own.status}; the same by another key: ${foreign.status}`)
    if (foreign.status < 400) taken.push("the answer to another key's withdrawal")
    return { tried: 'equal and alike Idempotency-Keys of two keys and their users', got, taken, lost }
  },
}
