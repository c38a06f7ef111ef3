import type { Keypair } from '../../../src/chain/solana/keypair.ts'
import type { Attack, Findings } from '../attack.ts'
import type { Served } from '../lab.ts'
import { addDeposit, addPrice, addTransfer, loot, type Rewrite } from '../rewrite-transaction.ts'

const NATIVE = 'So11111111111111111111111111111111111111112'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOL = 1_000_000_000
const SWAPPED = 10_000_000
/** A thousandth of what is traded, at least 100,000 lamports, and the signatures. The price of the trading routes is
 *  their own, which times all the units there are is 705,000. */
const MOST_FEE_LAMPORTS: Readonly<Record<string, number>> = {
  swap: 120_000,
  use_router: 725_000,
  'limit order': 1_020_000,
  DCA: 5_020_000,
}
const SKIMMED = 1_949_000

type Asked = { readonly status: number; readonly code: string; readonly transaction: string | null }
type Case = {
  readonly route: string
  readonly answer: string
  readonly lie: string
  rewrite: Rewrite
  ask(): Promise<Asked>
}

/** The aggregator builds what it was not asked for: transfers, deposits, fees, orders of others. */
export const lyingAggregator: Attack = {
  name: 'lying-aggregator',
  finding: '10',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const user = lab.keypair('user')
    const thief = lab.keypair('thief').address
    await lab.airdrop(user.address, 10 * SOL)
    await lab.airdrop(thief, SOL)
    const rpc = lab.sandbox.urls['rpc']!
    const mint = await lab.mint()
    const got: string[] = []
    const taken: string[] = []
    for (const one of casesOf(served, { user, thief, mint })) {
      let lied = 0
      lab.proxy.lie('jupiter', ({ path, forward }) =>
        !path.startsWith(one.answer)
          ? null
          : forward().then(async (reply) => {
              const json = JSON.parse(reply.body.toString())
              const name = json.swapTransaction === undefined ? 'transaction' : 'swapTransaction'
              if (typeof json[name] !== 'string') return reply
              json[name] = await one.rewrite(rpc, json[name])
              lied++
              return { ...reply, body: Buffer.from(JSON.stringify(json)) }
            }),
      )
      const { status, code, transaction } = await one.ask()
      lab.proxy.honestAgain()
      const stolen = transaction === null ? null : await loot(rpc, transaction, { thief, mint })
      got.push(
        `${one.route}, ${one.lie}: ${status} ${code}${stolen === null ? '' : `, the thief would get ${stolen.lamports} lamports, the fee is ${stolen.feeLamports}`}${lied === 0 ? ' (never asked)' : ''}`,
      )
      if (stolen === null) {
        if (one.lie === 'the truth') taken.push(`${one.route}: nothing is handed out at all, so nothing was tried`)
        continue
      }
      if (stolen.lamports > 0) taken.push(`${one.route}: ${stolen.lamports} lamports by ${one.lie}`)
      if (stolen.feeLamports > (MOST_FEE_LAMPORTS[one.route] ?? 0))
        taken.push(`${one.route}: a fee of ${stolen.feeLamports} lamports unasked`)
    }
    return {
      tried: 'transactions of the aggregator with a payment to somebody else among the instructions',
      got,
      taken,
      lost: [],
    }
  },
}

function casesOf(
  { target, key }: Served,
  { user, thief, mint }: { readonly user: Keypair; readonly thief: string; readonly mint: string },
): Case[] {
  const post = async (path: string, body: object, name: string): Promise<Asked> => {
    const { status, json } = await target.as(key.key, path, { body })
    const transaction = (json?.[name] ?? json?.data?.[name] ?? null) as string | null
    return { status, code: (json?.code ?? json?.error ?? '').slice(0, 100), transaction }
  }
  const build = async (): Promise<Asked> => {
    const quote = await target.as(
      key.key,
      `/api/v2/swap/quote?inputMint=${NATIVE}&outputMint=${USDC}&amount=${SWAPPED}`,
    )
    return post(
      '/api/v2/swap/build',
      { quoteResponse: quote.json?.quote, userPublicKey: user.address },
      'swapTransaction',
    )
  }
  const routed = () =>
    post(
      '/v1/trade/buy',
      { mint, amount_in: 0.01, client_signs: true, use_router: true, wallet: user.address },
      'unsigned_tx_base64',
    )
  const limit = () =>
    post(
      '/api/v2/orders/limit/create',
      {
        inputMint: NATIVE,
        outputMint: USDC,
        makingAmount: String(SOL),
        takingAmount: '900000000',
        maker: user.address,
      },
      'tx',
    )
  const dca = () =>
    post(
      '/api/v2/orders/dca/create',
      {
        inputMint: NATIVE,
        outputMint: USDC,
        inAmount: String(5 * SOL),
        cycleSecondsApart: 3_600,
        numberOfCycles: 2,
        user: user.address,
      },
      'tx',
    )
  const routes = [
    { route: 'swap', answer: '/swap/', ask: build },
    { route: 'use_router', answer: '/swap/', ask: routed },
    { route: 'limit order', answer: '/trigger/v1/createOrder', ask: limit },
    { route: 'DCA', answer: '/recurring/v1/createOrder', ask: dca },
  ]
  const lies: readonly (readonly [string, Rewrite])[] = [
    ['the truth', async (_rpc, wire) => wire],
    ['a transfer', addTransfer(user.address, thief, SKIMMED)],
    ['a large transfer', addTransfer(user.address, thief, SOL)],
    ["a deposit for the thief's account", addDeposit(user.address, thief, mint)],
    ['a price per unit', addPrice(4_900_000)],
  ]
  return routes.flatMap((route) => lies.map(([lie, rewrite]) => ({ ...route, lie, rewrite })))
}
