import { accountList } from '../../../src/chain/solana/account-list.ts'
import {
  closeTokenAccount,
  syncNative,
  transferLamports,
  transferTokensChecked,
} from '../../../src/chain/solana/instructions.ts'
import { addressBytes, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readMint, readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, SandboxChain, ScriptOp } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import {
  ANCHOR,
  checkAddresses,
  emitCpi,
  error,
  invoke,
  isRefusal,
  type Refusal,
  readAccounts,
  refuse,
} from '../anchor-script.ts'
import { intBytes, keyAt, readArgs } from '../byte-fields.ts'
import { DEX_EMULATORS } from '../dex-emulators.ts'
import { createDryRun, type DryCall, type DryMoves, type DryRun } from '../dry-run.ts'
import { openVault } from '../open-account.ts'
import {
  AGGREGATOR_PROGRAM,
  aggregatorEventAuthority,
  ROUTE_TAG,
  ROUTE_V2_TAG,
  type RouteArgs,
  type RouteStep,
  readPlan,
  swapData,
  unwrapAddress,
} from './aggregator-layout.ts'

export const AGGREGATOR_ERRORS = {
  slippage: error(6001, 'SlippageToleranceExceeded', 'Slippage tolerance exceeded'),
  invalidSlippage: error(6004, 'InvalidSlippage', 'Invalid slippage'),
  notEnoughAccounts: error(6008, 'NotEnoughAccountKeys', 'Not enough account keys'),
  wrongTokenProgram: error(6014, 'IncorrectTokenProgramID', 'Incorrect token program id'),
} as const

const ROUTE_ACCOUNTS = accountList([
  'tokenProgram',
  'userTransferAuthority:s',
  'userSourceTokenAccount:w',
  'userDestinationTokenAccount:w',
  'destinationTokenAccount',
  'destinationMint',
  'platformFeeAccount',
  'eventAuthority',
  'program',
])
const ROUTE_V2_ACCOUNTS = accountList([
  'userTransferAuthority:s',
  'userSourceTokenAccount:w',
  'userDestinationTokenAccount:w',
  'sourceMint',
  'destinationMint',
  'sourceTokenProgram',
  'destinationTokenProgram',
  'destinationTokenAccount',
  'eventAuthority',
  'program',
])
const SWAP_EVENT_TAG = Buffer.from('40c6cde8260871e2', 'hex')
const FEE_EVENT_TAG = Buffer.from('494f4e7fb8d50ddc', 'hex')
const BPS = 10_000n
/** Native mint, token and system program and the place of unwrapping, behind the accounts of a curve. */
const LAMPORT_EXTRAS = 4

type Route = RouteArgs & {
  readonly user: string
  readonly source: string
  readonly destination: string
  /** Where the output goes on to; null: it stays. */
  readonly recipient: string | null
  readonly mint: string
  readonly feeAccount: string | null
  /** Accounts of the steps: each begins with its program and ends with the router's own id. */
  readonly accounts: EmulatorCall['accounts']
}

/** Jupiter's router with one path after the other: swaps by calls to the DEXes, the limit and the platform's fee at the
 *  end. Amounts between the swaps are what really arrived. */
export const aggregatorEmulator = anchorEmulator(AGGREGATOR_PROGRAM, [
  { tag: ROUTE_TAG.toString('hex'), name: 'Route', run: runRoute },
  { tag: ROUTE_V2_TAG.toString('hex'), name: 'RouteV2', run: runRouteV2 },
])

export function installAggregator(chain: SandboxChain): void {
  chain.registerEmulator(aggregatorEmulator)
}

function runRoute(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, ROUTE_ACCOUNTS)
  if (isRefusal(read)) return read
  const plan = readPlan(call.data, 8, 1)
  if (plan === null) return refuse(ANCHOR.didNotDeserialize)
  const args = readArgs(call.data, plan.end)
  const [inAmount, quotedOut, slippageBps, feeBps] = [args.uint(8), args.uint(8), args.small(2), args.small(1)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const { at, remaining } = read
  return follow(
    call,
    {
      steps: plan.steps,
      inAmount,
      quotedOut,
      slippageBps,
      feeBps,
      user: at.userTransferAuthority,
      source: at.userSourceTokenAccount,
      destination: at.userDestinationTokenAccount,
      recipient: optional(at.destinationTokenAccount),
      mint: at.destinationMint,
      feeAccount: optional(at.platformFeeAccount),
      accounts: remaining,
    },
    at,
  )
}

