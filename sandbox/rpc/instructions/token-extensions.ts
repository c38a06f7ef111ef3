import type { ByteReader } from '../byte-reader.ts'
import type { InstructionSpec } from '../instruction-spec.ts'
import { accountStateName } from '../parse-token-extensions.ts'
import { toUiTokenAmount } from '../token-amount.ts'

type Family = ReadonlyMap<number, InstructionSpec>

const borshOptionalKey = (r: ByteReader): string | null => (r.bool() ? r.key() : null)
/** A member that is absent when the key is 32 zero bytes. */
function keyMember(r: ByteReader, name: string): { [name: string]: string } {
  const key = r.optionalKey()
  return key === null ? {} : { [name]: key }
}

/** What several extensions have in common: a pointer with an authority. */
function pointerFamily(name: string, member: string): Family {
  return new Map<number, InstructionSpec>([
    [
      0,
      {
        type: `initialize${name}`,
        accounts: 'mint',
        data: (r) => ({ ...keyMember(r, 'authority'), ...keyMember(r, member) }),
      },
    ],
    [1, { type: `update${name}`, accounts: 'mint', authority: 'authority', data: (r) => keyMember(r, member) }],
  ])
}

const TRANSFER_FEE: Family = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'initializeTransferFeeConfig',
      accounts: 'mint',
      data: (r) => {
        const configAuthority = borshOptionalKey(r)
        const withdrawAuthority = borshOptionalKey(r)
        return {
          ...(configAuthority === null ? {} : { transferFeeConfigAuthority: configAuthority }),
          ...(withdrawAuthority === null ? {} : { withdrawWithheldAuthority: withdrawAuthority }),
          transferFeeBasisPoints: r.u16(),
          maximumFee: r.bareU64(),
        }
      },
    },
  ],
  [
    1,
    {
      type: 'transferCheckedWithFee',
      accounts: 'source mint destination',
      authority: 'authority',
      data: (r) => {
        const amountRaw = r.u64()
        const display = { decimals: r.u8(), multiplier: null }
        return { tokenAmount: toUiTokenAmount(amountRaw, display), feeAmount: toUiTokenAmount(r.u64(), display) }
      },
    },
  ],
  [
    2,
    {
      type: 'withdrawWithheldTokensFromMint',
      accounts: 'mint feeRecipient',
      authority: 'withdrawWithheldAuthority',
    },
  ],
  [
    3,
    {
      type: 'withdrawWithheldTokensFromAccounts',
      accounts: 'mint feeRecipient withdrawWithheldAuthority',
      data: (r, accounts) => {
        const count = r.u8()
        const signers = accounts.slice(3, accounts.length - count)
        return {
          ...(signers.length === 0 ? {} : { multisigWithdrawWithheldAuthority: accounts[2], signers }),
          sourceAccounts: accounts.slice(accounts.length - count),
        }
      },
    },
  ],
  [
    4,
    {
      type: 'harvestWithheldTokensToMint',
      accounts: 'mint',
      data: (_r, accounts) => ({ sourceAccounts: accounts.slice(1) }),
    },
  ],
  [
    5,
    {
      type: 'setTransferFee',
      accounts: 'mint',
      authority: 'transferFeeConfigAuthority',
      data: (r) => ({ transferFeeBasisPoints: r.u16(), maximumFee: r.bareU64() }),
    },
  ],
])

const DEFAULT_ACCOUNT_STATE: Family = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'initializeDefaultAccountState',
      accounts: 'mint',
      data: (r) => ({ accountState: accountStateName(r.u8()) }),
    },
  ],
  [
    1,
    {
      type: 'updateDefaultAccountState',
      accounts: 'mint',
      authority: 'freezeAuthority',
      data: (r) => ({ accountState: accountStateName(r.u8()) }),
    },
  ],
])

/** Two switches without arguments. */
function switchFamily(on: string, off: string): Family {
  return new Map<number, InstructionSpec>([
    [0, { type: on, accounts: 'account', authority: 'owner' }],
    [1, { type: off, accounts: 'account', authority: 'owner' }],
  ])
}

const INTEREST_BEARING: Family = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'initializeInterestBearingConfig',
      accounts: 'mint',
      data: (r) => ({ rateAuthority: r.optionalKey(), rate: r.i16() }),
    },
  ],
  [
    1,
    {
      type: 'updateInterestBearingConfigRate',
      accounts: 'mint',
      authority: 'rateAuthority',
      data: (r) => ({ newRate: r.i16() }),
    },
  ],
])

const SCALED_UI_AMOUNT: Family = new Map<number, InstructionSpec>([
  [
    0,
    {
      type: 'initializeScaledUiAmountConfig',
      accounts: 'mint',
      data: (r) => ({ authority: r.optionalKey(), multiplier: String(r.f64()) }),
    },
  ],
  [
    1,
    {
      type: 'updateMultiplier',
      accounts: 'mint',
      authority: 'owner',
      data: (r) => ({ newMultiplier: String(r.f64()), newMultiplierTimestamp: r.bareI64() }),
    },
  ],
])

const PAUSABLE: Family = new Map<number, InstructionSpec>([
  [0, { type: 'initializePausableConfig', accounts: 'mint', data: (r) => ({ authority: r.optionalKey() }) }],
  [1, { type: 'pause', accounts: 'mint', authority: 'authority' }],
  [2, { type: 'resume', accounts: 'mint', authority: 'authority' }],
])

/** Token-2022 instructions with a second number: extension family, then instruction. The confidential families are
 *  left partially decoded. */
export const TOKEN_EXTENSION_INSTRUCTIONS: ReadonlyMap<number, Family> = new Map<number, Family>([
  [26, TRANSFER_FEE],
  [27, new Map()],
  [28, DEFAULT_ACCOUNT_STATE],
  [30, switchFamily('enableRequiredMemoTransfers', 'disableRequiredMemoTransfers')],
  [33, INTEREST_BEARING],
  [34, switchFamily('enableCpiGuard', 'disableCpiGuard')],
  [36, pointerFamily('TransferHook', 'programId')],
  [37, new Map()],
  [39, pointerFamily('MetadataPointer', 'metadataAddress')],
  [40, pointerFamily('GroupPointer', 'groupAddress')],
  [41, pointerFamily('GroupMemberPointer', 'memberAddress')],
  [42, new Map()],
  [43, SCALED_UI_AMOUNT],
  [44, PAUSABLE],
])
