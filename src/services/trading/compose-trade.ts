import {
  advanceNonce,
  closeTokenAccount,
  createAccountWithSeed,
  createAssociatedTokenAccount,
  harvestWithheldTokens,
  type Instruction,
  initializeTokenAccount,
  setComputeUnitLimit,
  setComputeUnitPrice,
  setLoadedAccountsDataSizeLimit,
  syncNative,
  transferLamports,
  transferTokens,
  transferTokensChecked,
} from '../../chain/solana/instructions.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { TRADE_UNITS } from '../../config/trade-limits.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../hot-paths/account-layouts.ts'
import type { Leg, OwnAccount, TradePlan } from '../trade-plan/trade-plan.ts'

export type ComposedTrade = {
  readonly instructions: readonly Instruction[]
  readonly computeUnitLimit: number
  readonly priorityLamports: bigint
  /** Of the chain: signature and priority. */
  readonly networkFeeLamports: bigint
}

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

type Draft = { readonly list: Instruction[]; units: number }

/** The instructions of a plan, in order: nonce, budget, accounts, swaps, what closes, fee, tip. */
export function composeTrade(plan: TradePlan): ComposedTrade {
  const draft: Draft = { list: [], units: TRADE_UNITS.budget }
  openAccounts(draft, plan)
  if (plan.gather !== null) {
    const { from, raw, decimals } = plan.gather
    const { address: to, mint, tokenProgram } = plan.token
    // Checked: Token-2022 takes nothing else for mints with some of its extensions.
    const moved = transferTokensChecked({
      from,
      mint,
      to,
      authority: plan.wallet,
      amountRaw: raw,
      decimals,
      tokenProgram,
    })
    add(draft, TRADE_UNITS.transferTokens, moved)
  }
  swap(draft, plan)
  settle(draft, plan)
  const { nonce, wallet } = plan
  const before: Instruction[] = []
  if (nonce !== null) {
    draft.units += TRADE_UNITS.nonce
    before.push(advanceNonce({ nonce: nonce.account, authority: wallet }))
  }
  before.push(
    setComputeUnitLimit(draft.units),
    setComputeUnitPrice(plan.computeUnitPrice),
    setLoadedAccountsDataSizeLimit(plan.dataLimitBytes),
  )
  const priorityLamports = (plan.computeUnitPrice * BigInt(draft.units) + MICRO - 1n) / MICRO
  return {
    instructions: [...before, ...draft.list],
    computeUnitLimit: draft.units,
    priorityLamports,
    networkFeeLamports: LAMPORTS_PER_SIGNATURE + priorityLamports,
  }
}

function openAccounts(draft: Draft, plan: TradePlan): void {
  const { wallet, token, moneyAccount, bridgeAccount, fee, side } = plan
  // What a buy pays with is there already, or the trade cannot be paid for.
  const made = [side === 'buy' ? token : null, side === 'buy' ? null : moneyAccount, bridgeAccount]
  for (const account of made) if (account?.isNew) create(draft, wallet, wallet, account)
  if (fee?.account?.isNew) create(draft, wallet, fee.wallet, { mint: plan.moneyMint, tokenProgram: TOKEN_PROGRAM })
}

function create(draft: Draft, payer: string, owner: string, account: Pick<OwnAccount, 'mint' | 'tokenProgram'>): void {
  const { mint, tokenProgram } = account
  add(draft, TRADE_UNITS.createTokenAccount, createAssociatedTokenAccount({ payer, owner, mint, tokenProgram }))
}

/** Where SOL is on its way through a trade: the wallet's lamports, its wrapped SOL account, or the scratch account. */
type SolPlace = 'lamports' | 'account' | 'scratch'

function swap(draft: Draft, plan: TradePlan): void {
  const { side, money, legs, moneyAccount } = plan
  const [first, last] = [legs[0]!, legs.at(-1)!]
  let place: SolPlace = money === 'WSOL' && side === 'buy' ? 'account' : 'lamports'
  if (side === 'buy' && first.inputMint === NATIVE_MINT) place = bringSol(draft, plan, place, first)
  for (const leg of legs) {
    const isBetween = leg !== first
    if (isBetween && leg.inputMint === NATIVE_MINT) place = bringSol(draft, plan, place, leg)
    const paysSol = leg.outputMint === NATIVE_MINT
    if (paysSol) place = receiveSol(draft, plan, leg, leg === last)
    callPool(draft, plan, leg, place)
  }
  if (side === 'buy' || last.outputMint !== NATIVE_MINT) {
    // What the first swap yielded beyond the second one's fixed amount comes back with the account.
    if (place === 'scratch') closeScratch(draft, plan)
    return
  }
  if (place === 'scratch') closeScratch(draft, plan)
  if (money === 'WSOL' && place === 'lamports' && moneyAccount !== null) {
    const lamports = plan.receiveRaw + (plan.fee?.raw ?? 0n)
    add(
      draft,
      TRADE_UNITS.transferLamports,
      transferLamports({ from: plan.wallet, to: moneyAccount.address, lamports }),
    )
    add(draft, TRADE_UNITS.transferLamports, syncNative(moneyAccount.address))
  }
}

