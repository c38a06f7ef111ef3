import { addressBytes, associatedTokenAddress, findProgramAddress } from '../../src/chain/solana/pda.ts'
import {
  NATIVE_MINT,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import { metaplexMetadataAddress } from '../../src/chain/solana/token-metadata.ts'
import { SLOTS_PER_EPOCH } from '../chain/epochs.ts'
import type { SandboxChain } from '../chain/types.ts'
import {
  masterEditionBytes,
  metaplexMetadataBytes,
  mint2022Bytes,
  mintBytes,
  stakeAccountBytes,
  type TokenText,
  tokenAccountBytes,
  voteAccountBytes,
} from './account-bytes.ts'
import type { PlannedNft, PlannedToken } from './plan-types.ts'
import type { DrawnWorld } from './plan-world.ts'
import { tokenUri } from './token-uri.ts'

/** Sets accounts straight into the chain; nothing here is a transaction. */
export type AccountWriter = {
  readonly chain: SandboxChain
  /** Rent minimum by size, remembered: it is asked for thousands of times. */
  rentLamports(dataBytes: number): bigint
}

export function createAccountWriter(chain: SandboxChain): AccountWriter {
  const known = new Map<number, bigint>()
  return {
    chain,
    rentLamports(dataBytes) {
      let lamports = known.get(dataBytes)
      if (lamports === undefined) {
        lamports = chain.minimumBalanceLamports(dataBytes)
        known.set(dataBytes, lamports)
      }
      return lamports
    },
  }
}

const NO_DATA = new Uint8Array(0)

export function writeWallets({ chain }: AccountWriter, plan: DrawnWorld): void {
  for (const { address, openingLamports } of plan.wallets)
    if (openingLamports > 0n)
      chain.setAccount(address, { lamports: openingLamports, owner: SYSTEM_PROGRAM, data: NO_DATA, executable: false })
}

/** Mint, metadata and every holding of a token that is older than the ledger. */
export function writeToken(writer: AccountWriter, token: PlannedToken): void {
  writeMint(writer, token)
  for (const holding of token.holdings) {
    const immutableOwner = token.program === 'token-2022' && holding.account === null
    const program = token.program === 'spl' ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM
    const address = holding.account ?? associatedTokenAddress(holding.owner, token.mint, program)
    const { owner, amountRaw, frozen } = holding
    const data = tokenAccountBytes({ mint: token.mint, owner, amountRaw, frozen, immutableOwner })
    const rentLamports = writer.rentLamports(data.length)
    const deposit = holding.depositLamports
    const lamports = deposit !== null && deposit > rentLamports ? deposit : rentLamports
    writer.chain.setAccount(address, { lamports, owner: program, data, executable: false })
  }
}

function writeMint(writer: AccountWriter, token: PlannedToken): void {
  const { mint, mintAuthority, freezeAuthority, supplyRaw, decimals, name, symbol } = token
  const face = { mintAuthority, freezeAuthority, supplyRaw, decimals }
  const text = { name, symbol, uri: tokenUri(mint) }
  if (token.program === 'token-2022') {
    const data = mint2022Bytes({ ...face, mint, updateAuthority: token.dev, text, ...token.extensions })
    put(writer, mint, TOKEN_2022_PROGRAM, data)
    return
  }
  put(writer, mint, TOKEN_PROGRAM, mintBytes(face))
  writeMetadata(writer, { mint, updateAuthority: token.dev, text, mutable: token.archetype !== 'healthy' })
}

/** The metadata account of a fungible token on the classic program. */
export function writeMetadata(
  writer: AccountWriter,
  token: {
    readonly mint: string
    readonly updateAuthority: string
    readonly text: TokenText
    readonly mutable: boolean
  },
): void {
  const metadata = metaplexMetadataBytes({
    ...token,
    tokenStandard: 'fungible',
    sellerFeeBps: 0,
    creator: null,
    collection: null,
  })
  put(writer, metaplexMetadataAddress(token.mint), TOKEN_METADATA_PROGRAM, metadata)
}

export function writeNft(writer: AccountWriter, nft: PlannedNft, authority: string): void {
  const { mint, owner, name, symbol, collection } = nft
  const edition = findProgramAddress(
    [Buffer.from('metadata'), addressBytes(TOKEN_METADATA_PROGRAM), addressBytes(mint), Buffer.from('edition')],
    TOKEN_METADATA_PROGRAM,
  ).address
  const face = { mintAuthority: edition, freezeAuthority: edition, supplyRaw: 1n, decimals: 0 }
  put(writer, mint, TOKEN_PROGRAM, mintBytes(face))
  put(writer, edition, TOKEN_METADATA_PROGRAM, masterEditionBytes())
  put(writer, associatedTokenAddress(owner, mint), TOKEN_PROGRAM, tokenAccountBytes({ mint, owner, amountRaw: 1n }))
  const metadata = metaplexMetadataBytes({
    mint,
    updateAuthority: authority,
    text: { name, symbol, uri: tokenUri(mint) },
    tokenStandard: 'nonFungible',
    mutable: true,
    sellerFeeBps: 500,
    creator: authority,
    collection,
  })
  put(writer, metaplexMetadataAddress(mint), TOKEN_METADATA_PROGRAM, metadata)
}

/** Validators with their stake and the stake accounts of others; `slotAt` places activations in epochs. */
export function writeStakes(writer: AccountWriter, plan: DrawnWorld, slotAt: (secsAgo: number) => number): void {
  for (const { identity, vote, commissionPct } of plan.validators)
    put(writer, vote, VOTE_PROGRAM, voteAccountBytes({ identity, commissionPct }))
  const currentEpoch = Math.floor(slotAt(0) / SLOTS_PER_EPOCH)
  for (const stake of plan.stakes) {
    const rentReserveLamports = writer.rentLamports(200)
    const epoch = Math.floor(slotAt(stake.activatedSecsAgo) / SLOTS_PER_EPOCH)
    const data = stakeAccountBytes({
      owner: stake.owner,
      vote: stake.vote,
      rentReserveLamports,
      stakeLamports: stake.lamports,
      activationEpoch: BigInt(Math.max(0, Math.min(epoch, currentEpoch - 2))),
    })
    const lamports = stake.lamports + rentReserveLamports
    writer.chain.setAccount(stake.address, { lamports, owner: STAKE_PROGRAM, data, executable: false })
  }
}

/** A token account with a balance, wrapped SOL with its lamports. */
export function writeTokenAccount(
  writer: AccountWriter,
  account: {
    readonly address: string
    readonly owner: string
    readonly mint: string
    readonly amountRaw: bigint
    readonly program: string
  },
): void {
  const { address, owner, mint, amountRaw, program } = account
  const wrapped = mint === NATIVE_MINT
  const rent = writer.rentLamports(165)
  const data = tokenAccountBytes({
    mint,
    owner,
    amountRaw,
    immutableOwner: program === TOKEN_2022_PROGRAM,
    ...(wrapped ? { nativeReserveLamports: rent } : {}),
  })
  const lamports = wrapped ? rent + amountRaw : writer.rentLamports(data.length)
  writer.chain.setAccount(address, { lamports, owner: program, data, executable: false })
}

export function put(writer: AccountWriter, address: string, owner: string, data: Uint8Array): void {
  writer.chain.setAccount(address, { lamports: writer.rentLamports(data.length), owner, data, executable: false })
}
