import type { ControlPort } from './control/control-port.ts'
import { describeTruth } from './world/describe-truth.ts'
import { TIP_ACCOUNTS } from './world/tip-accounts.ts'
import { keepWalletBooks } from './world/wallet-books.ts'
import type { World } from './world/world.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const UNKNOWN_COMMAND = 404
const TIPS: ReadonlySet<string> = new Set(TIP_ACCOUNTS)

/** Adds `GET /truth` to the control port: the owners of wallets and tokens; and `GET /truth/wallets`: what wallets bought
 *  and sold and what came of it. For tests only; nothing that the service
 *  can reach returns it. The port's own guard comes first. */
export function withTruth(control: ControlPort, world: World): ControlPort {
  return async (request) => {
    const answer = await control(request)
    const truth = request.method === 'GET' ? TRUTHS[request.path] : undefined
    if (truth === undefined || answer.dropped || answer.status !== UNKNOWN_COMMAND) return answer
    return { dropped: false, status: 200, headers: HEADERS, body: encodeTruth(truth(world)), truncatedTo: null }
  }
}

const TRUTHS: Readonly<Record<string, (world: World) => unknown>> = {
  '/truth': describeTruth,
  '/truth/wallets': describeBooks,
}

/** Books of the wallets that traded, with what they are. */
function describeBooks({ chain, plan }: World) {
  const archetypes = new Map(plan.wallets.map(({ address, archetype }) => [address, archetype]))
  const services = plan.wallets.filter(({ archetype, address }) => archetype === 'service' && !TIPS.has(address))
  return {
    wallets: keepWalletBooks(chain, new Set(services.map(({ address }) => address)))
      .filter(({ tokens }) => [...tokens.values()].some(({ buys, sells }) => buys + sells > 0))
      .map(({ tokens, ...books }) => ({
        ...books,
        archetype: archetypes.get(books.wallet) ?? null,
        tokens: [...tokens.values()],
      })),
  }
}

/** Base units as decimal text. */
function encodeTruth(truth: unknown): string {
  return JSON.stringify(truth, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
