import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import {
  isMint,
  LOOKUP_TABLE_HEADER_BYTES,
  MULTISIG_BYTES,
  readLookupTable,
  readMint,
  readNonce,
  readTokenAccount,
} from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { AccountState, SandboxChain } from '../chain/types.ts'
import { byteReader, parseBytes } from './byte-reader.ts'
import { accountTypeOf, parseTokenExtensions } from './parse-token-extensions.ts'
import { readMintDisplay, toUiTokenAmount } from './token-amount.ts'
import { decodeVoteState } from './vote-state.ts'

export type ParsedAccount = {
  readonly program: string
  readonly parsed: { readonly type: string; readonly info: unknown }
  readonly space: number
}
type Parse = (data: Uint8Array, chain: SandboxChain) => ParsedAccount['parsed'] | null

const PARSERS = new Map<string, readonly [name: string, parse: Parse]>([
  [SYSTEM_PROGRAM, ['nonce', parseNonce]],
  [TOKEN_PROGRAM, ['spl-token', parseToken]],
  [TOKEN_2022_PROGRAM, ['spl-token-2022', parseToken]],
  [STAKE_PROGRAM, ['stake', (data) => parseBytes(() => parseStake(data))]],
  [VOTE_PROGRAM, ['vote', parseVote]],
  [ADDRESS_LOOKUP_TABLE_PROGRAM, ['address-lookup-table', parseLookupTable]],
  [BPF_UPGRADEABLE_LOADER_PROGRAM, ['bpf-upgradeable-loader', (data) => parseBytes(() => parseUpgradeable(data))]],
])

/** The `jsonParsed` form of an account, or null where a node cannot parse it and answers base64 instead. */
export function parseAccount(chain: SandboxChain, state: AccountState): ParsedAccount | null {
  const parser = PARSERS.get(state.owner)
  if (parser === undefined) return null
  const parsed = parser[1](state.data, chain)
  return parsed === null ? null : { program: parser[0], parsed, space: state.data.length }
}

function parseNonce(data: Uint8Array): ParsedAccount['parsed'] | null {
  const nonce = readNonce(data)
  if (nonce === null) return null
  const lamportsPerSignature = byteReader(data, 72).u64().toString()
  return {
    type: 'initialized',
    info: {
      authority: encodeBase58(nonce.authority),
      blockhash: encodeBase58(nonce.value),
      feeCalculator: { lamportsPerSignature },
    },
  }
}

function parseToken(data: Uint8Array, chain: SandboxChain): ParsedAccount['parsed'] | null {
  if (data.length === MULTISIG_BYTES) return parseBytes(() => parseMultisig(data))
  return isMint(data) ? parseMint(data) : parseTokenAccount(data, chain)
}

function parseMint(data: Uint8Array): ParsedAccount['parsed'] | null {
  const mint = readMint(data)
  if (mint === null) return null
  return {
    type: 'mint',
    info: {
      mintAuthority: optionalText(mint.mintAuthority),
      supply: mint.supplyRaw.toString(),
      decimals: mint.decimals,
      isInitialized: true,
      freezeAuthority: optionalText(mint.freezeAuthority),
      ...extensionsOf(data),
    },
  }
}

/** Amounts need the decimals of the mint: an account whose mint is gone cannot be parsed, on a node neither. */
function parseTokenAccount(data: Uint8Array, chain: SandboxChain): ParsedAccount['parsed'] | null {
  const account = readTokenAccount(data)
  if (account === null) return null
  const mint = encodeBase58(account.mint)
  const display = readMintDisplay(chain, mint)
  if (display === null) return null
  return {
    type: 'account',
    info: {
      mint,
      owner: encodeBase58(account.owner),
      tokenAmount: toUiTokenAmount(account.amountRaw, display),
      ...(account.delegate === null ? {} : { delegate: encodeBase58(account.delegate) }),
      state: account.state,
      isNative: account.nativeReserveLamports !== null,
      ...(account.nativeReserveLamports === null
        ? {}
        : { rentExemptReserve: toUiTokenAmount(account.nativeReserveLamports, display) }),
      ...(account.delegate === null ? {} : { delegatedAmount: toUiTokenAmount(account.delegatedAmountRaw, display) }),
      ...(account.closeAuthority === null ? {} : { closeAuthority: encodeBase58(account.closeAuthority) }),
      ...extensionsOf(data),
    },
  }
}