function runRouteV2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, ROUTE_V2_ACCOUNTS)
  if (isRefusal(read)) return read
  const args = readArgs(call.data)
  const [inAmount, quotedOut, slippageBps] = [args.uint(8), args.uint(8), args.small(2)]
  const [feeBps] = [args.small(2), args.small(2)]
  const plan = readPlan(call.data, PLAN_V2_AT, 2)
  if (args.isShort() || plan === null) return refuse(ANCHOR.didNotDeserialize)
  const { at, remaining } = read
  return follow(
    call,
    {
      steps: plan.steps,
      inAmount,
      quotedOut,
      slippageBps,
      feeBps: feeBps!,
      user: at.userTransferAuthority,
      source: at.userSourceTokenAccount,
      destination: at.userDestinationTokenAccount,
      recipient: optional(at.destinationTokenAccount),
      mint: at.destinationMint,
      feeAccount: feeBps === 0 ? null : (remaining[0]?.address ?? null),
      accounts: feeBps === 0 ? remaining : remaining.slice(1),
    },
    at,
  )
}

const PLAN_V2_AT = 8 + 8 + 8 + 2 + 2 + 2

/** Anchor writes the program's own id where an account is left out. */
function optional(address: string): string | null {
  return address === AGGREGATOR_PROGRAM ? null : address
}

