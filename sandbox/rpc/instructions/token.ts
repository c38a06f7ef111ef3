import type { ByteReader } from '../byte-reader.ts'
import type { InstructionSpec } from '../instruction-spec.ts'
import { extensionTypeName } from '../parse-token-extensions.ts'
import { toUiTokenAmount } from '../token-amount.ts'
import { TOKEN_EXTENSION_INSTRUCTIONS } from './token-extensions.ts'

const AUTHORITY_TYPES = [
  'mintTokens',
  'freezeAccount',
  'accountOwner',
  'closeAccount',
  'transferFeeConfig',
  'withheldWithdraw',
  'closeMint',
  'interestRate',
  'permanentDelegate',
  'confidentialTransferMint',
  'transferHookProgramId',
  'confidentialTransferFeeConfig',
  'metadataPointer',
  'groupPointer',
  'groupMemberPointer',
  'scaledUiAmount',
  'pause',
  'permissionedBurn',
] as const
/** Authority types 2 and 3 belong to a token account, all others to a mint. */
const ACCOUNT_AUTHORITIES: readonly number[] = [2, 3]

const amount = (r: ByteReader) => ({ amount: r.u64().toString() })
/** Instructions carry the decimals but not the mint's display rules: plain amounts, as on a node. */
function readCheckedAmount(r: ByteReader) {
  const amountRaw = r.u64()
  return { tokenAmount: toUiTokenAmount(amountRaw, { decimals: r.u8(), multiplier: null }) }
}
function readInitializeMint(r: ByteReader) {
  const decimals = r.u8()
  const mintAuthority = r.key()
  return { decimals, mintAuthority, ...(r.left() > 0 && r.bool() ? { freezeAuthority: r.key() } : {}) }
}
const readExtensionTypes = (r: ByteReader): string[] =>
  Array.from({ length: Math.floor(r.left() / 2) }, () => extensionTypeName(r.u16()))
const optionalKey = (r: ByteReader): string | null => (r.bool() ? r.key() : null)

/** SPL Token and Token-2022 (one numbering). Names as in the node's parser. */
const TOKEN_INSTRUCTIONS: ReadonlyMap<number, InstructionSpec> = new Map<number, InstructionSpec>([
  [0, { type: 'initializeMint', accounts: 'mint rentSysvar', data: readInitializeMint }],
  [1, { type: 'initializeAccount', accounts: 'account mint owner rentSysvar' }],
  [
    2,
    {
      type: 'initializeMultisig',
      accounts: 'multisig rentSysvar',
      data: (r, accounts) => ({ signers: accounts.slice(2), m: r.u8() }),
    },
  ],
  [3, { type: 'transfer', accounts: 'source destination', authority: 'authority', data: amount }],
  [4, { type: 'approve', accounts: 'source delegate', authority: 'owner', data: amount }],
  [5, { type: 'revoke', accounts: 'source', authority: 'owner' }],
  [7, { type: 'mintTo', accounts: 'mint account', authority: 'mintAuthority', data: amount }],
  [8, { type: 'burn', accounts: 'account mint', authority: 'authority', data: amount }],
  [9, { type: 'closeAccount', accounts: 'account destination', authority: 'owner' }],
  [10, { type: 'freezeAccount', accounts: 'account mint', authority: 'freezeAuthority' }],
  [11, { type: 'thawAccount', accounts: 'account mint', authority: 'freezeAuthority' }],
  [
    12,
    { type: 'transferChecked', accounts: 'source mint destination', authority: 'authority', data: readCheckedAmount },
  ],
  [13, { type: 'approveChecked', accounts: 'source mint delegate', authority: 'owner', data: readCheckedAmount }],
  [14, { type: 'mintToChecked', accounts: 'mint account', authority: 'mintAuthority', data: readCheckedAmount }],
  [15, { type: 'burnChecked', accounts: 'account mint', authority: 'authority', data: readCheckedAmount }],
  [16, { type: 'initializeAccount2', accounts: 'account mint rentSysvar', data: (r) => ({ owner: r.key() }) }],
  [17, { type: 'syncNative', accounts: 'account' }],
  [18, { type: 'initializeAccount3', accounts: 'account mint', data: (r) => ({ owner: r.key() }) }],
  [
    19,
    {
      type: 'initializeMultisig2',
      accounts: 'multisig',
      data: (r, accounts) => ({ signers: accounts.slice(1), m: r.u8() }),
    },
  ],
  [20, { type: 'initializeMint2', accounts: 'mint', data: readInitializeMint }],
  [
    21,
    {
      type: 'getAccountDataSize',
      accounts: 'mint',
      data: (r) => {
        const extensionTypes = readExtensionTypes(r)
        return extensionTypes.length === 0 ? {} : { extensionTypes }
      },
    },
  ],
  [22, { type: 'initializeImmutableOwner', accounts: 'account' }],
  [23, { type: 'amountToUiAmount', accounts: 'mint', data: amount }],
  [
    24,
    {
      type: 'uiAmountToAmount',
      accounts: 'mint',
      data: (r) => ({ uiAmount: Buffer.from(r.bytes(r.left())).toString('utf8') }),
    },
  ],
  [25, { type: 'initializeMintCloseAuthority', accounts: 'mint', data: (r) => ({ newAuthority: optionalKey(r) }) }],
  [
    29,
    {
      type: 'reallocate',
      accounts: 'account payer systemProgram',
      authority: 'owner',
      data: (r) => ({ extensionTypes: readExtensionTypes(r) }),
    },
  ],
  [31, { type: 'createNativeMint', accounts: 'payer nativeMint systemProgram' }],
  [32, { type: 'initializeNonTransferableMint', accounts: 'mint' }],
  [35, { type: 'initializePermanentDelegate', accounts: 'mint', data: (r) => ({ delegate: r.key() }) }],
  [38, { type: 'withdrawExcessLamports', accounts: 'source destination', authority: 'authority' }],
])

/** The instruction whose number the reader stands at; the reader then stands at its arguments. Null when unknown. */
export function findTokenInstruction(r: ByteReader): InstructionSpec | null {
  const tag = r.u8()
  if (tag === 6) return setAuthoritySpec(r)
  const family = TOKEN_EXTENSION_INSTRUCTIONS.get(tag)
  if (family !== undefined) return family.get(r.u8()) ?? null
  return TOKEN_INSTRUCTIONS.get(tag) ?? null
}

/** SetAuthority names its first account after what the authority is over. */
function setAuthoritySpec(r: ByteReader): InstructionSpec | null {
  const kind = r.u8()
  const authorityType = AUTHORITY_TYPES[kind]
  if (authorityType === undefined) return null
  const newAuthority = optionalKey(r)
  return {
    type: 'setAuthority',
    accounts: ACCOUNT_AUTHORITIES.includes(kind) ? 'account' : 'mint',
    authority: 'authority',
    data: () => ({ authorityType, newAuthority }),
  }
}
