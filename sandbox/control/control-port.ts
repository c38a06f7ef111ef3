import type { IncomingHttpHeaders } from 'node:http'
import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { statusOf } from '../../src/contract/failures.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import type { AgentStep } from '../agents/agents.ts'
import type { WireAnswer } from '../answer-request.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { HttpRequest } from '../http-handler.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import type { PubSub } from '../rpc/pubsub.ts'
import { chainCommands, MAX_STEPS } from './chain-commands.ts'
import {
  type ControlParams,
  invalid,
  readAmount,
  readControlAddress,
  readControlBody,
  readCount,
  readFault,
} from './control-params.ts'
import { type Faults, PUBLIC_NODE_REFUSALS } from './faults.ts'
import { generateWallets } from './generate-wallets.ts'
import { giveTokens } from './give-tokens.ts'
import type { SlotsControl } from './slots-control.ts'

/** The agents as the control port sees them. */
export type AgentsControl = {
  pause(): void
  resume(): void
  step(count: number): readonly AgentStep[]
  isPaused(): boolean
}
/** Answers one request of the control port; never rejects for what a caller can send. */
export type ControlPort = (request: HttpRequest) => Promise<WireAnswer>

type Command = (params: ControlParams) => Outcome<unknown>

const MAX_LAMPORTS = 2n ** 63n - 1n
const LOOPBACK_HOSTS = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?$/i

/** Whether a program on this machine asks, and no page in a browser. */
export function isOfThisMachine({ origin, host }: HttpRequest['headers'] | IncomingHttpHeaders): boolean {
  return origin === undefined && LOOPBACK_HOSTS.test(host ?? '')
}

/** Commands for tests and for people who try their bots: documented in docs/sandbox-control.md. Whatever a page in a
 *  browser sends is refused: it could reach this port otherwise. */
export function createControlPort(options: {
  readonly chain: SandboxChain
  readonly agents: AgentsControl
  readonly slots: SlotsControl
  readonly faults: Faults
  readonly pubsub: PubSub
}): ControlPort {
  const { chain, agents, slots, faults, pubsub } = options

  const state = () =>
    ok({
      slot: chain.slot(),
      confirmedSlot: chain.confirmedSlot(),
      finalizedSlot: chain.finalizedSlot(),
      blockHeight: chain.blockHeight(),
      unixTimeSec: chain.unixTimeSec(),
      genesisHash: chain.genesisHash,
      transactionCount: chain.transactionCount(),
      agentsPaused: agents.isPaused(),
      slotsPaused: slots.isPaused(),
      pubsub: pubsub.load(),
      faults: faults.list().length,
    })

  function airdrop(params: ControlParams): Outcome<unknown> {
    const address = readControlAddress(params, 'address')
    if (!address.ok) return address
    const lamports = readAmount(params, 'lamports')
    if (!lamports.ok) return lamports
    const account = chain.account(address.value)
    if (account?.executable) return invalid('address: is a program')
    const balance = (account?.lamports ?? 0n) + lamports.value
    if (balance > MAX_LAMPORTS) return invalid('lamports: the balance would exceed 63 bits')
    const base = account ?? { owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false }
    chain.setAccount(address.value, { ...base, lamports: balance })
    return ok({ address: address.value, lamports: balance.toString() })
  }

  function giveTokensTo(params: ControlParams): Outcome<unknown> {
    const owner = readControlAddress(params, 'address')
    if (!owner.ok) return owner
    const mint = readControlAddress(params, 'mint')
    if (!mint.ok) return mint
    const amountRaw = readAmount(params, 'amountRaw')
    return amountRaw.ok
      ? giveTokens(chain, { owner: owner.value, mint: mint.value, amountRaw: amountRaw.value })
      : amountRaw
  }

  function stepAgents(params: ControlParams): Outcome<unknown> {
    const count = readCount(params, 'count', { min: 1, max: MAX_STEPS, default: 1 })
    if (!count.ok) return count
    const steps = agents.step(count.value).map(showStep)
    return ok({ ...state().value, steps })
  }

  function stepped(params: ControlParams, step: (count: number) => unknown): Outcome<unknown> {
    const count = readCount(params, 'count', { min: 1, max: MAX_STEPS, default: 1 })
    if (!count.ok) return count
    step(count.value)
    return state()
  }

  function addFault(params: ControlParams): Outcome<unknown> {
    const spec = readFault(params)
    if (!spec.ok) return spec
    const fault = faults.add(spec.value)
    return fault === null ? invalid(`at most ${SANDBOX_LIMITS.faults} faults at once`) : ok({ id: fault.id })
  }

  function removeFault(id: number): Outcome<unknown> {
    return faults.remove(id) ? ok({ removed: id }) : fail('not_found', `no fault ${id}`)
  }

  const switched = (turn: () => void): Outcome<unknown> => {
    turn()
    return state()
  }

  const commands = new Map<string, Command>([
    ['GET /state', state],
    ['POST /airdrop', airdrop],
    ['POST /tokens', giveTokensTo],
    ['POST /recovery/wallets', (params) => generateWallets(chain, params)],
    ['POST /agents/pause', () => switched(() => agents.pause())],
    ['POST /agents/resume', () => switched(() => agents.resume())],
    ['POST /agents/step', stepAgents],
    ['POST /slots/pause', () => switched(() => slots.pause())],
    ['POST /slots/resume', () => switched(() => slots.resume())],
    ['POST /slots/step', (params) => stepped(params, (count) => slots.step(count))],
    ...chainCommands(chain, state),
    ['GET /faults', () => ok({ faults: faults.list() })],
    ['POST /faults', addFault],
    ['POST /faults/public-node', () => ok({ ids: PUBLIC_NODE_REFUSALS.map((spec) => faults.add(spec)?.id ?? null) })],
    ['DELETE /faults', () => switched(() => faults.clear())],
    ['POST /sockets/close', () => ok({ closed: pubsub.closeSockets() })],
  ])

  return async (request) => {
    if (!isOfThisMachine(request.headers))
      return encode(403, { error: 'the control port answers programs on this machine only' })
    const faultId = /^\/faults\/(\d{1,9})$/.exec(request.path)
    if (request.method === 'DELETE' && faultId !== null) return encodeOutcome(removeFault(Number(faultId[1])))
    const command = commands.get(`${request.method} ${request.path}`)
    if (command === undefined) return encode(404, { error: 'no such command', commands: [...commands.keys()] })
    const params = readControlBody(request.body)
    return encodeOutcome(params.ok ? command(params.value) : params)
  }
}

/** What an agent did to which token, and whose transaction it was. */
function showStep({ action, signature }: AgentStep) {
  return {
    do: action.do,
    mint: 'mint' in action ? action.mint : null,
    wallet: 'wallet' in action ? action.wallet : null,
    signature,
  }
}

function encodeOutcome(outcome: Outcome<unknown>): WireAnswer {
  return outcome.ok ? encode(200, outcome.value) : encode(statusOf(outcome.code), { error: outcome.message })
}

function encode(status: number, body: unknown): WireAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { dropped: false, status, headers, body: `${JSON.stringify(body)}\n`, truncatedTo: null }
}
