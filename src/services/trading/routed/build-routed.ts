import { type CompiledMessage, joinWithoutSignatures, type LookupTable } from '../../../chain/solana/compile-message.ts'
import { type Decompiled, decompileMessage } from '../../../chain/solana/decompile-message.ts'
import { compileMessage, configOf, type Message, whyTooLarge } from '../../../chain/solana/message-format.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../../chain/solana/program-ids.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { readLookupTable } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import { parseWireTransaction, type WireTransaction } from '../../../hot-paths/wire-transaction.ts'
import { makeManifest } from '../../manifest/make-manifest.ts'
import { showManifest } from '../../manifest/show-manifest.ts'
import { buildSwap } from '../../swap/build.ts'
import { readComputeBudget, writeComputeBudget } from '../../swap/compute-budget.ts'
import type { TradeParams } from '../../trade-plan/trade-params.ts'
import { atStage } from '../../trade-plan/trade-stage.ts'
import { latestBlockhash } from '../../trade-pools/hot-chain.ts'
import type { TradeResult } from '../trade-result.ts'
import { aroundSwap } from './around-swap.ts'
import { routedIntent } from './routed-intent.ts'
import { planRouted, type RoutedPlan } from './routed-plan.ts'

/** A trade through the aggregator, for its owner to sign: the aggregator's swap with the platform fee, the tip and the
 *  nonce of the wish around it, version 0. Fails as planning, the aggregator and the manifest do. */
export async function buildRouted(
  ctx: Context,
  params: TradeParams,
  caller: Caller,
  signal?: AbortSignal,
): Promise<Outcome<TradeResult>> {
  const planned = await planRouted(ctx, params, caller, signal)
  if (!planned.ok) return atStage(planned, 'quote')
  const plan = planned.value
  const lifetime = plan.nonce === null ? await latestBlockhash(ctx) : ok(null)
  if (!lifetime.ok) return atStage(lifetime, 'build')
  const blockhash = lifetime.value?.blockhash ?? plan.nonce!.value
  const built = await compileRouted(ctx, params, plan, blockhash, signal)
  if (!built.ok) return atStage(built, 'build')
  const { wire, priorityLamports } = built.value
  const executed =
    params.wantsManifest || params.simulate
      ? await makeManifest(ctx, wire, routedIntent(plan, priorityLamports), signal)
      : ok(null)
  if (!executed.ok) return atStage(executed, 'simulate')
  const manifest = executed.value
  return ok({
    data: {
      unsigned_tx_base64: Buffer.from(wire).toString('base64'),
      recent_blockhash: blockhash,
      last_valid_block_height: lifetime.value?.lastValidBlockHeight ?? null,
    },
    ...(manifest === null ? {} : { compute_units: manifest.computeUnits }),
    manifest: manifest === null ? null : showManifest(manifest),
  })
}

type RoutedWire = { readonly wire: Uint8Array; readonly priorityLamports: bigint }

async function compileRouted(
  ctx: Context,
  params: TradeParams,
  plan: RoutedPlan,
  blockhash: string,
  signal?: AbortSignal,
): Promise<Outcome<RoutedWire>> {
  const { wallet, quote } = plan
  const order = { quote, wallet, feeAccount: null, computeUnitPrice: params.computeUnitPrice, wantsManifest: false }
  const swap = await buildSwap(ctx, order, signal)
  if (!swap.ok) return swap
  const around = aroundSwap(plan)
  const draft = withUnits(swap.value.wire, around.units)
  const read = draft === null ? null : await readInstructions(ctx, draft)
  if (draft === null || read === null)
    return fail('upstream_failed', 'the aggregator returned an unreadable transaction')
  if (!read.ok) return read
  const { decompiled, lookupTables } = read.value
  const { instructions, config } = decompiled
  const all = [...around.before, ...instructions, ...around.after]
  const message = compileFitting(ctx, { payer: wallet, blockhash, instructions: all, lookupTables, config })
  if (message.signers.length !== 1) return fail('upstream_failed', 'the aggregator wants others to sign')
  const reason = whyTooLarge(message)
  if (reason !== null) return fail('no_route', reason)
  const { priorityFeeLamports = 0n } = config ?? configOf(instructions)
  return ok({ wire: joinWithoutSignatures(message), priorityLamports: priorityFeeLamports })
}

/** Version 1 has no lookup tables: a swap with more accounts than it takes stays version 0. */
function compileFitting(ctx: Context, message: Message): CompiledMessage {
  if (ctx.config.messageVersion === 1) {
    const compiled = compileMessage(1, message)
    if (whyTooLarge(compiled) === null) return compiled
  }
  return compileMessage(0, message)
}

/** The aggregator's transaction with room for what is put around it. */
function withUnits(wire: Uint8Array, units: number): WireTransaction | null {
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok) return null
  const { unitLimit } = readComputeBudget(parsed.transaction)
  if (unitLimit === null) return parsed.transaction
  const most = Math.min(unitLimit + units, MAX_UNITS)
  const again = parseWireTransaction(writeComputeBudget(wire, parsed.transaction, { unitLimit: most, unitPrice: null }))
  return again.ok ? again.transaction : null
}
const MAX_UNITS = 1_400_000

type Read = { readonly decompiled: Decompiled; readonly lookupTables: readonly LookupTable[] }

/** Null for a message that cannot be read with the tables as they are. */
async function readInstructions(ctx: Context, transaction: WireTransaction): Promise<Outcome<Read> | null> {
  const names = transaction.lookups.map(({ table }) => encodeBase58(table))
  const lookupTables: LookupTable[] = []
  if (names.length > 0) {
    const { rpc } = ctx.chain
    if (rpc === null) return fail('unconfigured', 'rpc is not configured')
    const read = await rpc.accounts(names)
    if (!read.ok) return read
    for (const [at, address] of names.entries()) {
      const account = read.value.accounts[at]
      const table = account?.owner === ADDRESS_LOOKUP_TABLE_PROGRAM ? readLookupTable(account.data) : null
      if (table !== null) lookupTables.push({ address, addresses: table.addresses.map((key) => encodeBase58(key)) })
    }
  }
  const decompiled = decompileMessage(transaction, lookupTables)
  return decompiled === null ? null : ok({ decompiled, lookupTables })
}
