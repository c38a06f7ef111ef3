import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { invalid, readControlBody, readCount } from '../control/control-params.ts'
import type { HttpRequest } from '../http-handler.ts'
import type { EvmSandboxChain } from './evm-chain.ts'

const MAX_MINED = 1_000
const COMMAND = /^\/(?:evm\/([a-z]+)\/)?(fork|mine|pause|resume)$/

/** What a control port does with the chains: `GET /evm`, and `POST /evm/{chain}/fork`, `/mine`, `/pause`, `/resume`. The
 *  name of the chain may be left out where `isAlone`: nothing else has commands there. Null for what is no such command.
 *  Fails `not_found` for a chain that is not played, and `invalid_request`. */
export async function answerEvmCommand(
  chains: readonly EvmSandboxChain[],
  { method, path, body }: Pick<HttpRequest, 'method' | 'path' | 'body'>,
  { isAlone = false } = {},
): Promise<Outcome<unknown> | null> {
  if (method === 'GET' && path === '/evm') return ok({ chains: chains.map(describeChain) })
  const [, name, command] = COMMAND.exec(path) ?? []
  if (method !== 'POST' || command === undefined || (name === undefined && !isAlone)) return null
  const chain = name === undefined && chains.length === 1 ? chains[0] : chains.find((one) => one.chain === name)
  if (chain === undefined)
    return fail(
      'not_found',
      `expected one of ${chains.map((one) => `/evm/${one.chain}/${command}`).join(', ') || 'none'}`,
    )
  const params = readControlBody(body)
  if (!params.ok) return params
  if (command === 'fork') {
    const max = chain.maxDepth()
    const depth = readCount(params.value, 'depth', { min: 1, max, default: 1 })
    if (!depth.ok) return max === 0 ? invalid('depth: no block can be replaced yet') : depth
    await chain.fork(depth.value)
  } else if (command === 'mine') {
    const count = readCount(params.value, 'count', { min: 1, max: MAX_MINED, default: 1 })
    if (!count.ok) return count
    await chain.mine(count.value)
  } else if (command === 'pause') chain.pause()
  else chain.start()
  return ok(stateOf(chain))
}

function stateOf(chain: EvmSandboxChain) {
  return { chain: chain.chain, head: chain.head(), paused: chain.isPaused(), maxForkDepth: chain.maxDepth() }
}

function describeChain(chain: EvmSandboxChain) {
  const { url, wsUrl, pools } = chain
  return {
    ...stateOf(chain),
    ...{ url, wsUrl },
    pools: pools.map(({ pool, kind, token, quote, planned }) => ({
      ...{ pool, dex: kind.dex, token, quote },
      symbol: planned?.symbol ?? 'WETH',
      kind: planned?.kind ?? null,
      isTrap: planned?.isTrap ?? false,
    })),
  }
}
