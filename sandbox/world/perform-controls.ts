import { decodePool } from '../../src/chain/solana/dexes/pumpswap/state.ts'
import {
  createAssociatedTokenAccount,
  freezeTokenAccount,
  type Instruction,
  setTokenAuthority,
  thawTokenAccount,
  transferTokensChecked,
} from '../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import {
  pauseToken,
  setDefaultState,
  setTransferFee,
  setTransferHook,
} from '../../src/chain/solana/token-2022-instructions.ts'
import { readMint } from '../../src/hot-paths/account-layouts.ts'
import type { SendResult } from '../chain/types.ts'
import { HOOK_PROGRAMS, type HookSetting, hookAccounts } from '../programs/transfer-hook-programs.ts'
import { heldRaw, tokenProgramOf } from './holdings.ts'
import { hookAccountsFor } from './hook-accounts.ts'
import { partOf } from './part-of.ts'
import type { Action, PlannedHook } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'

type Of<D extends Action['do']> = Extract<Action, { do: D }>
type Performed = SendResult | null

/** What those who control a token do to its holders. */
export type ControlAction =
  | Of<'freeze' | 'thaw'>
  | Of<'openAccount'>
  | Of<'setDefaultFrozen'>
  | Of<'setHook'>
  | Of<'setTransferFee'>
  | Of<'pause'>
  | Of<'seize'>

const MAXIMUM_FEE_RAW = 0xffff_ffff_ffff_ffffn

export function performControl(stage: WorldStage, action: ControlAction): Performed {
  switch (action.do) {
    case 'freeze':
    case 'thaw': {
      const { mint, authority, owner } = action
      const tokenProgram = tokenProgramOf(stage.chain, mint)
      const account = associatedTokenAddress(owner, mint, tokenProgram)
      if (stage.chain.account(account) === null) return null
      const use = { account, mint, authority, tokenProgram }
      return send(stage, authority, [action.do === 'freeze' ? freezeTokenAccount(use) : thawTokenAccount(use)])
    }
    case 'openAccount': {
      const { mint, owner } = action
      const tokenProgram = tokenProgramOf(stage.chain, mint)
      return send(stage, owner, [createAssociatedTokenAccount({ payer: owner, owner, mint, tokenProgram })])
    }
    case 'setDefaultFrozen':
      return send(stage, action.authority, [setDefaultState({ ...action, frozen: true })])
    case 'setTransferFee':
      return send(stage, action.authority, [setTransferFee({ ...action, maximumRaw: MAXIMUM_FEE_RAW })])
    case 'pause':
      return send(stage, action.authority, [pauseToken(action)])
    case 'setHook':
      return setHook(stage, action)
    case 'seize':
      return seize(stage, action)
  }
}

/** The accounts that the hook's own set-up instruction would make are set: the programs have none. */
function setHook(stage: WorldStage, { mint, authority, hook, isFinal = false }: Of<'setHook'>): Performed {
  const { chain } = stage
  if (hook !== null) {
    const program = HOOK_PROGRAMS[hook.kind]
    for (const { address, data } of hookAccounts(mint, settingOf(stage, mint, hook))) {
      const lamports = chain.minimumBalanceLamports(data.length)
      chain.setAccount(address, { lamports, owner: program, data, executable: false })
    }
  }
  const program = hook === null ? null : HOOK_PROGRAMS[hook.kind]
  const giveUp = { account: mint, authority, newAuthority: null, tokenProgram: TOKEN_2022_PROGRAM }
  return send(stage, authority, [
    setTransferHook({ mint, authority, program }),
    ...(isFinal ? [setTokenAuthority({ ...giveUp, type: 'transferHookProgram' })] : []),
  ])
}

function settingOf(stage: WorldStage, mint: string, hook: PlannedHook): HookSetting {
  if (hook.kind === 'reject-after')
    return { kind: hook.kind, unixTimeSec: stage.market.bootSec - Math.round(hook.secsAgo) }
  if (hook.kind !== 'allow-list') return hook
  return { kind: hook.kind, owners: [...stage.market.poolsOf(mint).map(({ address }) => address), ...hook.owners] }
}

function seize(stage: WorldStage, { mint, delegate, from, to, sharePct }: Of<'seize'>): Performed {
  const { chain } = stage
  const account = chain.account(mint)
  const decimals = (account === null ? null : readMint(account.data))?.decimals
  const amountRaw = partOf(heldRaw(chain, from, mint), sharePct)
  if (decimals === undefined || amountRaw === 0n) return null
  const tokenProgram = TOKEN_2022_PROGRAM
  const [source, destination] = [from, to].map((owner) => associatedTokenAddress(owner, mint, tokenProgram))
  const route = { mint, source: source!, destination: destination!, authority: delegate, amountRaw }
  const extraAccounts = hookAccountsFor(chain, route)
  return send(stage, delegate, [
    createAssociatedTokenAccount({ payer: delegate, owner: to, mint, tokenProgram }),
    transferTokensChecked({
      ...{ from: source!, to: destination!, mint, authority: delegate },
      ...{ amountRaw, decimals, tokenProgram, extraAccounts },
    }),
  ])
}

/** Pool account of a mint whose LP tokens can be moved. */
export function ownPoolOf(stage: WorldStage, mint: string) {
  const pool = stage.market.poolsOf(mint).find(({ dex }) => dex === 'pumpswap')
  const account = pool === undefined ? null : stage.chain.account(pool.address)
  return account === null ? null : decodePool(account.data)
}

function send(stage: WorldStage, payer: string, instructions: readonly Instruction[]): Performed {
  return sendInstructions(stage, { payer, instructions, version: 'legacy', isTrade: false })
}
