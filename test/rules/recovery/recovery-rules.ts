import { type EngineRule, rulesOf } from '../engine-rule.ts'

const BODIES = 'test/routes/recovery/bodies.test.ts'
const CHECKED = 'test/routes/recovery/check.test.ts'
const CLOSED = 'test/routes/recovery/close.test.ts'
const ANY = 'test/routes/recovery/close-property.test.ts'
const ADVANCED = 'test/routes/recovery/fee-payer.test.ts'
const CONFIRMED = 'test/routes/recovery/confirm.test.ts'
const PACKED = 'test/services/recovery/pack-transactions.test.ts'
const PROVEN = 'test/services/recovery/build-transactions.test.ts'
const CLASSES = 'test/services/recovery/classify-holding.test.ts'
const ON_CHAIN = 'test/services/recovery/chain-check.test.ts'
const REPAID = 'test/services/recovery/judge-repaid.test.ts'
const HOLDINGS = 'test/chain/solana/token-holdings.test.ts'

const SETTLED = 'test/services/recovery/settle-advances.test.ts'

const LISTS = 'lists of wallets that are none, empty or too long are 400 by name, on check and on close'
const KINDS = 'members of the wrong kind are 400 by name'
const DEFAULTS = 'absent members have the defaults of the specification'
const NAMED = 'what a confirmation must say is asked for by name'
const KEYS = 'the recovery routes want a key that is valid'
const SUMS = 'the figures are the lamports that lie in the accounts, of each wallet and of all'
const STAY = 'frozen accounts, those that someone else may close, encrypted and paused ones stay and are said'
const WRAPPED = 'wrapped SOL is listed apart and counts in no figure, an empty account of it is empty'
const LISTED = 'accounts are listed with what they hold when that is asked for, and not otherwise'
const ALONE = 'a wallet whose accounts the node will not list fails alone and is left out of the totals'
const NONE = 'a wallet that is none is named with its error, repeated ones count once, and the rest is answered'
const FEES = 'fees are taken account by account, those of the platform and those of the key, and the license is said'
const LIMITER = 'check and close are inside the limiter, stats is outside of it'
const DOWN = 'a node that answers nothing is 502, no node is 503'
const TRUTH =
  'forty wallets, one with 600 accounts: what check predicts arrives to the lamport, in transactions of either version'
const FITS = 'every transaction is within the limit of its version and passes the simulation of the node as it is'
const REFUND = 'the lamports go to the refund wallet, and the owner pays the chain alone'
const SPLIT = 'the fee is split between the platform and the key, to the lamport, also with a refund wallet'
const WORTH =
  'what is worth something is burnt only when that is said, and what cannot be priced for want of a source neither'
const OMITTED = 'a wallet with nothing to close is omitted, one that fails is named, and the call is 200'
const ADVANCE =
  'a wallet under 0.002 SOL has its fee advanced and repays it in the same transaction; one lamport more, and it pays itself'
const BOUND =
  'transactions that are made to fail cost it no more than the day’s bound, then no one is advanced anything'

/** Every rule of the recovery routes (spec 2.7 and 4.8, and what 5, 7 and 8 say of them), with the test that holds it
 *  and a change that turns that test red. */
