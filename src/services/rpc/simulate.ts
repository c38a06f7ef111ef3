import { simulateAsAsked } from '../../chain/solana/simulate-as-asked.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { SimulateBody, SimulationReport } from '../../contract/public-rpc.ts'
import { parseWireTransaction } from '../../hot-paths/wire-transaction.ts'
import { countAskedAccounts } from './asked-accounts.ts'
import { readSimulated } from './read-simulated.ts'

const DEFAULTS = { sigVerify: false, replaceRecentBlockhash: true }

/** `simulateTransaction` for anyone, in our own shape (spec 4.8): a transaction that reverts has been simulated. */
export async function simulateOpen(
  ctx: Context,
  { wire: bytes, options }: SimulateBody,
  signal: AbortSignal,
): Promise<Outcome<SimulationReport>> {
  if (ctx.chain.open === undefined) return fail('unconfigured', 'on-chain provider not configured')
  const wire = readSimulated(bytes)
  if (!wire.ok) return wire
  const merged: Readonly<Record<string, unknown>> = { ...DEFAULTS, ...options }
  if (merged['sigVerify'] === true && merged['replaceRecentBlockhash'] === true)
    return fail('invalid_request', 'sigVerify needs replaceRecentBlockhash: false')
  const parsed = parseWireTransaction(wire.value)
  const counted = parsed.ok ? countAskedAccounts(merged['accounts'], parsed.transaction) : null
  const { accounts: _, ...withoutAccounts } = merged
  const simulated = await simulateAsAsked(
    ctx.chain.open,
    { wire: wire.value, options: counted === null ? merged : withoutAccounts },
    { timeoutMs: TIMEOUTS.rpcMs, signal },
  )
  if (!simulated.ok) return simulated
  const { err, logs, unitsConsumed } = simulated.value
  const accountsReturned = counted ?? simulated.value.accountsReturned
  const simulationDetails = { hasError: err !== null, computeUnits: unitsConsumed, logCount: logs.length }
  return ok({ err, logs: [...logs], unitsConsumed, accountsReturned, simulationDetails })
}
