import { accountList, accountUses } from '../../src/chain/solana/account-list.ts'
import { decodeLayout, encodeLayout, type Layout } from '../../src/chain/solana/borsh-layout.ts'
import { metadataPda } from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { type Instruction, transferLamports, writableSigner } from '../../src/chain/solana/instructions.ts'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM, TOKEN_METADATA_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { Emulator, EmulatorCall, ScriptOp } from '../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, log, readAccounts, refuse } from './anchor-script.ts'

const CREATE_METADATA_V3 = 33
const ACCOUNTS = accountList(['metadata:w', 'mint', 'mintAuthority:s', 'payer:ws', 'updateAuthority', 'systemProgram'])
/** `DataV2` without creators, collection and uses, then `is_mutable` and no collection details. */
const ARGS = {
  name: 'string',
  symbol: 'string',
  uri: 'string',
  sellerFeeBps: 'u16',
  hasCreators: 'bool',
  hasCollection: 'bool',
  hasUses: 'bool',
  isMutable: 'bool',
  hasCollectionDetails: 'bool',
} as const satisfies Layout

const METADATA_BYTES = 607
const KEY_METADATA_V1 = 4
const TOKEN_STANDARD_FUNGIBLE = 2
const WIDTHS = { name: 32, symbol: 10, uri: 200 }
/** Taken for each new record, on top of its rent; it stays in the account until the programme's owners collect it. */
const CREATE_FEE_LAMPORTS = 10_000_000n

/** The part of the metadata program that launches use: a record with a name, a symbol and an address of more. */
export const metadataEmulator: Emulator = { programId: TOKEN_METADATA_PROGRAM, run }

export function createMetadata(input: {
  readonly mint: string
  readonly mintAuthority: string
  readonly payer: string
  readonly updateAuthority: string
  readonly name: string
  readonly symbol: string
  readonly uri: string
}): Instruction {
  const { mint, mintAuthority, payer, updateAuthority, name, symbol, uri } = input
  const args = encodeLayout(ARGS, {
    name,
    symbol,
    uri,
    sellerFeeBps: 0,
    hasCreators: false,
    hasCollection: false,
    hasUses: false,
    isMutable: false,
    hasCollectionDetails: false,
  })
  const accounts = accountUses(ACCOUNTS, {
    metadata: metadataPda(mint).address,
    mint,
    mintAuthority,
    payer,
    updateAuthority,
    systemProgram: SYSTEM_PROGRAM,
  })
  return { programId: TOKEN_METADATA_PROGRAM, accounts, data: Buffer.concat([Uint8Array.of(CREATE_METADATA_V3), args]) }
}

function run(call: EmulatorCall): readonly ScriptOp[] {
  if (call.data[0] !== CREATE_METADATA_V3) return refuse(ANCHOR.fallbackNotFound).refused
  const head = log('IX: Create Metadata Accounts v3')
  const read = readAccounts(call, ACCOUNTS)
  if (isRefusal(read)) return [head, ...read.refused]
  const args = decodeLayout(ARGS, call.data, 1)?.value ?? null
  const { metadata, mint, payer, updateAuthority } = read.at
  const pda = metadataPda(mint)
  const fault = checkAddresses([['metadata', metadata, pda.address]])
  if (fault !== null) return [head, ...fault.refused]
  if (args === null || args.hasCreators || args.hasCollection || args.hasUses || args.hasCollectionDetails)
    return [head, ...refuse(ANCHOR.didNotDeserialize).refused]
  const seeds = [
    Buffer.from('metadata'),
    addressBytes(TOKEN_METADATA_PROGRAM),
    addressBytes(mint),
    Uint8Array.of(pda.bump),
  ]
  const lamports = call.minimumBalanceLamports(METADATA_BYTES) + CREATE_FEE_LAMPORTS
  return [
    head,
    invoke(transferLamports({ from: payer, to: metadata, lamports })),
    log('Allocate space for the account'),
    invoke(systemCall(metadata, 8, u64(BigInt(METADATA_BYTES))), seeds),
    log('Assign the account to the owning program'),
    invoke(systemCall(metadata, 1, addressBytes(TOKEN_METADATA_PROGRAM)), seeds),
    { op: 'write', address: metadata, offset: 0, bytes: metadataRecord({ ...args, mint, updateAuthority }, pda.bump) },
  ]
}

function metadataRecord(
  record: {
    readonly mint: string
    readonly updateAuthority: string
    readonly name: string
    readonly symbol: string
    readonly uri: string
    readonly sellerFeeBps: number
    readonly isMutable: boolean
  },
  bump: number,
): Uint8Array {
  return Buffer.concat([
    Uint8Array.of(KEY_METADATA_V1),
    addressBytes(record.updateAuthority),
    addressBytes(record.mint),
    padded(record.name, WIDTHS.name),
    padded(record.symbol, WIDTHS.symbol),
    padded(record.uri, WIDTHS.uri),
    Uint8Array.of(record.sellerFeeBps & 255, record.sellerFeeBps >> 8),
    // No creators; not yet sold; edition bump; fungible; nothing else.
    Uint8Array.of(0, 0, record.isMutable ? 1 : 0, 1, bump, 1, TOKEN_STANDARD_FUNGIBLE, 0, 0, 0, 0),
  ])
}

/** Texts are stored at full width, filled with zeros. */
function padded(text: string, width: number): Uint8Array {
  const bytes = Buffer.alloc(4 + width)
  bytes.writeUInt32LE(width)
  bytes.write(text, 4, 'utf8')
  return bytes
}

function systemCall(account: string, tag: number, args: Uint8Array): Instruction {
  const data = Buffer.concat([Uint8Array.of(tag, 0, 0, 0), args])
  return { programId: SYSTEM_PROGRAM, accounts: [writableSigner(account)], data }
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
