import { PROVIDERS } from '../config/providers.ts'
import { ok } from '../contract/outcome.ts'
import type { JsonRpc } from '../runtime/json-rpc.ts'
import type { Sender } from './landing-capabilities.ts'

/** Anything that takes `sendTransaction`: staked connections and relays. Neither looks at the transaction nor repeats
 *  it on its own. Fails as `JsonRpc` does. */
export function createSolanaSender(node: JsonRpc, provider: string): Sender {
  return {
    provider,
    async send(wire, { timeoutMs = PROVIDERS.swqos.timeoutMs, signal } = {}) {
      const params = [Buffer.from(wire).toString('base64'), { encoding: 'base64', skipPreflight: true, maxRetries: 0 }]
      const sent = await node.call({ method: 'sendTransaction', params }, { timeoutMs, signal })
      return sent.ok ? ok(undefined) : sent
    },
  }
}