function follow(
  call: EmulatorCall,
  route: Route,
  at: { readonly eventAuthority: string; readonly program: string },
): readonly ScriptOp[] | Refusal {
  const fault = checkAddresses([
    ['eventAuthority', at.eventAuthority, aggregatorEventAuthority().address],
    ['program', at.program, AGGREGATOR_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  if (route.slippageBps > Number(BPS)) return refuse(AGGREGATOR_ERRORS.invalidSlippage)
  const parts = splitAccounts(route.accounts)
  if (parts.length !== route.steps.length) return refuse(AGGREGATOR_ERRORS.notEnoughAccounts)
  const dry = createDryRun(call, DEX_EMULATORS)
  const ops: ScriptOp[] = []
  let from = { account: route.source, mint: mintIn(call, route.source), amount: route.inAmount }
  for (const [index, step] of route.steps.entries()) {
    const isLast = index === route.steps.length - 1
    const done = swapStep({ call, dry, route }, step, parts[index]!, from, isLast)
    if (isRefusal(done)) return done
    ops.push(...done.ops)
    if (done.hasFailed) return ops
    ops.push(swapEvent(parts[index]![0]!.address, from, done.to))
    from = done.to
  }
  return [...ops, ...settle(call, route, from.amount)]
}

function splitAccounts(accounts: EmulatorCall['accounts']): EmulatorCall['accounts'][] {
  const parts: EmulatorCall['accounts'][number][][] = [[]]
  for (const account of accounts) {
    if (account.address === AGGREGATOR_PROGRAM) parts.push([])
    else parts.at(-1)!.push(account)
  }
  return parts.filter((part) => part.length > 0)
}

type FundingWallet = { readonly account: string; readonly mint: string; readonly amount: bigint }
type Swapping = { readonly call: EmulatorCall; readonly dry: DryRun; readonly route: Route }
type Stepped = { readonly ops: readonly ScriptOp[]; readonly hasFailed: boolean; readonly to: FundingWallet }

function swapStep(
  { call, dry, route }: Swapping,
  step: RouteStep,
  [program, ...rest]: EmulatorCall['accounts'],
  from: FundingWallet,
  isLast: boolean,
): Stepped | Refusal {
  const { user } = route
  const { lamports, programId } = step.kind
  if (program?.address !== programId) return refuse(ANCHOR.programId)
  const own = lamports === null ? rest : rest.slice(0, -LAMPORT_EXTRAS)
  const accounts = own.map(({ address, isWritable }) => ({ address, isWritable, isSigner: address === user }))
  const swap: DryCall = { programId, accounts, data: swapData(step, from.amount, accounts.length) }
  const before = lamports === 'in' ? unwrap(call, user, from) : []
  for (const op of before) dry.apply(op, call)
  const moves = dry.run(swap)
  const ops: ScriptOp[] = [...before, invoke(swap)]
  if (moves.failure !== null) return { ops, hasFailed: true, to: from }
  if (lamports !== 'out') return { ops, hasFailed: false, to: arrived(call, moves, route, isLast) }
  const amount = moves.lamportsTo.get(user) ?? 0n
  const account = isLast ? route.destination : associatedTokenAddress(user, NATIVE_MINT)
  const after = [invoke(transferLamports({ from: user, to: account, lamports: amount })), invoke(syncNative(account))]
  for (const op of after) dry.apply(op, call)
  return { ops: [...ops, ...after], hasFailed: false, to: { account, mint: NATIVE_MINT, amount } }
}

/** Turns wrapped SOL into the user's lamports by way of an account of the router that lives for these three calls. */
function unwrap(call: EmulatorCall, user: string, from: FundingWallet): ScriptOp[] {
  const { address: account, seeds } = unwrapAddress(user)
  const moved = { from: from.account, mint: NATIVE_MINT, to: account, authority: user, decimals: 9 }
  return [
    ...openVault(call, { payer: user, account, seeds, authority: user, mint: NATIVE_MINT }, TOKEN_PROGRAM),
    invoke(transferTokensChecked({ ...moved, amountRaw: from.amount, tokenProgram: TOKEN_PROGRAM })),
    invoke(closeTokenAccount({ account, destination: user, authority: user })),
  ]
}

/** What the user got: in the destination at the end, in whichever account of the user's on the way. */
function arrived(call: EmulatorCall, { tokensTo }: DryMoves, route: Route, isLast: boolean): FundingWallet {
  if (isLast) return { account: route.destination, mint: route.mint, amount: tokensTo.get(route.destination) ?? 0n }
  for (const [account, amount] of tokensTo) {
    const state = call.read(account)
    if (account === route.source || state === null || readTokenAccount(state.data) === null) continue
    if (keyAt(state.data, 32) === route.user) return { account, mint: keyAt(state.data, 0), amount }
  }
  return { account: route.destination, mint: route.mint, amount: 0n }
}

function mintIn(call: EmulatorCall, account: string): string {
  const state = call.read(account)
  return state === null || readTokenAccount(state.data) === null ? NATIVE_MINT : keyAt(state.data, 0)
}

/** The fee, the limit, and the way on to someone else's account. */
function settle(call: EmulatorCall, route: Route, out: bigint): readonly ScriptOp[] {
  const { mint, user, destination, feeAccount, recipient, quotedOut, slippageBps, feeBps } = route
  const tokenProgram = call.read(mint)?.owner ?? TOKEN_PROGRAM
  const decimals = readMint(call.read(mint)?.data ?? new Uint8Array(0))?.decimals ?? 0
  const fee = feeAccount === null ? 0n : (out * BigInt(feeBps)) / BPS
  const net = out - fee
  if (fee > 0n && tokenProgram === TOKEN_2022_PROGRAM) return refuse(AGGREGATOR_ERRORS.wrongTokenProgram).refused
  if (net < quotedOut - (quotedOut * BigInt(slippageBps)) / BPS) return refuse(AGGREGATOR_ERRORS.slippage).refused
  const move = (to: string, amountRaw: bigint): ScriptOp =>
    invoke(transferTokensChecked({ from: destination, mint, to, authority: user, amountRaw, decimals, tokenProgram }))
  return [
    ...(fee > 0n ? [move(feeAccount!, fee), feeEvent(feeAccount!, mint, fee)] : []),
    ...(recipient === null ? [] : [move(recipient, net)]),
  ]
}

function swapEvent(amm: string, from: FundingWallet, to: FundingWallet): ScriptOp {
  const bytes = [
    SWAP_EVENT_TAG,
    addressBytes(amm),
    addressBytes(from.mint),
    intBytes(8, from.amount),
    addressBytes(to.mint),
    intBytes(8, to.amount),
  ]
  return emitCpi(AGGREGATOR_PROGRAM, aggregatorEventAuthority(), Buffer.concat(bytes))
}

function feeEvent(account: string, mint: string, amount: bigint): ScriptOp {
  const bytes = Buffer.concat([FEE_EVENT_TAG, addressBytes(account), addressBytes(mint), intBytes(8, amount)])
  return emitCpi(AGGREGATOR_PROGRAM, aggregatorEventAuthority(), bytes)
}
