import { ZERO_KEY } from '../../src/chain/solana/borsh-layout.ts'
import { BUYBACK_FEE_RECIPIENTS, FEE_RECIPIENTS } from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { lpMintPda, PUMPSWAP_PROGRAM, poolPda } from '../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { encodePool } from '../../src/chain/solana/dexes/pumpswap/state.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { USDC_MINT } from '../../src/contract/mints.ts'
import { mintBytes } from './account-bytes.ts'
import { type AccountWriter, put, writeTokenAccount } from './build-accounts.ts'
import type { SnapshotPool } from './plan-established.ts'

const LP_DECIMALS = 9

/** A PumpSwap pool as `create_pool` leaves it, LP tokens with its creator. Returns its address. */
export function writePool(writer: AccountWriter, pool: SnapshotPool): string {
  const { baseMint, quoteMint, creator, baseRaw, quoteRaw } = pool
  const programOf = (mint: string): string => writer.chain.account(mint)?.owner ?? TOKEN_PROGRAM
  const { address, bump } = poolPda({ index: 0, creator, baseMint, quoteMint })
  const lpMint = lpMintPda(address).address
  const baseProgram = programOf(baseMint)
  const quoteProgram = programOf(quoteMint)
  const poolBaseTokenAccount = associatedTokenAddress(address, baseMint, baseProgram)
  const poolQuoteTokenAccount = associatedTokenAddress(address, quoteMint, quoteProgram)
  // What the program gives the first depositor, minimum liquidity aside: the geometric mean.
  const lpSupply = squareRoot(baseRaw * quoteRaw)
  const data = encodePool({
    poolBump: bump,
    index: 0,
    creator,
    baseMint,
    quoteMint,
    lpMint,
    poolBaseTokenAccount,
    poolQuoteTokenAccount,
    lpSupply,
    coinCreator: ZERO_KEY,
    isMayhemMode: false,
    isCashbackCoin: false,
    virtualQuoteReserves: 0n,
    creatorFeeBps: 0n,
    canEditCreatorFee: false,
    isHolderReward: false,
  })
  put(writer, address, PUMPSWAP_PROGRAM, data)
  const account = (account: string, owner: string, mint: string, amountRaw: bigint, program: string): void =>
    writeTokenAccount(writer, { address: account, owner, mint, amountRaw, program })
  account(poolBaseTokenAccount, address, baseMint, baseRaw, baseProgram)
  account(poolQuoteTokenAccount, address, quoteMint, quoteRaw, quoteProgram)
  const lpFace = { mintAuthority: address, freezeAuthority: null, supplyRaw: lpSupply, decimals: LP_DECIMALS }
  put(writer, lpMint, TOKEN_2022_PROGRAM, mintBytes(lpFace))
  account(associatedTokenAddress(creator, lpMint, TOKEN_2022_PROGRAM), creator, lpMint, lpSupply, TOKEN_2022_PROGRAM)
  return address
}

/** Trades against USDC pay fees into USDC accounts, which the program does not make. */
export function writeUsdcFeeAccounts(writer: AccountWriter): void {
  for (const owner of [...FEE_RECIPIENTS, ...BUYBACK_FEE_RECIPIENTS]) {
    const address = associatedTokenAddress(owner, USDC_MINT)
    if (writer.chain.account(address) !== null) continue
    writeTokenAccount(writer, { address, owner, mint: USDC_MINT, amountRaw: 0n, program: TOKEN_PROGRAM })
  }
}

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = BigInt(Math.floor(Math.sqrt(Number(value))))
  while (root * root > value) root--
  while ((root + 1n) * (root + 1n) <= value) root++
  return root
}
