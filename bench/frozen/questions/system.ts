import { withKey } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import type { Facts } from '../world-facts.ts'

/** More than the window of the narrow key holds. */
const TOO_MANY = 4

export async function askSystem(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.operatorKey)
  for (const path of ['/health', '/api/v2/health', '/api/v2/stream', '/api/v2/stream/chains'])
    await recorder.askAll({ operation: `GET ${path}`, as: null })
  const rpc = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [facts.wallet('whale').address] }
  await recorder.askAll({ operation: 'POST /api/v2/rpc', as, body: rpc })
  await recorder.ask({ operation: 'POST /api/v2/rpc', name: 'batch', as, body: [rpc, { ...rpc, id: 'two' }] })
  const sending = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: ['AA=='] }
  await recorder.ask({ operation: 'POST /api/v2/rpc', name: 'a method that writes', as, body: sending })
  await askHelpers(recorder, facts)
  const narrow = withKey(facts.narrowKey)
  for (let time = 1; time <= TOO_MANY; time++)
    await recorder.ask({ operation: 'GET /api/v2/market/sol-price', name: `narrow key ${time}`, as: narrow })
  await recorder.askAll({ operation: 'GET /api/v2/stats', as, query: { range: '24h' } })
  await recorder.ask({ operation: 'GET /api/v2/nowhere', name: 'no such route', as })
  await recorder.ask({ operation: 'PUT /api/v2/stats', name: 'another method', as })
  await recorder.ask({
    operation: 'OPTIONS /api/v2/stats',
    name: 'preflight',
    as: null,
    headers: { Origin: 'https://a.example' },
  })
}

/** The public helpers, which pass on what the node and the service say. */
async function askHelpers(recorder: Recorder, facts: Facts): Promise<void> {
  const mints = [facts.token('bluechip').mint, facts.token('honeypot').mint]
  await recorder.askAll({ operation: 'POST /api/token-info', as: null, body: { mints } })
  const [signature] = facts.signatures
  await recorder.askAll({ operation: 'POST /api/rpc/status', as: null, body: { signature } })
  const signatures = [...facts.signatures.slice(0, 3)]
  await recorder.ask({ operation: 'POST /api/rpc/status', name: 'several', as: null, body: { signatures } })
  const status = { operation: 'POST /api/rpc/send', as: null, body: { transaction: 'AA==' } }
  await recorder.askAll({ ...status, name: 'no transaction' })
}
