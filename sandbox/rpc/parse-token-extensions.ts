import { type ByteReader, byteReader } from './byte-reader.ts'

type FieldKind =
  | 'key?'
  | 'key'
  | 'base64Key?'
  | 'base64'
  | 'bool'
  | 'u64'
  | 'i64'
  | 'i16'
  | 'u16'
  | 'f64Text'
  | 'text'
  | 'pairs'
  | 'accountState'
  | 'fee'
type Extension = { readonly name: string; readonly fields: readonly (readonly [string, FieldKind, number?])[] }

const FEE: Extension['fields'] = [
  ['epoch', 'u64'],
  ['maximumFee', 'u64'],
  ['transferFeeBasisPoints', 'u16'],
]

/** Token-2022 extensions by type number, with the names and field order of the node's `jsonParsed` form. Source: the
 *  Token-2022 extension layouts; the number after a kind is the width of a blob. */
const EXTENSIONS = new Map<number, Extension>([
  [
    1,
    {
      name: 'transferFeeConfig',
      fields: [
        ['transferFeeConfigAuthority', 'key?'],
        ['withdrawWithheldAuthority', 'key?'],
        ['withheldAmount', 'u64'],
        ['olderTransferFee', 'fee'],
        ['newerTransferFee', 'fee'],
      ],
    },
  ],
  [2, { name: 'transferFeeAmount', fields: [['withheldAmount', 'u64']] }],
  [3, { name: 'mintCloseAuthority', fields: [['closeAuthority', 'key?']] }],
  [
    4,
    {
      name: 'confidentialTransferMint',
      fields: [
        ['authority', 'key?'],
        ['autoApproveNewAccounts', 'bool'],
        ['auditorElgamalPubkey', 'base64Key?'],
      ],
    },
  ],
  [
    5,
    {
      name: 'confidentialTransferAccount',
      fields: [
        ['approved', 'bool'],
        ['elgamalPubkey', 'base64', 32],
        ['pendingBalanceLo', 'base64', 64],
        ['pendingBalanceHi', 'base64', 64],
        ['availableBalance', 'base64', 64],
        ['decryptableAvailableBalance', 'base64', 36],
        ['allowConfidentialCredits', 'bool'],
        ['allowNonConfidentialCredits', 'bool'],
        ['pendingBalanceCreditCounter', 'u64'],
        ['maximumPendingBalanceCreditCounter', 'u64'],
        ['expectedPendingBalanceCreditCounter', 'u64'],
        ['actualPendingBalanceCreditCounter', 'u64'],
      ],
    },
  ],
  [6, { name: 'defaultAccountState', fields: [['accountState', 'accountState']] }],
  [7, { name: 'immutableOwner', fields: [] }],
  [8, { name: 'memoTransfer', fields: [['requireIncomingTransferMemos', 'bool']] }],
  [9, { name: 'nonTransferable', fields: [] }],
  [
    10,
    {
      name: 'interestBearingConfig',
      fields: [
        ['rateAuthority', 'key?'],
        ['initializationTimestamp', 'i64'],
        ['preUpdateAverageRate', 'i16'],
        ['lastUpdateTimestamp', 'i64'],
        ['currentRate', 'i16'],
      ],
    },
  ],
  [11, { name: 'cpiGuard', fields: [['lockCpi', 'bool']] }],
  [12, { name: 'permanentDelegate', fields: [['delegate', 'key?']] }],
  [13, { name: 'nonTransferableAccount', fields: [] }],
  [
    14,
    {
      name: 'transferHook',
      fields: [
        ['authority', 'key?'],
        ['programId', 'key?'],
      ],
    },
  ],
  [15, { name: 'transferHookAccount', fields: [['transferring', 'bool']] }],
  [
    16,
    {
      name: 'confidentialTransferFeeConfig',
      fields: [
        ['authority', 'key?'],
        ['withdrawWithheldAuthorityElgamalPubkey', 'base64Key?'],
        ['harvestToMintEnabled', 'bool'],
        ['withheldAmount', 'base64', 64],
      ],
    },
  ],
  [17, { name: 'confidentialTransferFeeAmount', fields: [['withheldAmount', 'base64', 64]] }],
  [
    18,
    {
      name: 'metadataPointer',
      fields: [
        ['authority', 'key?'],
        ['metadataAddress', 'key?'],
      ],
    },
  ],
  [
    19,
    {
      name: 'tokenMetadata',
      fields: [
        ['updateAuthority', 'key?'],
        ['mint', 'key'],
        ['name', 'text'],
        ['symbol', 'text'],
        ['uri', 'text'],
        ['additionalMetadata', 'pairs'],
      ],
    },
  ],
  [
    20,
    {
      name: 'groupPointer',
      fields: [
        ['authority', 'key?'],
        ['groupAddress', 'key?'],
      ],
    },
  ],
  [
    21,
    {
      name: 'tokenGroup',
      fields: [
        ['updateAuthority', 'key?'],
        ['mint', 'key'],
        ['size', 'u64'],
        ['maxSize', 'u64'],
      ],
    },
  ],
  [
    22,
    {
      name: 'groupMemberPointer',
      fields: [
        ['authority', 'key?'],
        ['memberAddress', 'key?'],
      ],
    },
  ],
  [
    23,
    {
      name: 'tokenGroupMember',
      fields: [
        ['mint', 'key'],
        ['group', 'key'],
        ['memberNumber', 'u64'],
      ],
    },
  ],
  [
    24,
    {
      name: 'confidentialMintBurn',
      fields: [
        ['confidentialSupply', 'base64', 64],
        ['decryptableSupply', 'base64', 36],
        ['supplyElgamalPubkey', 'base64', 32],
        ['pendingBurn', 'base64', 64],
      ],
    },
  ],
  [
    25,
    {
      name: 'scaledUiAmountConfig',
      fields: [
        ['authority', 'key?'],
        ['multiplier', 'f64Text'],
        ['newMultiplierEffectiveTimestamp', 'i64'],
        ['newMultiplier', 'f64Text'],
      ],
    },
  ],
  [
    26,
    {
      name: 'pausableConfig',
      fields: [
        ['authority', 'key?'],
        ['paused', 'bool'],
      ],
    },
  ],
  [27, { name: 'pausableAccount', fields: [] }],
  [28, { name: 'permissionedBurn', fields: [['authority', 'key?']] }],
])

