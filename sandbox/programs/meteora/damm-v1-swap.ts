import { accountList } from '../../../src/chain/solana/account-list.ts'
import { transferTokens } from '../../../src/chain/solana/instructions.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, keyAt, readArgs, uintAt } from '../byte-fields.ts'
import { loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import {
  amountOf,
  DAMM_V1_AT,
  DAMM_V1_ERRORS,
  DAMM_V1_PROGRAM,
  dammV1Facts,
  poolVaultLpPda,
  readDammV1Pool,
  readVault,
  sharesFor,
  unlockedAmount,
  VAULT_AT,
  VAULT_PROGRAM,
  type VaultState,
} from './damm-v1-layout.ts'
import { vaultMove } from './damm-v1-vault.ts'

const ACCOUNTS = accountList([
  'pool:w',
  'userSourceToken:w',
  'userDestinationToken:w',
  'aVault:w',
  'bVault:w',
  'aTokenVault:w',
  'bTokenVault:w',
  'aVaultLpMint:w',
  'bVaultLpMint:w',
  'aVaultLp:w',
  'bVaultLp:w',
  'protocolTokenFee:w',
  'user:s',
  'vaultProgram',
  'tokenProgram',
])
const SWAP_EVENT = Buffer.from('516ce3becdd00ac4', 'hex')

type Accounts = Readonly<Record<(typeof ACCOUNTS)['names'][number], string>>
/** One side of the pool: its vault, and the pool's shares of it. */
type Side = {
  readonly mint: string
  readonly vault: string
  readonly tokenVault: string
  readonly lpMint: string
  readonly vaultLp: string
  readonly state: VaultState
  readonly shares: bigint
}

/** `swap`: constant product over what the pool's shares of two vaults are worth. */
export function runDammV1Swap(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const [amountIn, minimumOut] = [args.uint(8), args.uint(8)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const bytes = loadOwned(call, at.pool, { name: 'pool', owner: DAMM_V1_PROGRAM, decode: readDammV1Pool })
  if (isRefusal(bytes)) return bytes
  const pool = dammV1Facts(bytes)
  const fault = checkAddresses([
    ['aVault', at.aVault, pool.vaultA, DAMM_V1_ERRORS.wrongVault],
    ['bVault', at.bVault, pool.vaultB, DAMM_V1_ERRORS.wrongVault],
    ['aVaultLp', at.aVaultLp, pool.vaultLpA, DAMM_V1_ERRORS.wrongVaultLp],
    ['bVaultLp', at.bVaultLp, pool.vaultLpB, DAMM_V1_ERRORS.wrongVaultLp],
    ['vaultProgram', at.vaultProgram, VAULT_PROGRAM, ANCHOR.programId],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  if (at.userSourceToken === at.userDestinationToken) return refuse(DAMM_V1_ERRORS.sameAccount)
  const point = BigInt(bytes[DAMM_V1_AT.activationType] === 0 ? call.slot : call.unixTimeSec)
  if (!pool.isEnabled || point < uintAt(bytes, DAMM_V1_AT.activationPoint, 8)) return refuse(DAMM_V1_ERRORS.disabled)
  if (!pool.isConstantProduct) return refuse(DAMM_V1_ERRORS.unsupported)
  const sides = loadSides(call, at, pool)
  if (isRefusal(sides)) return sides
  const isAToB = !isRefusal(loadBalance(call, at.userSourceToken, { name: 'userSourceToken', mint: pool.mintA }))
  const [input, output] = isAToB ? sides : [sides[1], sides[0]]
  for (const [name, mint] of [
    ['userSourceToken', input.mint],
    ['userDestinationToken', output.mint],
  ] as const)
    if (isRefusal(loadBalance(call, at[name], { name, mint }))) return refuse(DAMM_V1_ERRORS.wrongMint)
  const feeAccount = isAToB ? pool.protocolFeeA : pool.protocolFeeB
  if (at.protocolTokenFee !== feeAccount) return refuse(DAMM_V1_ERRORS.wrongFeeAccount)
  const done = trade(pool, { input, output, amountIn })
  if (done === null) return refuse(DAMM_V1_ERRORS.zeroTokens)
  if (done.out < minimumOut) return refuse(DAMM_V1_ERRORS.slippage)
  return swapOps(at, { input, output }, { ...done, amountIn })
}

function loadSides(
  call: EmulatorCall,
  at: Accounts,
  pool: ReturnType<typeof dammV1Facts>,
): readonly [Side, Side] | Refusal {
  const sides: Side[] = []
  for (const [side, mint] of [
    ['a', pool.mintA],
    ['b', pool.mintB],
  ] as const) {
    const [vault, tokenVault] = [at[`${side}Vault`], at[`${side}TokenVault`]]
    const [lpMint, vaultLp] = [at[`${side}VaultLpMint`], at[`${side}VaultLp`]]
    const data = loadOwned(call, vault, { name: `${side}Vault`, owner: VAULT_PROGRAM, decode: readVault })
    if (isRefusal(data)) return data
    const fault = checkAddresses([
      [`${side}TokenVault`, tokenVault, keyAt(data, VAULT_AT.tokenVault), ANCHOR.hasOne],
      [`${side}VaultLpMint`, lpMint, keyAt(data, VAULT_AT.lpMint), ANCHOR.hasOne],
    ])
    if (fault !== null) return fault
    const lp = loadMint(call, lpMint, `${side}VaultLpMint`)
    if (isRefusal(lp)) return lp
    const shares = loadBalance(call, vaultLp, { name: `${side}VaultLp`, mint: lpMint })
    if (isRefusal(shares)) return shares
    const state = { unlocked: unlockedAmount(data, BigInt(call.unixTimeSec)), lpSupply: lp.supplyRaw }
    sides.push({ mint, vault, tokenVault, lpMint, vaultLp, state, shares })
  }
  return [sides[0]!, sides[1]!]
}

type Trade = {
  readonly out: bigint
  readonly outShares: bigint
  readonly tradeFee: bigint
  readonly protocolFee: bigint
}

/** Null when nothing would come out. The vaults' roundings leave a unit or two with the pool. */
function trade(
  pool: ReturnType<typeof dammV1Facts>,
  { input, output, amountIn }: { readonly input: Side; readonly output: Side; readonly amountIn: bigint },
): Trade | null {
  const [feeNumerator, feeDenominator] = pool.tradeFee
  const [partNumerator, partDenominator] = pool.protocolFee
  if (feeDenominator === 0n || partDenominator === 0n) return null
  const fee = feeOf(amountIn, feeNumerator, feeDenominator)
  const protocolFee = feeOf(fee, partNumerator, partDenominator)
  const tradeFee = fee - protocolFee
  const deposited = amountIn - protocolFee
  const before = amountOf(input.shares, input.state)
  const added = sharesFor(deposited, input.state)
  const grown = { unlocked: input.state.unlocked + deposited, lpSupply: input.state.lpSupply + added }
  const effective = amountOf(input.shares + added, grown) - before - tradeFee
  const reserveOut = amountOf(output.shares, output.state)
  if (effective <= 0n || before + effective === 0n) return null
  const wanted = (effective * reserveOut) / (before + effective)
  const outShares = sharesFor(wanted, output.state)
  const out = amountOf(outShares, output.state)
  return outShares === 0n || out === 0n ? null : { out, outShares, tradeFee, protocolFee }
}

/** At least one unit of whatever is not nothing. */
function feeOf(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return amount === 0n || numerator === 0n ? 0n : (amount * numerator) / denominator || 1n
}

function swapOps(
  at: Accounts,
  { input, output }: { readonly input: Side; readonly output: Side },
  done: Trade & { readonly amountIn: bigint },
): readonly ScriptOp[] {
  const { amountIn, protocolFee } = done
  const sideAccounts = ({ vault, tokenVault, lpMint, vaultLp }: Side) => ({
    vault,
    tokenVault,
    lpMint,
    userLp: vaultLp,
  })
  const payFee = { from: at.userSourceToken, to: at.protocolTokenFee, authority: at.user, amountRaw: protocolFee }
  const deposit = { ...sideAccounts(input), userToken: at.userSourceToken, user: at.user }
  const withdraw = { ...sideAccounts(output), userToken: at.userDestinationToken, user: at.aVaultLp }
  const event = [amountIn, done.out, done.tradeFee, protocolFee, 0n].map((amount) => intBytes(8, amount))
  // The account of A's shares owns those of B's too: the pool keeps the bump of that one alone.
  const seeds = poolVaultLpPda(at.aVault, at.pool).seeds
  return [
    invoke(transferTokens(payFee)),
    invoke(vaultMove('deposit', deposit, amountIn - protocolFee)),
    invoke(vaultMove('withdraw', withdraw, done.outShares), seeds),
    { op: 'logData', bytes: Buffer.concat([SWAP_EVENT, ...event]) },
  ]
}
