import Type from 'typebox'
import { closed, EpochMs, NullableNumber, nullable, Text } from './shapes.ts'
import { rawToDecimalString, SOL_DECIMALS } from './units.ts'

/* Replies of the recovery routes (spec 2.7 and 4.8). Amounts are SOL as JSON numbers, written with all their digits. */

const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON
/** Up to here a double's shortest text is the exact one: 15 digits. */
const PLAIN_LAMPORTS = 10n ** 15n

/** Lamports as a JSON number of SOL with exactly their digits. */
export function exactSol(lamports: bigint): number {
  const text = rawToDecimalString(lamports, SOL_DECIMALS)
  const isPlain = lamports < PLAIN_LAMPORTS && lamports > -PLAIN_LAMPORTS
  return isPlain ? Number(text) : (rawJson(text) as number)
}

const sol = (of: string) => Type.Number({ description: `${of} SOL, to the lamport.` })
const Count = Type.Integer({ minimum: 0 })
const address = (of: string) => Type.String({ description: of })
const Warnings = Type.Array(Type.String(), { description: 'What was understood and not done, or done otherwise.' })
const HasLicense = Type.Boolean({ description: 'Whether the calling key has the branding license.' })

const Account = closed({
  account: address('The token account.'),
  mint: Text,
  displayName: Type.String({
    description: 'Symbol or name of the token where it is known, else the ends of its mint.',
  }),
  owner: Text,
  program: Type.Enum(['spl-token', 'spl-token-2022']),
  decimals: nullable(Type.Integer({ description: 'Null where the mint no longer exists.' })),
  uiAmount: Type.Number({ description: 'Whole tokens, as near as a double comes.' }),
  amountRaw: Type.String({ description: 'Base units.' }),
  state: Type.Enum(['initialized', 'frozen']),
  isFrozen: Type.Boolean(),
  type: Type.Enum(['empty', 'burnable', 'frozen', 'foreign_authority', 'confidential_pending', 'not_burnable', 'wsol']),
  recovery: sol('What is in it.'),
  needsHarvest: Type.Boolean({ description: 'Transfer fees withheld in it go to the mint first.' }),
  why: Type.String({ description: 'Why it stays; empty for those that can go.' }),
})

const FIGURES = {
  potentialRecovery: sol('What is in the empty accounts.'),
  estimatedReturn: sol('The rest after the fee, before the network fees of the transactions.'),
  fee: sol('Fee of this server and of the calling key.'),
  burnPotentialRecovery: sol('The same of accounts that hold tokens which can be burnt.'),
  burnEstimatedReturn: sol('See estimatedReturn.'),
  burnFee: sol('See fee.'),
  totalPotentialRecovery: sol('Both together.'),
  totalEstimatedReturn: sol('See estimatedReturn.'),
  totalFee: sol('See fee.'),
  emptyAccounts: Count,
  burnableAccounts: Count,
}

const CheckedWallet = closed({
  address: Text,
  ...FIGURES,
  balance: sol("The wallet's own, beside its token accounts."),
  wrappedSol: closed({
    accounts: Count,
    balance: sol('Lamports in accounts of wrapped SOL: no dust, so they are in none of the figures.'),
  }),
  skipped: Type.Record(Type.String(), Type.Integer(), {
    description: 'Accounts that stay, by reason: frozen, foreign_authority, confidential_pending, not_burnable.',
  }),
  canProcess: Type.Boolean({
    description: 'The wallet holds more than 5,000 lamports, or has no empty accounts.',
  }),
  accounts: Type.Optional(
    closed({
      empty: Type.Array(Account),
      burnable: Type.Array(Account),
      skipped: Type.Array(Account),
    }),
  ),
})
const FailedWallet = closed({ address: Text, error: Type.String({ description: 'Totals leave it out.' }) })

export const RecoveryCheck = closed({
  results: Type.Array(Type.Union([CheckedWallet, FailedWallet]), { description: 'In the order of the request.' }),
  totals: closed({ ...FIGURES, wallets: Type.Integer({ description: 'Wallets that count.' }) }),
  hasBrandingLicense: HasLicense,
  warnings: Warnings,
})

const ClosingTransaction = closed({
  transaction: Type.String({
    description: 'Base64. The wallet signs it; with usedFeePayer the fee payer has already signed.',
  }),
  accountsInTx: Count,
  estimatedFee: sol("The chain's fee: signatures and priority."),
  usedFeePayer: Type.Boolean({
    description: 'The platform advances the fee, which the same transaction repays out of what it returns.',
  }),
  version: Type.Enum([0, 1]),
  recovery: sol('What is in the accounts that it closes.'),
  fee: sol('Fee of this server and of the calling key.'),
  estimatedReturn: sol('What is left after both fees.'),
})

const Skipped = closed({
  account: Text,
  mint: Text,
  type: Type.String(),
  why: Type.String({ description: 'Why it stays.' }),
})

export const RecoveryClose = closed({
  walletTransactions: Type.Record(
    Type.String(),
    Type.Union([Type.Array(ClosingTransaction), closed({ error: Type.String() })]),
    { description: 'By wallet; one with nothing to close is absent.' },
  ),
  summary: closed({
    wallets: Type.Integer({ description: 'With transactions.' }),
    transactions: Count,
    accounts: Count,
    recovery: sol('All deposits that come back.'),
    fee: sol('Fees of this server and of the calling key.'),
    estimatedFee: sol("The chain's fees."),
    estimatedReturn: sol('What is left.'),
  }),
  skipped: Type.Record(Type.String(), closed({ count: Count, accounts: Type.Array(Skipped) }), {
    description: 'Accounts that stay, by wallet; the first hundred of each are named.',
  }),
  lastValidBlockHeight: nullable(
    Type.Integer({ description: 'After this block height none of them can land. Null when there are none.' }),
  ),
  hasBrandingLicense: HasLicense,
  warnings: Warnings,
})

export const RecoveryConfirmation = closed({
  recorded: Type.Boolean({ description: 'False for the public builder key, whose reports are not kept.' }),
  alreadyRecorded: Type.Boolean({ description: 'This key reported this signature before; it counts once.' }),
  signature: Text,
  accountsClosed: Count,
  solRecovered: sol('As reported.'),
  feeEarned: sol("The calling key's own share."),
})

const CHAIN_VERDICTS = ['unchecked', 'agrees', 'differs', 'failed', 'not_found'] as const
export const KeyStats = closed({
  stats: closed({
    totalTransactions: Count,
    totalAccountsClosed: Count,
    totalSolRecovered: sol('As reported.'),
    totalFeesEarned: sol("The key's own share of it."),
  }),
  recentTransactions: Type.Array(
    closed({
      walletAddress: Text,
      accountsClosed: Count,
      solRecovered: sol('As reported.'),
      feeEarned: sol("The key's own share."),
      signature: Text,
      createdAt: EpochMs,
      chain: closed({
        status: Type.Enum([...CHAIN_VERDICTS], {
          description: 'Whether the chain agrees with the report; looked up some seconds after it.',
        }),
        accountsClosed: nullable(Type.Integer({ description: 'Accounts that the transaction closed.' })),
        solRecovered: NullableNumber,
      }),
    }),
    { description: 'The 10 newest.' },
  ),
})