const BASE_BYTES = 165
const ACCOUNT_STATES = ['uninitialized', 'initialized', 'frozen'] as const
export type TokenExtension = { readonly extension: string; readonly state?: { readonly [field: string]: unknown } }
/** One entry of the extension list as it lies in the account. */
export type ExtensionEntry = { readonly type: number; readonly value: Uint8Array }

/** 1 mint, 2 account; null for a bare 82- or 165-byte account. */
export function accountTypeOf(data: Uint8Array): number | null {
  return data.length > BASE_BYTES ? data[BASE_BYTES]! : null
}

export function accountStateName(state: number): string {
  return ACCOUNT_STATES[state] ?? 'uninitialized'
}

/** The type-length-value list of a Token-2022 mint or account, in its order. Stops at type 0 or a cut-off entry. */
export function extensionEntries(data: Uint8Array): ExtensionEntry[] {
  const entries: ExtensionEntry[] = []
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = BASE_BYTES + 1; at + 4 <= data.length; ) {
    const type = view.getUint16(at, true)
    const end = at + 4 + view.getUint16(at + 2, true)
    if (type === 0 || end > data.length) break
    entries.push({ type, value: data.subarray(at + 4, end) })
    at = end
  }
  return entries
}

/** Extensions as `jsonParsed` lists them. One that cannot be read is `unparseableExtension`, as the node says. */
export function parseTokenExtensions(data: Uint8Array): TokenExtension[] {
  return extensionEntries(data).map(({ type, value }) => {
    const known = EXTENSIONS.get(type)
    if (known === undefined) return { extension: 'unparseableExtension' }
    if (known.fields.length === 0) return { extension: known.name }
    try {
      return { extension: known.name, state: readFields(known.fields, byteReader(value)) }
    } catch (error) {
      if (error instanceof RangeError) return { extension: 'unparseableExtension' }
      throw error
    }
  })
}

/** Name of an extension type as `jsonParsed` spells it, for instructions that list types. */
export function extensionTypeName(type: number): string {
  return EXTENSIONS.get(type)?.name ?? 'uninitialized'
}

function readFields(fields: Extension['fields'], reader: ByteReader): { [field: string]: unknown } {
  const state: { [field: string]: unknown } = {}
  for (const [name, kind, width] of fields) state[name] = readField(kind, width ?? 32, reader)
  return state
}

function readField(kind: FieldKind, width: number, reader: ByteReader): unknown {
  switch (kind) {
    case 'key?':
      return reader.optionalKey()
    case 'key':
      return reader.key()
    case 'base64Key?': {
      const key = reader.bytes(32)
      return key.every((byte) => byte === 0) ? null : Buffer.from(key).toString('base64')
    }
    case 'base64':
      return Buffer.from(reader.bytes(width)).toString('base64')
    case 'bool':
      return reader.bool()
    case 'u64':
      return reader.bareU64()
    case 'i64':
      return reader.bareI64()
    case 'i16':
      return reader.i16()
    case 'u16':
      return reader.u16()
    case 'f64Text':
      return String(reader.f64())
    case 'text':
      return reader.text()
    case 'accountState':
      return accountStateName(reader.u8())
    case 'fee':
      return readFields(FEE, reader)
    case 'pairs':
      return Array.from({ length: boundedCount(reader) }, () => [reader.text(), reader.text()])
  }
}

/** Each pair has two length words at least. */
function boundedCount(reader: ByteReader): number {
  const count = reader.u32()
  if (count * 8 > reader.left()) throw new RangeError(`${count} pairs in ${reader.left()} bytes`)
  return count
}
