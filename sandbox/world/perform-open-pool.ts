import type { DexName } from '../../src/chain/solana/dexes/dex.ts'
import type { SandboxChain, SendResult } from '../chain/types.ts'
import { createDammV1Pool } from './dex-trades/damm-v1.ts'
import type { CreatedPool, CreateRequest } from './dex-trades/dex-trades.ts'
import { createDlmmPool } from './dex-trades/dlmm.ts'
import { dammV2Trades } from './dex-trades/meteora-damm-v2.ts'
import { whirlpoolTrades } from './dex-trades/orca.ts'
import { raydiumTrades } from './dex-trades/raydium.ts'
import { clmmTrades } from './dex-trades/raydium-clmm.ts'
import { cpmmTrades } from './dex-trades/raydium-cpmm.ts'
import type { Action, PoolKind } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'

type Maker = {
  readonly dex: DexName
  readonly create: (chain: SandboxChain, request: CreateRequest) => CreatedPool | null
}

/** Who opens which kind of pool. Two kinds go by the name of one DEX. */
const MAKERS: Readonly<Record<PoolKind, Maker>> = {
  dlmm: { dex: 'meteora', create: createDlmmPool },
  damm_v1: { dex: 'meteora', create: createDammV1Pool },
  damm_v2: { dex: 'meteora_damm_v2', create: dammV2Trades.createPool! },
  whirlpool: { dex: 'orca', create: whirlpoolTrades.createPool! },
  amm_v4: { dex: 'raydium', create: raydiumTrades.createPool! },
  clmm: { dex: 'raydium_clmm', create: clmmTrades.createPool! },
  cpmm: { dex: 'raydium_cpmm', create: cpmmTrades.createPool! },
}

/** Opens a pool by its transactions, one after the other; the first that fails is the result. The market learns of the
 *  pool when it has its liquidity. */
export function openPool(stage: WorldStage, action: Extract<Action, { do: 'openPool' }>): SendResult | null {
  const { kind, creator, baseMint, quoteMint } = action
  const { dex, create } = MAKERS[kind]
  const made = create(stage.chain, action)
  if (made === null) return null
  let sent: SendResult | null = null
  for (const instructions of made.transactions) {
    sent = sendInstructions(stage, { payer: creator, instructions, version: 'legacy', isTrade: true })
    if (!sent.ok || sent.transaction.err !== null) return sent
  }
  const createdSec = stage.chain.unixTimeSec()
  stage.market.addPool({ address: made.pool, dex, baseMint, quoteMint, createdSec, creator, temper: null })
  return sent
}
