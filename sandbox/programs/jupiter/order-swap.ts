import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { invoke } from '../anchor-script.ts'
import { DEX_EMULATORS } from '../dex-emulators.ts'
import { createDryRun } from '../dry-run.ts'
import { aggregatorEmulator } from './aggregator-emulator.ts'
import { AGGREGATOR_PROGRAM } from './aggregator-layout.ts'

/* How an order is filled: within one instruction of the order's program a keeper is handed the tokens to sell, sells
 * them through the router, and pays the owner. Nothing of it stands unless all of it does. */

const EMULATORS = new Map([...DEX_EMULATORS, [AGGREGATOR_PROGRAM, aggregatorEmulator] as const])

/** Should the router have gone through after all, nothing may stand: the keeper has not paid. */
const ROUTE_FAILED = 6_020

export type OrderSwap = {
  readonly keeper: string
  /** The router's program and the accounts of its instruction. */
  readonly accounts: EmulatorCall['accounts']
  readonly data: Uint8Array
  readonly keeperOutput: string
}

/** The calls of a fill up to the router's, and what the keeper then has more than before; null when the router fails,
 *  and then the calls end in a failure of their own. */
export function swapForOrder(
  call: EmulatorCall,
  handOver: readonly ScriptOp[],
  { keeper, accounts, data, keeperOutput }: OrderSwap,
): { readonly ops: readonly ScriptOp[]; readonly outRaw: bigint | null } {
  const dry = createDryRun(call, EMULATORS)
  for (const op of handOver) dry.apply(op, call)
  const held = (): bigint => readTokenAccount(dry.read(keeperOutput)?.data ?? new Uint8Array(0))?.amountRaw ?? 0n
  const before = held()
  const uses = accounts.slice(1).map((use) => ({ ...use, isSigner: use.address === keeper }))
  const route = { programId: AGGREGATOR_PROGRAM, accounts: uses, data }
  const { failure } = dry.run(route)
  const ops = [...handOver, invoke(route)]
  if (failure !== null || accounts[0]?.address !== AGGREGATOR_PROGRAM)
    return { ops: [...ops, { op: 'fail', customCode: ROUTE_FAILED }], outRaw: null }
  return { ops, outRaw: held() - before }
}
