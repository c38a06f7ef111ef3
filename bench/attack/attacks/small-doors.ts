import { ask } from '../ask.ts'
import type { Attack, Findings } from '../attack.ts'
import type { Lab, Served } from '../lab.ts'
import type { Target } from '../target.ts'

const ALLOWED = 'good.example'
const ODD_ORIGINS = [
  `javascript://${ALLOWED}/`,
  `file://${ALLOWED}`,
  `https://user@${ALLOWED}`,
  `https://${ALLOWED}.evil.example`,
  `https://evil.example/${ALLOWED}`,
  `https://evil.example#${ALLOWED}`,
  `data://${ALLOWED}`,
  'null',
]
const TIERS = ['free', 'builder', 'data'] as const
/** The routes of /v1 that only read. */
const READING = [
  '/v1/trade/pool-params?mint=MINT',
  '/v1/trade/estimate?mint=MINT&side=buy&amount=1000000',
  '/v1/trade/detect?mint=MINT',
  '/v1/token/info?mint=MINT',
  '/v1/test/discover?mint=MINT',
  '/v1/refund/scan?wallet=ALICE',
  '/v1/refund/history',
  '/v1/wallets',
  '/v1/wallets/WALLET',
  '/v1/trade/balance?mint=MINT',
  '/v1/trade/sol-balance',
]
const ACTING = [
  '/v1/trade/buy',
  '/v1/trade/sell',
  '/v1/trade/buy-multi-hop',
  '/v1/trade/sell-multi-hop',
  '/v1/trade/broadcast',
  '/v1/wallets',
  '/v1/wallets/WALLET/withdraw',
  '/v1/refund/close',
  '/v1/refund/excess',
]

type Notes = { readonly got: string[]; readonly taken: string[] }

/** Origins that only look allowed, metrics by another name, and keys on routes that are not theirs. */
export const smallDoors: Attack = {
  name: 'small-doors',
  finding: '12',
  async run(lab): Promise<Findings> {
    const served = await lab.served()
    const notes: Notes = { got: [], taken: [] }
    await originsOf(served.target, notes)
    await metricsOf(served.target, notes)
    await keysOf(lab, served, notes)
    return {
      tried: 'origins of odd schemes, a foreign Host at /metrics, data keys on the trading routes',
      ...notes,
      lost: [],
    }
  },
}

async function originsOf(target: Target, { got, taken }: Notes): Promise<void> {
  const { key } = await target.createKey('--tier', 'enterprise', '--domains', ALLOWED)
  const with_ = async (origin: string) =>
    (await target.ask('/api/v2/market/sol-price', { headers: { 'X-API-Key': key, Origin: origin } })).status
  const good = await with_(`https://${ALLOWED}`)
  const passed: string[] = []
  for (const origin of ODD_ORIGINS) if ((await with_(origin)) !== 403) passed.push(origin)
  got.push(`https://${ALLOWED}: ${good}; ${passed.length} of ${ODD_ORIGINS.length} odd ones pass: ${passed.join(' ')}`)
  if (good === 403) throw new Error('the allowed origin is refused: nothing was shown')
  if (passed.length > 0) taken.push(`${passed.length} origins that are not the allowed one`)
}

async function metricsOf({ internalPort }: Target, { got, taken }: Notes): Promise<void> {
  const at = async (host: string) => (await ask(internalPort, '/metrics', { headers: { Host: host } })).status
  const own = await at(`127.0.0.1:${internalPort}`)
  const foreign = await at(`evil.example:${internalPort}`)
  got.push(`/metrics: ${own}, as evil.example: ${foreign}`)
  if (foreign === 200) taken.push('metrics under a foreign name (rebinding)')
}

async function keysOf(lab: Lab, { target, alice }: Served, { got, taken }: Notes): Promise<void> {
  const mint = await lab.mint()
  const fill = (path: string) => path.replace('MINT', mint).replace('ALICE', alice.address).replace('WALLET', alice.id)
  for (const tier of TIERS) {
    const { key } = await target.createKey('--tier', tier, '--limit', '1000')
    const counts = new Map<string, number>()
    for (const path of [...READING, ...ACTING.map((one) => `POST ${one}`)]) {
      const isPost = path.startsWith('POST ')
      const reply = await target.as(key, fill(path.replace('POST ', '')), isPost ? { body: {} } : {})
      const name = `${reply.status}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (isPost && reply.status < 400) taken.push(`a ${tier} key at ${path}`)
      if (path.includes('/wallets/WALLET') && reply.status < 400) taken.push(`a foreign wallet shown to a ${tier} key`)
    }
    got.push(
      `${tier} key, ${READING.length + ACTING.length} routes: ${[...counts].map(([status, count]) => `${count} x ${status}`).join(', ')}`,
    )
    const byHeader = await target.ask('/v1/wallets', { headers: { 'X-API-Key': key } })
    if (byHeader.status !== 401) taken.push(`X-API-Key alone opens /v1/wallets: ${byHeader.status}`)
  }
}
