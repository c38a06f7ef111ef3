import { WSOL_MINT } from '../../contract/mints.ts'

/** Addresses that are the same on every cluster. */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111'
export const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111'
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const MEMO_V1_PROGRAM = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'
/** Checks the outcome of a transaction; wallets put its instructions around what a page asks to sign. */
export const LIGHTHOUSE_PROGRAM = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'
export const ADDRESS_LOOKUP_TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'
export const BPF_LOADER_PROGRAM = 'BPFLoader2111111111111111111111111111111111'
export const BPF_UPGRADEABLE_LOADER_PROGRAM = 'BPFLoaderUpgradeab1e11111111111111111111111'
export const NATIVE_LOADER = 'NativeLoader1111111111111111111111111111111'
export const ED25519_PROGRAM = 'Ed25519SigVerify111111111111111111111111111'
export const SECP256K1_PROGRAM = 'KeccakSecp256k11111111111111111111111111111'
export const SECP256R1_PROGRAM = 'Secp256r1SigVerify1111111111111111111111111'
export const TOKEN_METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** Wrapped SOL of the classic token program. */
export const NATIVE_MINT = WSOL_MINT
/** The same of Token-2022. */
export const NATIVE_MINT_2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9'
export const INCINERATOR = '1nc1nerator11111111111111111111111111111111'

export const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111'
export const RENT_SYSVAR = 'SysvarRent111111111111111111111111111111111'
export const RECENT_BLOCKHASHES_SYSVAR = 'SysvarRecentB1ockHashes11111111111111111111'
export const SLOT_HASHES_SYSVAR = 'SysvarS1otHashes111111111111111111111111111'
export const STAKE_HISTORY_SYSVAR = 'SysvarStakeHistory1111111111111111111111111'
export const INSTRUCTIONS_SYSVAR = 'Sysvar1nstructions1111111111111111111111111'
/** Named by stake instructions of older shape; the account itself need not exist. */
export const STAKE_CONFIG = 'StakeConfig11111111111111111111111111111111'
