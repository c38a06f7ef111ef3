import type { HttpHandler } from '../http-handler.ts'
import { EXCHANGES } from '../world/exchanges.ts'
import type { TokenFaces } from '../world/token-faces.ts'
import type { Market } from './market.ts'
import type { Provider, ProviderReply } from './provider-reply.ts'

type Sources = { readonly market: Pick<Market, 'pools'>; readonly faces: Pick<TokenFaces, 'all'> }

const MAX_WALLETS = 100
/** Of each pool, the newest trades that are looked at; who makes so many of them trades for a living. */
const TRADES_OF_POOL = 100
const PRO_TRADES = 5

/** Mobula with its one route that takes a body: labels of wallets. It knows the exchanges, who launched tokens, and who
 *  trades much. Source: its published schemas. */
export function withMobulaLabels(market: Provider, sources: Sources): HttpHandler {
  return {
    ...market,
    handle(request) {
      if (request.path !== '/1/wallet/labels') return market.handle(request)
      if (request.method !== 'POST') return { status: 405, body: { message: 'POST only' } }
      const asked = readWallets(request.body)
      if (asked === null) return { status: 400, body: { message: `walletAddresses: 1 to ${MAX_WALLETS}` } }
      return answer(sources, asked)
    },
  }
}

function answer({ market, faces }: Sources, asked: readonly string[]): ProviderReply {
  const devs = new Set([...faces.all()].map(({ dev }) => dev))
  const trades = new Map<string, number>()
  for (const pool of market.pools())
    for (const { trader } of pool.book.newest(TRADES_OF_POOL)) trades.set(trader, (trades.get(trader) ?? 0) + 1)
  const data = asked.map((walletAddress) => {
    const exchange = EXCHANGES.find(({ address }) => address === walletAddress)
    return {
      walletAddress,
      labels: [
        ...(devs.has(walletAddress) ? ['dev'] : []),
        ...((trades.get(walletAddress) ?? 0) >= PRO_TRADES ? ['proTrader'] : []),
      ],
      walletMetadata: exchange === undefined ? null : metadataOf(exchange.entity),
      platform: null,
      fundingInfo: null,
    }
  })
  return { status: 200, body: { data } }
}

function metadataOf(entityName: string): Record<string, unknown> {
  return {
    entityName,
    entityType: 'cex',
    entityLogo: null,
    entityLabels: [],
    entityDescription: null,
    entityTwitter: null,
    entityWebsite: null,
    entityGithub: null,
    entityDiscord: null,
    entityTelegram: null,
  }
}

function readWallets(body: Uint8Array): readonly string[] | null {
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(body).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const given = (json as { walletAddresses?: unknown } | null)?.walletAddresses
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_WALLETS) return null
  return given.every((one) => typeof one === 'string') ? given : null
}
