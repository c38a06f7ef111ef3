import { accountList, accountUses } from '../../../src/chain/solana/account-list.ts'
import {
  burnTokens,
  type Instruction,
  initializeMint,
  mintTokens,
  transferTokens,
} from '../../../src/chain/solana/instructions.ts'
import { RENT_SYSVAR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { MINT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { anchorEmulator } from '../anchor-emulator.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, keyAt, MAX_U64, putInt, putKey, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { makeAccount, makeVault } from '../token-moves.ts'
import {
  amountOf,
  readVault,
  sharesFor,
  tokenVaultPda,
  unlockedAmount,
  VAULT_AT,
  VAULT_BASE,
  VAULT_BYTES,
  VAULT_ERRORS,
  VAULT_PROGRAM,
  VAULT_TAG,
  vaultLpMintPda,
  vaultPda,
  vaultSeeds,
} from './damm-v1-layout.ts'

const INITIALIZE_ACCOUNTS = accountList([
  'vault:w',
  'payer:ws',
  'tokenVault:w',
  'tokenMint',
  'lpMint:w',
  'rent',
  'tokenProgram',
  'systemProgram',
])
const MOVE_ACCOUNTS = accountList([
  'vault:w',
  'tokenVault:w',
  'lpMint:w',
  'userToken:w',
  'userLp:w',
  'user:s',
  'tokenProgram',
])
const INITIALIZE_TAG = Buffer.from('afaf6d1f0d989bed', 'hex')
const DEPOSIT_TAG = Buffer.from('f223c68952e1f2b6', 'hex')
const WITHDRAW_TAG = Buffer.from('b712469c946da122', 'hex')
const ADD_LIQUIDITY_EVENT = Buffer.from('1f5e7d5ae3343dba', 'hex')
const REMOVE_LIQUIDITY_EVENT = Buffer.from('74f461e8671f983a', 'hex')
/** Booked profit is let go over six hours. */
const DEGRADATION = 1_000_000_000_000n / (6n * 3_600n)

/** The vault program of DAMM v1: deposits and withdrawals, without the strategies that lend the tokens out. */
export const vaultEmulator = anchorEmulator(VAULT_PROGRAM, [
  { tag: INITIALIZE_TAG.toString('hex'), name: 'Initialize', run: runInitialize },
  { tag: DEPOSIT_TAG.toString('hex'), name: 'Deposit', run: (call) => runMove(call, 'deposit') },
  { tag: WITHDRAW_TAG.toString('hex'), name: 'Withdraw', run: (call) => runMove(call, 'withdraw') },
])

type MoveAccounts = Readonly<Record<(typeof MOVE_ACCOUNTS)['names'][number], string>>

export function buildVaultInitialize({ payer, mint }: { readonly payer: string; readonly mint: string }): Instruction {
  const vault = vaultPda(mint).address
  const accounts = accountUses(INITIALIZE_ACCOUNTS, {
    vault,
    payer,
    tokenVault: tokenVaultPda(vault).address,
    tokenMint: mint,
    lpMint: vaultLpMintPda(vault).address,
    rent: RENT_SYSVAR,
    tokenProgram: TOKEN_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
  })
  return { programId: VAULT_PROGRAM, accounts, data: INITIALIZE_TAG }
}

/** A call of the vault by a pool: `amount` is tokens to deposit or shares to give back. */
export function vaultMove(
  direction: 'deposit' | 'withdraw',
  at: Omit<MoveAccounts, 'tokenProgram'>,
  amount: bigint,
): Instruction {
  const accounts = accountUses(MOVE_ACCOUNTS, { ...at, tokenProgram: TOKEN_PROGRAM })
  const tag = direction === 'deposit' ? DEPOSIT_TAG : WITHDRAW_TAG
  return { programId: VAULT_PROGRAM, accounts, data: Buffer.concat([tag, intBytes(8, amount), intBytes(8, 0n)]) }
}

function runInitialize(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, INITIALIZE_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const mint = loadMint(call, at.tokenMint, 'tokenMint')
  if (isRefusal(mint)) return mint
  const vault = vaultPda(at.tokenMint)
  const [tokenVault, lpMint] = [tokenVaultPda(at.vault), vaultLpMintPda(at.vault)]
  const fault = checkAddresses([
    ['vault', at.vault, vault.address],
    ['tokenVault', at.tokenVault, tokenVault.address],
    ['lpMint', at.lpMint, lpMint.address],
    ['tokenMint', mint.tokenProgram, TOKEN_PROGRAM, ANCHOR.wrongOwner],
    ['rent', at.rent, RENT_SYSVAR, ANCHOR.address],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const data = new Uint8Array(VAULT_BYTES)
  data.set(VAULT_TAG)
  data[VAULT_AT.enabled] = 1
  data[VAULT_AT.bump] = vault.seeds.at(-1)![0]!
  data[VAULT_AT.tokenVaultBump] = tokenVault.seeds.at(-1)![0]!
  putKey(data, VAULT_AT.tokenVault, at.tokenVault)
  putKey(data, VAULT_AT.tokenMint, at.tokenMint)
  putKey(data, VAULT_AT.lpMint, at.lpMint)
  putKey(data, VAULT_AT.base, VAULT_BASE)
  putInt(data, VAULT_AT.degradation, 8, DEGRADATION)
  const payer = at.payer
  return [
    makeAccount(call, { payer, account: at.vault, dataBytes: VAULT_BYTES, owner: VAULT_PROGRAM }, vault.seeds),
    ...makeVault(
      call,
      { payer, account: at.tokenVault, mint: at.tokenMint, authority: at.vault, tokenProgram: TOKEN_PROGRAM },
      tokenVault.seeds,
    ),
    makeAccount(call, { payer, account: at.lpMint, dataBytes: MINT_BYTES, owner: TOKEN_PROGRAM }, lpMint.seeds),
    invoke(initializeMint({ mint: at.lpMint, decimals: mint.decimals, mintAuthority: at.vault })),
    { op: 'write', address: at.vault, offset: 0, bytes: data },
  ]
}

function runMove(call: EmulatorCall, direction: 'deposit' | 'withdraw'): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, MOVE_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const [amount, minimum] = [args.uint(8), args.uint(8)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const vault = loadOwned(call, at.vault, { name: 'vault', owner: VAULT_PROGRAM, decode: readVault })
  if (isRefusal(vault)) return vault
  const lp = loadMint(call, at.lpMint, 'lpMint')
  if (isRefusal(lp)) return lp
  const fault = checkAddresses([
    ['vault', at.tokenVault, keyAt(vault, VAULT_AT.tokenVault), ANCHOR.hasOne],
    ['vault', at.lpMint, keyAt(vault, VAULT_AT.lpMint), ANCHOR.hasOne],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const mint = keyAt(vault, VAULT_AT.tokenMint)
  for (const [name, expected] of [
    ['userToken', mint],
    ['userLp', at.lpMint],
  ] as const) {
    const held = loadBalance(call, at[name], { name, mint: expected })
    if (isRefusal(held)) return held
  }
  if (vault[VAULT_AT.enabled] !== 1) return refuse(VAULT_ERRORS.disabled)
  if (amount === 0n) return refuse(VAULT_ERRORS.zero)
  const state = { unlocked: unlockedAmount(vault, BigInt(call.unixTimeSec)), lpSupply: lp.supplyRaw }
  const total = uintAt(vault, VAULT_AT.totalAmount, 8)
  const after = Uint8Array.from(vault)
  if (direction === 'deposit') {
    const shares = state.lpSupply === 0n ? amount : sharesFor(amount, state)
    if (shares < minimum) return refuse(VAULT_ERRORS.slippage)
    if (total + amount > MAX_U64 || state.lpSupply + shares > MAX_U64) return refuse(VAULT_ERRORS.overflow)
    putInt(after, VAULT_AT.totalAmount, 8, total + amount)
    return [
      invoke(transferTokens({ from: at.userToken, to: at.tokenVault, authority: at.user, amountRaw: amount })),
      invoke(mintTokens({ mint: at.lpMint, to: at.userLp, authority: at.vault, amountRaw: shares }), vaultSeeds(vault)),
      ...writeChanges(at.vault, vault, after),
      { op: 'logData', bytes: Buffer.concat([ADD_LIQUIDITY_EVENT, intBytes(8, shares), intBytes(8, amount)]) },
    ]
  }
  const paid = amountOf(amount, state)
  if (paid < minimum) return refuse(VAULT_ERRORS.slippage)
  if (paid > total) return refuse(VAULT_ERRORS.overflow)
  putInt(after, VAULT_AT.totalAmount, 8, total - paid)
  return [
    invoke(burnTokens({ account: at.userLp, mint: at.lpMint, authority: at.user, amountRaw: amount })),
    invoke(
      transferTokens({ from: at.tokenVault, to: at.userToken, authority: at.vault, amountRaw: paid }),
      vaultSeeds(vault),
    ),
    ...writeChanges(at.vault, vault, after),
    { op: 'logData', bytes: Buffer.concat([REMOVE_LIQUIDITY_EVENT, intBytes(8, amount), intBytes(8, paid)]) },
  ]
}
