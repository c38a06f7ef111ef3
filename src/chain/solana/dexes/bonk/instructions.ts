import { accountList, accountUses } from '../../account-list.ts'
import { encodeLayout, type Layout } from '../../borsh-layout.ts'
import type { AccountUse } from '../../instructions.ts'
import { SYSTEM_PROGRAM } from '../../program-ids.ts'
import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_EVENT_AUTHORITY, LAUNCHLAB_PROGRAM, launchFeeVault } from './addresses.ts'
import type { LaunchPool } from './state.ts'

/** Discriminators of the trades with an exact input. */
export const LAUNCH_TAGS = {
  buyExactIn: Buffer.from('faea0d7bd59c13ec', 'hex'),
  sellExactIn: Buffer.from('9527de9bd37c981a', 'hex'),
} as const
export type LaunchTradeForm = keyof typeof LAUNCH_TAGS

/** Every trade, without someone who is paid for sending it here; the last three since creators take fees. Source: the
 *  SDK of Raydium and recorded trades. */
export const LAUNCH_TRADE_ACCOUNTS = accountList([
  'payer:ws',
  'authority',
  'globalConfig',
  'platformConfig',
  'poolState:w',
  'userBaseToken:w',
  'userQuoteToken:w',
  'baseVault:w',
  'quoteVault:w',
  'baseTokenMint',
  'quoteTokenMint',
  'baseTokenProgram',
  'quoteTokenProgram',
  'eventAuthority',
  'program',
  'systemProgram',
  'platformFeeVault:w',
  'creatorFeeVault:w',
])

const TRADE_ARGS = { amountIn: 'u64', minimumOut: 'u64', shareFeeRate: 'u64' } as const satisfies Layout
const NO_SHARE_FEE = 0n

export type LaunchTradeInput = {
  /** Address of the curve. */
  readonly address: string
  readonly pool: Pick<
    LaunchPool,
    'globalConfig' | 'platformConfig' | 'baseMint' | 'quoteMint' | 'baseVault' | 'quoteVault' | 'creator'
  >
  readonly baseTokenProgram: string
  readonly quoteTokenProgram: string
  readonly user: string
  readonly userBaseToken: string
  readonly userQuoteToken: string
}

/** Accounts of a trade, in the program's order: the same in both directions. */
export function launchTradeAccounts(input: LaunchTradeInput): AccountUse[] {
  const { address, pool, user } = input
  return accountUses(LAUNCH_TRADE_ACCOUNTS, {
    payer: user,
    authority: LAUNCHLAB_AUTHORITY,
    globalConfig: pool.globalConfig,
    platformConfig: pool.platformConfig,
    poolState: address,
    userBaseToken: input.userBaseToken,
    userQuoteToken: input.userQuoteToken,
    baseVault: pool.baseVault,
    quoteVault: pool.quoteVault,
    baseTokenMint: pool.baseMint,
    quoteTokenMint: pool.quoteMint,
    baseTokenProgram: input.baseTokenProgram,
    quoteTokenProgram: input.quoteTokenProgram,
    eventAuthority: LAUNCHLAB_EVENT_AUTHORITY,
    program: LAUNCHLAB_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
    platformFeeVault: launchFeeVault(pool.platformConfig, pool.quoteMint),
    creatorFeeVault: launchFeeVault(pool.creator, pool.quoteMint),
  })
}

/** Data of a trade without a share fee. */
export function launchTradeData(form: LaunchTradeForm, amountIn: bigint, minimumOut: bigint): Uint8Array {
  return Buffer.concat([
    LAUNCH_TAGS[form],
    encodeLayout(TRADE_ARGS, { amountIn, minimumOut, shareFeeRate: NO_SHARE_FEE }),
  ])
}
