import type { Attack, Findings } from '../attack.ts'
import type { Lab, Served, Wallet } from '../lab.ts'
import { tradeAway } from '../trade-away.ts'

const SOL = 1_000_000_000
type Notes = { readonly got: string[]; readonly taken: string[]; readonly known: string[] }

/** A wallet whose withdrawals go to one address, and a key that may trade with it: what leaves it for another? */
export const confinement: Attack = {
  name: 'confinement',
  finding: '6',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const safe = lab.keypair('safe').address
    const thief = lab.keypair('thief').address
    const wallet = await lab.walletOf(served.target, served.key.key, 'confined', { withdraw_to: [safe] })
    await lab.airdrop(wallet.address, 400 * SOL)
    await lab.airdrop(thief, SOL)
    const notes: Notes = { got: [], taken: [], known: [] }
    await withdrawElsewhere(lab, served, { wallet, thief }, notes)
    await payFees(lab, served, thief, notes)
    await tradeAway(lab, served, 'confined', notes)
    return { tried: 'withdrawals, fees and a thin pool, from a wallet with withdraw_to', ...notes, lost: [] }
  },
}

const CONFINED = { 'X-User-Ref': 'confined' }

async function withdrawElsewhere(
  lab: Lab,
  { target, key }: Served,
  { wallet, thief }: { readonly wallet: Wallet; readonly thief: string },
  { got, taken }: Notes,
): Promise<void> {
  const before = await lab.lamportsOf(thief)
  const plain = await target.as(key.key, `/v1/wallets/${wallet.id}/withdraw`, {
    body: { to: thief, amount: String(SOL) },
  })
  const again = await target.as(key.key, '/v1/wallets', { body: { user_ref: 'confined', withdraw_to: [thief] } })
  got.push(`withdraw to another: ${plain.status}; another list: ${again.status}`)
  if ((await lab.lamportsOf(thief)) > before) taken.push('a withdrawal beyond the list')
}

async function payFees(lab: Lab, { target, key }: Served, thief: string, { got, taken }: Notes): Promise<void> {
  const mint = await lab.mint()
  const routes: readonly (readonly [string, object])[] = [
    ['/v1/trade/buy', { mint, amount_in: 1 }],
    ['/v1/trade/buy-multi-hop', { mint, amount_sol: 1 }],
    ['/v1/trade/sell', { mint, percent: 100 }],
  ]
  for (const [path, order] of routes) {
    const before = await lab.lamportsOf(thief)
    const body = { ...order, fee_bps: 2_500, fee_wallet: thief }
    const { status, json } = await target.as(key.key, path, { headers: CONFINED, body })
    const gained = (await lab.lamportsOf(thief)) - before
    got.push(`${path} with a fee of 25 % for another: ${status} ${json?.code ?? ''}, it got ${gained} lamports`)
    if (gained > 0n) taken.push(`${gained} lamports by the fee of ${path}`)
  }
}