export const RECOVERY_RULES: readonly EngineRule[] = [
  ...rulesOf('recovery.check', 'POST /api/v1/check', [
    ['required', '4.8, 7: walletAddresses is required', [BODIES, LISTS], 'read-members#otherwise'],
    ['twenty', '4.8, 8: 1 to 20 wallets', [BODIES, LISTS], 'RECOVERY.walletsMax'],
    ['one', '4.8, 8: an empty list is none', [BODIES, LISTS], 'recovery-body#walletAddresses'],
    ['no-wallet', '7: zero valid items are 400 `invalid wallet`', [BODIES, LISTS], 'readWalletList'],
    ['key-bytes', '2.1, 7: what does not decode to 32 bytes is no wallet', [BODIES, LISTS], 'isKey'],
    ['key', '4.8, 5: a key is needed', [BODIES, KEYS], 'recoveryCheck.auth'],
    ['include-default', '4.8: includeAccounts is false by default', [CHECKED, LISTED], 'checkBody'],
    ['include-kind', '7: includeAccounts is a flag', [BODIES, KINDS], 'members#boolean'],
    ['own-lamports', '2.7: recoverable are the lamports of the accounts themselves', [CHECKED, SUMS], 'figuresOf'],
    ['total', '2.7: total figures are both together', [CHECKED, SUMS], 'check#showFigures'],
    ['totals', '4.8: totals of all wallets', [CHECKED, SUMS], 'check#checkAll'],
    [
      'can-process-lamports',
      '4.8: canProcess is true above 5000 lamports',
      [CHECKED, 'canProcess: more than 5,000 lamports, or no empty accounts'],
      'check#checkOne',
    ],
    [
      'can-process-empty',
      '4.8: canProcess is true without empty accounts',
      [CHECKED, 'canProcess: more than 5,000 lamports, or no empty accounts'],
      'check#checkOne',
    ],
    ['failing-wallet', '2.7: a failing wallet is {address, error}', [CHECKED, ALONE], 'check#checkOne'],
    ['failing-totals', '2.7: a failing wallet is excluded from totals', [CHECKED, NONE], 'check#checkAll'],
    ['repeated', '4.8: a wallet named twice counts once', [CHECKED, NONE], 'readWalletList'],
    ['license', '4.8, 5: hasBrandingLicense is the flag of the key', [CHECKED, FEES], 'check#checkAll'],
    [
      'fee-rounding',
      '2.7: the fee is the same however accounts are divided: rounded down account by account',
      [CHECKED, FEES],
      'fee-terms#shareOf',
    ],
    [
      'fee-unopened',
      '2.7: a fee that its wallet cannot receive is not taken, and that is said',
      [CHECKED, FEES],
      'payableShares',
    ],
    ['limiter', '5, 8: check is inside the limiter', [CHECKED, LIMITER], 'recoveryCheck'],
    ['no-node', '7: 503 without a node', [CHECKED, DOWN], 'recoveryCheck.needs'],
    [
      'frozen',
      '4.8: frozen accounts stay',
      [CLASSES, 'frozen comes first: such accounts are skipped also when they are empty'],
      'classifyHolding',
    ],
    ['skipped-said', '4.8: what stays is said', [CHECKED, STAY], 'check#checkOne'],
    [
      'foreign',
      '4.8: an account that someone else may close stays',
      [CLASSES, 'an account that another may close stays, whatever is in it'],
      'classifyHolding',
    ],
    ['wrapped', '4.8: wrapped SOL is listed apart', [CHECKED, WRAPPED], 'classifyHolding'],
    [
      'confidential',
      '4.8: encrypted balances block closing',
      [
        HOLDINGS,
        'an encrypted balance that is not zero is seen, the key and the counters before and after it do not count',
      ],
      'token-holdings#CONFIDENTIAL_BALANCES.end',
    ],
    [
      'listed',
      '4.8: lists are bounded, figures are not',
      [CHECKED, 'lists of all wallets together are bounded and say where they end; the figures count all'],
      'check#checkAll',
    ],
    [
      'account-detail',
      '2.7: amountRaw, decimals, state and the rest are those of the chain',
      [CHECKED, LISTED],
      'nameAccounts',
    ],
  ]),
  ...rulesOf('recovery.close', 'POST /api/v1/close', [
    ['key', '4.8, 5: a key is needed', [BODIES, KEYS], 'recoveryClose.auth'],
    ['limiter', '5, 8: close is inside the limiter', [CHECKED, LIMITER], 'recoveryClose'],
    ['no-node', '7: 503 without a node', [CHECKED, DOWN], 'recoveryClose.needs'],
    ['refund-address', '4.8, 7: refundWallet is an address', [BODIES, KINDS], 'close#checkRefundWallet'],
    [
      'refund-program',
      '4.8: lamports are not sent where they are lost',
      [CLOSED, 'a refund wallet that is a program’s, a mint or a token account is 400: what is sent there is lost'],
      'close#checkRefundWallet',
    ],
    ['mint-pattern', '7: selectedTokens are mints', [BODIES, KINDS], 'recovery-body#closeBody'],
    ['version', '4.8: maxTransactionVersion is 0 or 1', [BODIES, KINDS], 'recovery-body#closeBody'],
    ['version-default', '4.8: version 0 by default', [BODIES, DEFAULTS], 'recovery-body#closeBody'],
    ['refund-default', '4.8: each owner gets its own by default', [CLOSED, TRUTH], 'close#buildOne'],
    ['refund', '4.8: the refund wallet gets the lamports', [CLOSED, REFUND], 'buildWallet'],
    [
      'wire-limit',
      '4.8: a transaction is within the limit of its version',
      [CLOSED, FITS],
      'pack-transactions#doesFit',
    ],
    [
      'addresses',
      '4.8: 64 addresses in a transaction of version 1',
      [PACKED, 'every packing is within the wire limit, complete, in order, and no transaction could take one more'],
      'MESSAGE_LIMITS',
    ],
    [
      'tight',
      '4.8: as many accounts as fit',
      [PACKED, 'every packing is within the wire limit, complete, in order, and no transaction could take one more'],
      'pack-transactions#longestRun',
    ],
    [
      'batch',
      '4.8: a batch where it saves a transaction',
      [PACKED, 'batches are used where they save a transaction, and not where they do not'],
      'packTightly',
    ],
    [
      'left-out',
      '4.8: what fails its simulation is left out and named',
      [PROVEN, 'what fails its simulation is left out and named, and the rest goes without it'],
      'build-transactions#provePack',
    ],
    [
      'simulated',
      '4.8: every transaction has passed the simulation',
      [PROVEN, 'all that is proven has been run: with more room than it is given, and nothing else changed'],
      'build-transactions#provePack',
    ],
    [
      'spam',
      '4.8: accounts that anyone can make do not keep others open',
      [PROVEN, 'many bad accounts, as anyone can make for a wallet, do not keep the good ones open'],
      'build-transactions#provePack',
    ],
    [
      'compute-limit',
      '4.8: the compute budget is set from the simulation',
      [CLOSED, 'the compute limit is what the run needs with some room, and the fee follows from it'],
      'RECOVERY.unitSpareShare',
    ],
    [
      'estimated-fee',
      '2.7: estimatedFee is what the chain takes',
      [CLOSED, TRUTH],
      'pack-transactions#priorityLamports',
    ],
    [
      'harvest',
      '4.8: withheld fees are harvested first',
      [CLOSED, 'withheld fees are harvested first'],
      'close-token-accounts#closeTokenAccountItem',
    ],
    [
      'any-request',
      '4.8: whatever is asked, what is built can be sent',
      [ANY, 'for any holdings and any request, every transaction passes the simulation as it is and fits its version'],
      'build-wallet#tailOf',
    ],
    [
      'selected-only',
      '4.8: burns touch selected mints only',
      [CLOSED, 'only the selected mints are burnt, in every wallet of the request'],
      'guardBurns',
    ],
    [
      'burn-flag',
      '4.8: selectedTokens are used only when burning',
      [CLOSED, 'selectedTokens without burnAccounts burn nothing'],
      'guardBurns',
    ],
    [
      'burn-nothing',
      '4.8: burnAccounts without selectedTokens says that it burns nothing',
      [CLOSED, 'burnAccounts without selectedTokens burns nothing and says so'],
      'close#warningsOf',
    ],
    [
      'valuable',
      '4.8: what is worth something is not burnt without an explicit request',
      [CLOSED, WORTH],
      'guardBurns',
    ],
    [
      'value-unknown',
      '4.8: nor what cannot be priced because a source failed',
      [CLOSED, WORTH],
      'burn-guard#readPrices',
    ],
    [
      'frozen-said',
      '4.8: frozen accounts are skipped and said so',
      [CLOSED, 'frozen accounts and those that someone else may close are skipped and said'],
      'plan-wallet#CANNOT',
    ],
    ['omitted', '4.8: a wallet with nothing closeable is omitted', [CLOSED, OMITTED], 'close#toReply'],
    [
      'failing-wallet',
      '4.8: a failing wallet yields {error} while the call stays 200',
      [CLOSED, OMITTED],
      'close#toReply',
    ],
    ['cannot-pay', '4.8: a wallet that cannot pay and has no one who does is named', [CLOSED, OMITTED], 'buildWallet'],
    [
      'summary',
      '4.8: the summary adds up',
      [CLOSED, 'the summary adds up what the transactions say, and their last block is named'],
      'close#summaryOf',
    ],
    ['split', '4.8: each share goes to its wallet', [CLOSED, SPLIT], 'build-wallet#tailOf'],
    [
      'affordable',
      '4.8: no more transactions than the wallet can pay for',
      [CLOSED, 'an owner pays for no more transactions to elsewhere than it can, and the rest is said to be left'],
      'build-wallet#mostTransactions',
    ],
    ['payer-poor', '4.8: a fee payer signs when the owner is under 0.002 SOL', [ADVANCED, ADVANCE], 'buildWallet'],
    ['payer-repaid', '4.8: the same transaction repays the fee payer', [ADVANCED, ADVANCE], 'build-wallet#tailOf'],
    ['payer-partial', '4.8: signed by the fee payer alone', [ADVANCED, ADVANCE], 'finishTransactions'],
    [
      'payer-looks',
      '4.8: the fee payer signs nothing that does not repay it',
      [REPAID, 'a closing that repays its fee is signed, one lamport less is not'],
      'findUnpaid',
    ],
    [
      'payer-uses',
      '4.8: nothing else uses the fee payer',
      [REPAID, 'whatever else would use the payer is refused'],
      'findUnpaid',
    ],
    [
      'payer-programs',
      '4.8: no other programs beside the fee payer',
      [REPAID, 'another payer, another signer, another program and broken bytes are refused'],
      'findUnpaid',
    ],
    [
      'fee-wallet-kind',
      '4.8: a fee wallet that belongs to a program gets nothing and keeps no closing back',
      [
        'test/routes/recovery/close.test.ts',
        'a fee wallet that is none takes no fee, keeps no closing back and is named',
      ],
      'fee-terms#whyNot',
    ],
    ['payer-bound', '4.8: the fee payer’s spending is bounded', [ADVANCED, BOUND], 'openAdvances.advance'],
    ['payer-lost', '4.8: what landed and failed stays counted', [ADVANCED, BOUND], 'settle-advances#lostOf'],
    [
      'payer-given-back',
      '4.8: what repaid is given back',
      [ADVANCED, 'what is signed and not repaid is at risk until it can never land; what landed well is given back'],
      'feePayerOf',
    ],
    [
      'payer-restart',
      '4.8: what was signed before a restart is settled from the chain, too',
      [SETTLED, 'what was signed before a restart is asked about after it: only what landed and failed stays lost'],
      'openAdvances.keepSigned',
    ],
    [
      'payer-ten',
      '4.8: one call has ten transactions advanced at most',
      [ADVANCED, 'one call has ten transactions advanced at most, a free key one at a time, and says what is left'],
      'build-wallet#mostTransactions',
    ],
    [
      'payer-key',
      '7: 503 where the fee payer has no key',
      [ADVANCED, 'a fee payer without a wallet key is 503'],
      'close#closeAll',
    ],
  ]),
  ...rulesOf('recovery.confirm', 'POST /api/v1/confirm', [
    ['wallet', '4.8, 7: walletAddress is required', [BODIES, NAMED], 'confirmBody'],
    ['wallet-kind', '7: `invalid wallet`', [BODIES, NAMED], 'confirmBody'],
    ['signature', '4.8, 7: signature is required', [BODIES, NAMED], 'confirmBody'],
    ['signature-kind', '2.1: signatures have a pattern', [BODIES, NAMED], 'confirmBody'],
    ['count-kind', '4.8: accountsClosed is a count', [BODIES, NAMED], 'confirmBody'],
    ['sol-kind', '4.8: solRecovered is an amount of SOL', [BODIES, NAMED], 'confirmBody'],
    [
      'defaults',
      '4.8: both figures are 0 by default',
      [CONFIRMED, 'figures that are left out count as zero'],
      'confirmBody',
    ],
    [
      'digits',
      '2.7: amounts keep every digit',
      [BODIES, 'a sum of doubles counts as the lamports it stands for, and large amounts keep every digit'],
      'truncatedDecimal',
    ],
    [
      'totals',
      '4.8: updates the totals of the key',
      [CONFIRMED, 'what the caller reports is recorded as it is and added to the totals of the key'],
      'recoveries#plus',
    ],
    [
      'drift',
      '2.7: totals without float drift',
      [CONFIRMED, 'sixty-four additions lose no lamport'],
      'recoveries#plus',
    ],
    [
      'once',
      '4.8: a signature counts once for a key',
      [CONFIRMED, 'a signature counts once for a key, and again for another'],
      'openRecoveries.record',
    ],
    [
      'preview',
      '4.8: builder preview keys are acknowledged without persistence',
      [CONFIRMED, 'the public builder key is acknowledged and nothing is kept'],
      'confirmRecovery',
    ],
    [
      'fee-earned',
      '2.7: feeEarned is the key’s own share',
      [CONFIRMED, 'the key’s own share is what its fee wallet has earned'],
      'confirmRecovery',
    ],
    [
      'trusted',
      '4.8: the caller’s figures are trusted',
      [CONFIRMED, 'the chain is asked afterwards: whether it agrees is said beside the figures, which stay'],
      'openRecoveries.judge',
    ],
    [
      'chain',
      '4.8: whether the chain agrees is recorded',
      [CONFIRMED, 'the chain is asked afterwards: whether it agrees is said beside the figures, which stay'],
      'confirmRecovery',
    ],
    [
      'chain-owner',
      '4.8: a recovery of another wallet does not agree',
      [ON_CHAIN, 'another number of accounts, other lamports and another wallet are not'],
      'compareWithChain',
    ],
    [
      'chain-failed',
      '4.8: what landed and failed is said',
      [ON_CHAIN, 'what landed and failed closed nothing'],
      'compareWithChain',
    ],
    [
      'chain-lost',
      '4.8: what never landed is said',
      [ON_CHAIN, 'what never lands is not found after the last look'],
      'lookUpOnChain',
    ],
  ]),
  ...rulesOf('recovery.stats', 'GET /api/v1/stats', [
    ['key', '4.8, 5: a key is needed', [BODIES, KEYS], 'recoveryStats.auth'],
    ['unlimited', '4.8, 8: outside the limiter', [CHECKED, LIMITER], 'recoveryStats'],
    [
      'no-record',
      '7: `no key context` for stats without a registered key',
      [CONFIRMED, 'stats without a registered key are 401'],
      'getKeyStats',
    ],
    ['ten', '2.7: the 10 newest', [CONFIRMED, 'the ten newest are shown, newest first'], 'RECOVERY.recentRows'],
    [
      'newest',
      '2.7: newest first',
      [CONFIRMED, 'what the caller reports is recorded as it is and added to the totals of the key'],
      'openRecoveries.newest',
    ],
  ]),
]
