import { createHash } from 'node:crypto'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { AccountState, SandboxChain } from '../../chain/types.ts'
import { DEX_EMULATORS } from '../../programs/dex-emulators.ts'
import { createDryRun, type DryRun } from '../../programs/dry-run.ts'
import { type RouteStep, stepOf, swapData } from '../../programs/jupiter/aggregator-layout.ts'
import { tokenAccountBytes } from '../../world/account-bytes.ts'
import { tokenProgramOf } from '../../world/holdings.ts'
import { tradeInstructions } from '../../world/trade-instructions.ts'
import type { MarketPool } from '../market.ts'

/** One swap of a route, as `wallet` would sign it. */
export type SwapLeg = {
  readonly pool: MarketPool
  readonly inputMint: string
  readonly outputMint: string
  readonly step: RouteStep
  readonly instruction: Instruction
}

/** A wallet that no one has: what it would get is what anyone gets. */
const QUOTER = encodeBase58(createHash('sha256').update('mintglass/aggregator/quoter').digest())
const QUOTER_LAMPORTS = 10n ** 18n

export function otherMint({ baseMint, quoteMint }: MarketPool, mint: string): string {
  return mint === baseMint ? quoteMint : baseMint
}

/** Null for pools that cannot be traded now, or only with lamports of another kind than SOL. */
export function legOf(
  chain: SandboxChain,
  pool: MarketPool,
  { inputMint, amountRaw, wallet }: { readonly inputMint: string; readonly amountRaw: bigint; readonly wallet: string },
): SwapLeg | null {
  const side = inputMint === pool.quoteMint ? 'buy' : 'sell'
  const instructions = tradeInstructions(chain, { pool, wallet, side, amountRaw }) ?? []
  for (const instruction of instructions) {
    const step = stepOf(instruction)
    if (step === null) continue
    if (step.kind.lamports !== null && pool.quoteMint !== NATIVE_MINT) return null
    return { pool, inputMint, outputMint: otherMint(pool, inputMint), step, instruction }
  }
  return null
}

/** What one pool gives for an amount, and the state it leaves behind. */
export type LegQuote = { readonly leg: SwapLeg; readonly inRaw: bigint; readonly outRaw: bigint; readonly dry: DryRun }

/** Runs the DEX's own emulator on the pool's accounts; `after` goes on from an earlier swap. Null when the DEX would
 *  refuse, or give nothing. */
export function quoteLeg(
  chain: SandboxChain,
  pool: MarketPool,
  inputMint: string,
  { inRaw, after }: { readonly inRaw: bigint; readonly after?: LegQuote | undefined },
): LegQuote | null {
  const leg = legOf(chain, pool, { inputMint, amountRaw: inRaw, wallet: QUOTER })
  if (leg === null) return null
  const dry = openSheet(chain, leg, inRaw, after)
  const { step, instruction } = leg
  const moves = dry.run({ ...instruction, data: swapData(step, inRaw, instruction.accounts.length) })
  if (moves.failure !== null) return null
  const account = associatedTokenAddress(QUOTER, leg.outputMint, tokenProgramOf(chain, leg.outputMint))
  const outRaw = (step.kind.lamports === 'out' ? moves.lamportsTo.get(QUOTER) : moves.tokensTo.get(account)) ?? 0n
  return outRaw === 0n ? null : { leg, inRaw, outRaw, dry }
}

/** The quoter's accounts beside the chain's: what it pays with, and where it is paid. */
function openSheet(chain: SandboxChain, leg: SwapLeg, inRaw: bigint, after: LegQuote | undefined): DryRun {
  const dry = createDryRun(
    {
      read: (address) => (after === undefined ? chain.account(address) : after.dry.read(address)),
      slot: chain.slot(),
      unixTimeSec: chain.unixTimeSec(),
      minimumBalanceLamports: chain.minimumBalanceLamports,
    },
    DEX_EMULATORS,
  )
  dry.put(QUOTER, { lamports: QUOTER_LAMPORTS, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false })
  for (const [mint, amountRaw] of [
    [leg.outputMint, 0n],
    [leg.inputMint, inRaw],
  ] as const) {
    const tokenProgram = tokenProgramOf(chain, mint)
    dry.put(associatedTokenAddress(QUOTER, mint, tokenProgram), fundingWallet(chain, { mint, amountRaw, tokenProgram }))
  }
  return dry
}

function fundingWallet(
  chain: SandboxChain,
  { mint, amountRaw, tokenProgram }: { mint: string; amountRaw: bigint; tokenProgram: string },
): AccountState {
  const rent = chain.minimumBalanceLamports(TOKEN_ACCOUNT_BYTES)
  const isNative = mint === NATIVE_MINT && tokenProgram === TOKEN_PROGRAM
  const data = tokenAccountBytes({
    mint,
    owner: QUOTER,
    amountRaw,
    immutableOwner: tokenProgram === TOKEN_2022_PROGRAM,
    ...(isNative ? { nativeReserveLamports: rent } : {}),
  })
  return { lamports: isNative ? rent + amountRaw : rent, owner: tokenProgram, data, executable: false }
}