function parseMultisig(data: Uint8Array): ParsedAccount['parsed'] | null {
  const reader = byteReader(data)
  const numRequiredSigners = reader.u8()
  const numValidSigners = reader.u8()
  if (!reader.bool() || numValidSigners > 11) return null
  const signers = Array.from({ length: numValidSigners }, () => reader.key())
  return { type: 'multisig', info: { numRequiredSigners, numValidSigners, isInitialized: true, signers } }
}

function parseStake(data: Uint8Array): ParsedAccount['parsed'] | null {
  const reader = byteReader(data)
  const state = reader.u32()
  if (state !== 1 && state !== 2) return null
  const rentExemptReserve = reader.u64().toString()
  const authorized = { staker: reader.key(), withdrawer: reader.key() }
  const lockup = { unixTimestamp: reader.bareI64(), epoch: reader.bareU64(), custodian: reader.key() }
  const meta = { rentExemptReserve, authorized, lockup }
  if (state === 1) return { type: 'initialized', info: { meta, stake: null } }
  const delegation = {
    voter: reader.key(),
    stake: reader.u64().toString(),
    activationEpoch: reader.u64().toString(),
    deactivationEpoch: reader.u64().toString(),
    warmupCooldownRate: reader.f64(),
  }
  return { type: 'delegated', info: { meta, stake: { delegation, creditsObserved: reader.bareU64() } } }
}

function parseVote(data: Uint8Array): ParsedAccount['parsed'] | null {
  const vote = decodeVoteState(data)
  if (vote === null) return null
  return {
    type: 'vote',
    info: {
      nodePubkey: vote.node,
      authorizedWithdrawer: vote.authorizedWithdrawer,
      commission: vote.commissionPct,
      votes: vote.votes,
      rootSlot: vote.rootSlot,
      authorizedVoters: vote.authorizedVoters.map(({ epoch, voter }) => ({ epoch, authorizedVoter: voter })),
      priorVoters: [],
      epochCredits: vote.epochCredits.map(({ epoch, credits, previousCredits }) => ({
        epoch,
        credits: credits.toString(),
        previousCredits: previousCredits.toString(),
      })),
      lastTimestamp: vote.lastTimestamp,
    },
  }
}

function parseLookupTable(data: Uint8Array): ParsedAccount['parsed'] | null {
  if (data.length < LOOKUP_TABLE_HEADER_BYTES) return null
  const table = readLookupTable(data)
  if (table === null) return null
  return {
    type: 'lookupTable',
    info: {
      deactivationSlot: table.deactivationSlot.toString(),
      lastExtendedSlot: table.lastExtendedSlot.toString(),
      lastExtendedSlotStartIndex: table.lastExtendedStartIndex,
      ...(table.authority === null ? {} : { authority: encodeBase58(table.authority) }),
      addresses: table.addresses.map(encodeBase58),
    },
  }
}

function parseUpgradeable(data: Uint8Array): ParsedAccount['parsed'] | null {
  const reader = byteReader(data)
  const state = reader.u32()
  if (state === 2) return { type: 'program', info: { programData: reader.key() } }
  if (state !== 3) return null
  const slot = reader.bareU64()
  const authority = reader.bool() ? reader.key() : null
  return {
    type: 'programData',
    info: { slot, authority, data: [Buffer.from(data.subarray(45)).toString('base64'), 'base64'] },
  }
}

function extensionsOf(data: Uint8Array): { readonly extensions?: unknown } {
  return accountTypeOf(data) === null ? {} : { extensions: parseTokenExtensions(data) }
}

function optionalText(key: Uint8Array | null): string | null {
  return key === null ? null : encodeBase58(key)
}
