import {
  burnTokens,
  createAssociatedTokenAccount,
  type Instruction,
  transferTokensChecked,
} from '../../src/chain/solana/instructions.ts'
import { encodeVestingEscrow, JUPITER_LOCK_PROGRAM } from '../../src/chain/solana/lock-accounts.ts'
import { addressBytes, associatedTokenAddress, findProgramAddress } from '../../src/chain/solana/pda.ts'
import { INCINERATOR, TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { SendResult } from '../chain/types.ts'
import { heldRaw } from './holdings.ts'
import { partOf } from './part-of.ts'
import { ownPoolOf } from './perform-controls.ts'
import type { Action } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'

const LP_DECIMALS = 9

type Lock = Extract<Action, { do: 'lockLiquidity' }>
type Burn = Extract<Action, { do: 'burnLiquidity' }>

/** LP tokens of a mint's pool are locked or burned by whoever holds them. The lock program is not emulated: its account
 *  is set as it would leave it, the tokens move by a real transfer. */
export function performLiquidity(stage: WorldStage, action: Lock | Burn): SendResult | null {
  const { chain } = stage
  const { mint, creator } = action
  const lpMint = ownPoolOf(stage, mint)?.lpMint
  if (lpMint === undefined) return null
  const amountRaw = partOf(heldRaw(chain, creator, lpMint), action.sharePct)
  if (amountRaw === 0n) return null
  const tokenProgram = TOKEN_2022_PROGRAM
  const source = associatedTokenAddress(creator, lpMint, tokenProgram)
  const send = (instructions: readonly Instruction[]): SendResult =>
    sendInstructions(stage, { payer: creator, instructions, version: 'legacy', isTrade: false })
  const sendTo = (owner: string): SendResult =>
    send([
      createAssociatedTokenAccount({ payer: creator, owner, mint: lpMint, tokenProgram }),
      transferTokensChecked({
        from: source,
        mint: lpMint,
        to: associatedTokenAddress(owner, lpMint, tokenProgram),
        authority: creator,
        amountRaw,
        decimals: LP_DECIMALS,
        tokenProgram,
      }),
    ])
  if (action.do === 'burnLiquidity')
    return action.how === 'incinerator'
      ? sendTo(INCINERATOR)
      : send([burnTokens({ account: source, mint: lpMint, authority: creator, amountRaw, tokenProgram })])
  // Anyone's key may be the base of a lock; the creator's LP account is as good as any.
  const escrow = findProgramAddress([Buffer.from('escrow'), addressBytes(source)], JUPITER_LOCK_PROGRAM)
  const data = encodeVestingEscrow({
    recipient: creator,
    mint: lpMint,
    creator,
    base: source,
    bump: escrow.bump,
    untilSec: stage.market.bootSec - Math.round(action.untilSecsAgo),
    amountRaw,
  })
  const lamports = chain.minimumBalanceLamports(data.length)
  chain.setAccount(escrow.address, { lamports, owner: JUPITER_LOCK_PROGRAM, data, executable: false })
  return sendTo(escrow.address)
}
