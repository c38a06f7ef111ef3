import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import type { SandboxChain } from '../chain/types.ts'
import { type ControlParams, invalid, readCount } from './control-params.ts'
import { scaleMint } from './scale-mint.ts'
import { showLedger } from './show-ledger.ts'

type Command = (params: ControlParams) => Outcome<unknown>

/** Slots that one command may pass or take away. */
export const MAX_STEPS = 100_000
const MAX_ADVANCE_SECS = 10 * 365 * 86_400
const MAX_LEDGER_SLOTS = 10_000

/** Commands that change the chain itself, by method and path. `state` is the answer of those that have no other. */
export function chainCommands(chain: SandboxChain, state: () => Outcome<unknown>): [string, Command][] {
  return [
    ['POST /clock/advance', (params) => advanceClock(chain, params, state)],
    ['POST /fork', (params) => fork(chain, params)],
    ['POST /consensus', ({ to }) => (to === 'alpenglow' ? moveToAlpenglow(chain) : invalid('to: expected alpenglow'))],
    ['POST /slots/bank', () => addBank(chain, state)],
    ['POST /unpaid', ({ takes }) => takeUnpaid(chain, takes, state)],
    ['POST /mints/scale', (params) => scaleMint(chain, params)],
    ['POST /ledger', (params) => readLedger(chain, params)],
  ]
}

function advanceClock(chain: SandboxChain, params: ControlParams, state: () => Outcome<unknown>): Outcome<unknown> {
  const seconds = readCount(params, 'seconds', { min: 1, max: MAX_ADVANCE_SECS })
  if (!seconds.ok) return seconds
  const count = readCount(params, 'slots', { min: 1, max: 1_000_000_000, default: 1 })
  if (!count.ok) return count
  if (count.value === 1) chain.advanceSlot(seconds.value * 1_000)
  else chain.warpTo(chain.slot() + count.value, chain.unixTimeSec() + seconds.value)
  return state()
}

function fork(chain: SandboxChain, params: ControlParams): Outcome<unknown> {
  const count = readCount(params, 'drop', { min: 1, max: MAX_STEPS })
  if (!count.ok) return count
  const dropped = chain.dropBlocks(count.value)
  return ok({
    dropped: dropped.map(({ slot, blockhash, transactions }) => ({
      slot,
      blockhash,
      signatures: transactions.map(({ signature }) => signature),
    })),
  })
}

function moveToAlpenglow(chain: SandboxChain): Outcome<unknown> {
  return ok({ switch: chain.moveToAlpenglow() })
}

function addBank(chain: SandboxChain, state: () => Outcome<unknown>): Outcome<unknown> {
  if (chain.consensusSwitch() === null) return fail('conflict', 'before Alpenglow a slot has one block')
  chain.addBank()
  return state()
}

function takeUnpaid(
  chain: SandboxChain,
  takes: ControlParams[string] | undefined,
  state: () => Outcome<unknown>,
): Outcome<unknown> {
  if (typeof takes !== 'boolean') return invalid('takes: expected true or false')
  chain.takeUnpaid(takes)
  return state()
}

function readLedger(chain: SandboxChain, params: ControlParams): Outcome<unknown> {
  const from = readCount(params, 'from', { min: 0, max: Number.MAX_SAFE_INTEGER })
  if (!from.ok) return from
  const slots = readCount(params, 'slots', { min: 1, max: MAX_LEDGER_SLOTS, default: MAX_LEDGER_SLOTS })
  return slots.ok ? ok({ blocks: showLedger(chain, from.value, slots.value) }) : slots
}