/** Brings the SOL that a swap takes to where that swap takes it from. */
function bringSol(draft: Draft, plan: TradePlan, place: SolPlace, leg: Leg): SolPlace {
  if (leg.pool.movesLamports) {
    if (place === 'lamports') return 'lamports'
    if (place === 'account') {
      openScratch(draft, plan, 0n)
      const from = plan.moneyAccount!.address
      const to = plan.scratch!.address
      const moved = transferTokens({ from, to, authority: plan.wallet, amountRaw: leg.amountInRaw })
      add(draft, TRADE_UNITS.transferTokens, moved)
    }
    closeScratch(draft, plan)
    return 'lamports'
  }
  if (place !== 'lamports') return place
  openScratch(draft, plan, leg.amountInRaw)
  return 'scratch'
}

/** Prepares where a swap puts its SOL. */
function receiveSol(draft: Draft, plan: TradePlan, leg: Leg, isLast: boolean): SolPlace {
  if (leg.pool.movesLamports) return 'lamports'
  if (isLast && plan.money === 'WSOL') return 'account'
  openScratch(draft, plan, 0n)
  return 'scratch'
}

function callPool(draft: Draft, plan: TradePlan, leg: Leg, place: SolPlace): void {
  const { pool, inputMint } = leg
  const accounts = {
    user: plan.wallet,
    inputAccount: accountFor(plan, inputMint, place),
    outputAccount: accountFor(plan, leg.outputMint, place),
  }
  const around = pool.around?.(inputMint, accounts)
  const data = pool.data(inputMint, leg.amountInRaw, leg.minOutRaw)
  if (around !== undefined) draft.list.push(...around.before)
  add(draft, pool.computeUnits, { programId: pool.programId, accounts: pool.accounts(inputMint, accounts), data })
  if (around !== undefined) draft.list.push(...around.after)
}

/** The wallet's account for a mint; one is named for lamports, too, and ignored. */
function accountFor(
  { token, scratch, moneyAccount, bridgeAccount, wallet }: TradePlan,
  mint: string,
  place: SolPlace,
): string {
  if (mint === token.mint) return token.address
  if (mint !== NATIVE_MINT) return (bridgeAccount?.mint === mint ? bridgeAccount : moneyAccount!).address
  if (place === 'scratch') return scratch!.address
  return place === 'account' ? moneyAccount!.address : wallet
}

function openScratch(draft: Draft, plan: TradePlan, extraLamports: bigint): void {
  const { address: account, seed, rentLamports } = plan.scratch!
  const made = createAccountWithSeed({
    payer: plan.wallet,
    account,
    seed,
    lamports: rentLamports + extraLamports,
    dataBytes: TOKEN_ACCOUNT_BYTES,
    owner: TOKEN_PROGRAM,
  })
  add(draft, TRADE_UNITS.createScratch, made)
  draft.list.push(initializeTokenAccount({ account, mint: NATIVE_MINT, owner: plan.wallet }))
}

function closeScratch(draft: Draft, plan: TradePlan): void {
  const { address: account } = plan.scratch!
  const closed = closeTokenAccount({ account, destination: plan.wallet, authority: plan.wallet })
  add(draft, TRADE_UNITS.closeAccount, closed)
}

/** What follows the swaps: fee, the emptied accounts, tip. */
function settle(draft: Draft, plan: TradePlan): void {
  const { wallet, fee, moneyAccount, tip, token } = plan
  if (fee !== null) {
    if (fee.account === null) {
      add(draft, TRADE_UNITS.transferLamports, transferLamports({ from: wallet, to: fee.wallet, lamports: fee.raw }))
    } else {
      const { address: from } = moneyAccount!
      const paid = transferTokens({ from, to: fee.account.address, authority: wallet, amountRaw: fee.raw })
      add(draft, TRADE_UNITS.transferTokens, paid)
    }
  }
  const { mint, tokenProgram } = token
  for (const { address: account, hasWithheld } of plan.closes) {
    if (hasWithheld) add(draft, TRADE_UNITS.harvestWithheld, harvestWithheldTokens({ mint, accounts: [account] }))
    add(
      draft,
      TRADE_UNITS.closeAccount,
      closeTokenAccount({ account, destination: wallet, authority: wallet, tokenProgram }),
    )
  }
  if (tip !== null)
    add(draft, TRADE_UNITS.transferLamports, transferLamports({ from: wallet, to: tip.to, lamports: tip.lamports }))
}

function add(draft: Draft, units: number, instruction: Instruction): void {
  draft.units += units
  draft.list.push(instruction)
}
