// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
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

const BODY = 'src/routes/recovery/read-body.ts'
const LIST = 'src/services/recovery/wallet-list.ts'
const CHECK = 'src/services/recovery/check.ts'
const CHECK_ROUTE = 'src/routes/recovery/check.ts'
const CLOSE_ROUTE = 'src/routes/recovery/close.ts'
const STATS_ROUTE = 'src/routes/recovery/stats.ts'
const FIGURES = 'src/services/recovery/figures.ts'
const CLASSIFY = 'src/services/recovery/classify-holding.ts'
const SHARES = 'src/services/recovery/fee-terms.ts'
const GUARD = 'src/services/recovery/burn-guard.ts'
const PLAN = 'src/services/recovery/plan-wallet.ts'
const CLOSE = 'src/services/recovery/close.ts'
const WALLET = 'src/services/recovery/build-wallet.ts'
const BUILD = 'src/services/recovery/build-transactions.ts'
const PACK = 'src/services/recovery/pack-transactions.ts'
const ITEMS = 'src/services/recovery/close-items.ts'
const PAYER = 'src/services/recovery/fee-payer.ts'
const SETTLE = 'src/services/recovery/settle-advances.ts'
const ADVANCES = 'src/store/tables/advances.ts'
const SETTLED = 'test/services/recovery/settle-advances.test.ts'
const JUDGE = 'src/services/recovery/judge-repaid.ts'
const CONFIRM = 'src/services/recovery/confirm.ts'
const LOOK = 'src/services/recovery/chain-check.ts'
const STATS = 'src/services/recovery/stats.ts'
const TABLE = 'src/store/tables/recoveries.ts'
const LIMITS = 'src/config/recovery.ts'
const READ = 'src/chain/solana/token-holdings.ts'

const LISTS = 'lists of wallets that are none, empty or too long are 400 by name, on check and on close'
const KINDS = 'members of the wrong kind are 400 by name'
const DEFAULTS = 'absent members have the defaults of the specification'
const NAMED = 'what a confirmation must say is asked for by name'
const KEYS = 'the recovery routes want a key that is valid'
const SUMS = 'the figures are the lamports that lie in the accounts, of each wallet and of all'
const STAY = 'frozen accounts, those that somebody else may close, encrypted and paused ones stay and are said'
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
  'transactions that are made to fail cost it no more than the day’s bound, then nobody is advanced anything'

/** Every rule of the recovery routes (spec 2.7 and 4.8, and what 5, 7 and 8 say of them), with the test that holds it and a
 *  change that turns that test red. */
export const RECOVERY_RULES: readonly EngineRule[] = [
  ...rulesOf('recovery.check', 'POST /api/v1/check', [
    [
      'required',
      '4.8, 7: walletAddresses is required',
      [BODIES, LISTS],
      [BODY, "refuse('walletAddresses required')", "refuse('walletAddresses')"],
    ],
    ['twenty', '4.8, 8: 1 to 20 wallets', [BODIES, LISTS], [LIMITS, 'walletsMax: 20,', 'walletsMax: 21,']],
    ['one', '4.8, 8: an empty list is none', [BODIES, LISTS], [BODY, 'value.length < 1', 'value.length < 0']],
    [
      'no-wallet',
      '7: zero valid items are 400 `invalid wallet`',
      [BODIES, LISTS],
      [LIST, "fail('invalid_request', 'invalid wallet')", 'ok(list)'],
    ],
    [
      'key-bytes',
      '2.1, 7: what does not decode to 32 bytes is no wallet',
      [BODIES, LISTS],
      [LIST, ' && decodeBase58Fixed(text, 32) !== null', ''],
    ],
    ['key', '4.8, 5: a key is needed', [BODIES, KEYS], [CHECK_ROUTE, "auth: 'apiKey',", "auth: 'public',"]],
    [
      'include-default',
      '4.8: includeAccounts is false by default',
      [CHECKED, LISTED],
      [BODY, 'const value = json[name] ?? false', 'const value = json[name] ?? true'],
    ],
    [
      'include-kind',
      '7: includeAccounts is a flag',
      [BODIES, KINDS],
      [BODY, "typeof value === 'boolean' ? ok(value)", 'true ? ok(Boolean(value))'],
    ],
    [
      'own-lamports',
      '2.7: recoverable are the lamports of the accounts themselves',
      [CHECKED, SUMS],
      [FIGURES, 'recovery += lamports', 'recovery += 2_039_280n'],
    ],
    [
      'total',
      '2.7: total figures are both together',
      [CHECKED, SUMS],
      [CHECK_ROUTE, 'const total = addFigures(empty, burnable)', 'const total = empty'],
    ],
    [
      'totals',
      '4.8: totals of all wallets',
      [CHECKED, SUMS],
      [CHECK, 'empty = addFigures(empty, wallet.empty)', 'empty = wallet.empty'],
    ],
    [
      'can-process-lamports',
      '4.8: canProcess is true above 5000 lamports',
      [CHECKED, 'canProcess: more than 5,000 lamports, or no empty accounts'],
      [CHECK, 'wallet.lamports > RECOVERY.processLamports', 'wallet.lamports >= RECOVERY.processLamports'],
    ],
    [
      'can-process-empty',
      '4.8: canProcess is true without empty accounts',
      [CHECKED, 'canProcess: more than 5,000 lamports, or no empty accounts'],
      [CHECK, ' || empty.length === 0', ''],
    ],
    [
      'failing-wallet',
      '2.7: a failing wallet is {address, error}',
      [CHECKED, ALONE],
      [CHECK, 'if (!scan.ok) return { address, error: scan.message }', 'if (!scan.ok) throw new Error(scan.message)'],
    ],
    [
      'failing-totals',
      '2.7: a failing wallet is excluded from totals',
      [CHECKED, NONE],
      [CHECK, '    count++\n', '    count += 2\n'],
    ],
    [
      'repeated',
      '4.8: a wallet named twice counts once',
      [CHECKED, NONE],
      [LIST, '[...new Set(texts.map((text) => text.trim()))]', '[...texts.map((text) => text.trim())]'],
    ],
    [
      'license',
      '4.8, 5: hasBrandingLicense is the flag of the key',
      [CHECKED, FEES],
      [CHECK, "caller.kind === 'key' && caller.key.hasBrandingLicense", "caller.kind === 'key'"],
    ],
    [
      'fee-rounding',
      '2.7: the fee is the same however accounts are divided: rounded down account by account',
      [CHECKED, FEES],
      [SHARES, 'return (lamports * bps) / BPS', 'return (lamports * bps + BPS - 1n) / BPS'],
    ],
    [
      'fee-unopened',
      '2.7: a fee that its wallet cannot receive is not taken, and that is said',
      [CHECKED, FEES],
      [SHARES, 'shares: shares.filter((_share, at) => reasons[at] === null),', 'shares,'],
    ],
    [
      'limiter',
      '5, 8: check is inside the limiter',
      [CHECKED, LIMITER],
      [CHECK_ROUTE, "auth: 'apiKey',", "auth: 'apiKey',\n  unlimited: true,"],
    ],
    ['no-node', '7: 503 without a node', [CHECKED, DOWN], [CHECK_ROUTE, "needs: ['rpc'],", 'needs: [],']],
    [
      'frozen',
      '4.8: frozen accounts stay',
      [CLASSES, 'frozen comes first: such accounts are skipped also when they are empty'],
      [CLASSIFY, 'if (holding.isFrozen)', 'if (holding.isFrozen && holding.amountRaw > 0n)'],
    ],
    [
      'skipped-said',
      '4.8: what stays is said',
      [CHECKED, STAY],
      [CHECK, 'skipped: countSkipped(wallet),', 'skipped: {},'],
    ],
    [
      'foreign',
      '4.8: an account that somebody else may close stays',
      [CLASSES, 'an account that another may close stays, whatever is in it'],
      [CLASSIFY, ' && holding.closeAuthority !== holding.owner', ' && holding.amountRaw > 0n'],
    ],
    [
      'wrapped',
      '4.8: wrapped SOL is listed apart',
      [CHECKED, WRAPPED],
      [CLASSIFY, 'holding.isNative && holding.amountRaw > 0n', 'false'],
    ],
    [
      'confidential',
      '4.8: encrypted balances block closing',
      [
        HOLDINGS,
        'an encrypted balance that is not zero is seen, the key and the counters before and after it do not count',
      ],
      [READ, 'end: 33 + 3 * 64', 'end: 33 + 2 * 64'],
    ],
    [
      'listed',
      '4.8: lists are bounded, figures are not',
      [CHECKED, 'lists of all wallets together are bounded and say where they end; the figures count all'],
      [CHECK, 'RECOVERY.listedAccounts / list.length', 'RECOVERY.listedAccounts / 1'],
    ],
    [
      'account-detail',
      '2.7: amountRaw, decimals, state and the rest are those of the chain',
      [CHECKED, LISTED],
      ['src/services/recovery/name-accounts.ts', 'decimals: decimalsOf(holding),', 'decimals: null,'],
    ],
  ]),
  ...rulesOf('recovery.close', 'POST /api/v1/close', [
    ['key', '4.8, 5: a key is needed', [BODIES, KEYS], [CLOSE_ROUTE, "auth: 'apiKey',", "auth: 'public',"]],
    [
      'limiter',
      '5, 8: close is inside the limiter',
      [CHECKED, LIMITER],
      [CLOSE_ROUTE, "auth: 'apiKey',", "auth: 'apiKey',\n  unlimited: true,"],
    ],
    ['no-node', '7: 503 without a node', [CHECKED, DOWN], [CLOSE_ROUTE, "needs: ['rpc'],", 'needs: [],']],
    [
      'refund-address',
      '4.8, 7: refundWallet is an address',
      [BODIES, KINDS],
      [CLOSE, "if (!isKey(refundWallet)) return fail('invalid_request', 'invalid refundWallet')", ''],
    ],
    [
      'refund-program',
      '4.8: lamports are not sent where they are lost',
      [CLOSED, 'a refund wallet that is a program’s, a mint or a token account is 400: what is sent there is lost'],
      [CLOSE, 'account.owner === SYSTEM_PROGRAM && !account.executable', 'true'],
    ],
    [
      'mint-pattern',
      '7: selectedTokens are mints',
      [BODIES, KINDS],
      [BODY, 'value.every(isAddress) ? ok(', 'value.every(Boolean) ? ok('],
    ],
    [
      'version',
      '4.8: maxTransactionVersion is 0 or 1',
      [BODIES, KINDS],
      [BODY, "refuse('maxTransactionVersion must be 0 or 1')", 'ok({} as never)'],
    ],
    [
      'version-default',
      '4.8: version 0 by default',
      [BODIES, DEFAULTS],
      [BODY, "json['maxTransactionVersion'] ?? 0", "json['maxTransactionVersion'] ?? 1"],
    ],
    [
      'refund-default',
      '4.8: each owner gets its own by default',
      [CLOSED, TRUTH],
      [
        CLOSE,
        'refundWallet: wish.refundWallet ?? address,\n    shares,',
        "refundWallet: wish.refundWallet ?? '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',\n    shares,",
      ],
    ],
    [
      'refund',
      '4.8: the refund wallet gets the lamports',
      [CLOSED, REFUND],
      [WALLET, 'deducts ? owner : terms.refundWallet', 'owner'],
    ],
    [
      'wire-limit',
      '4.8: a transaction is within the limit of its version',
      [CLOSED, FITS],
      [PACK, 'wireBytesOf(message) <= MAX_WIRE_BYTES', 'wireBytesOf(message) <= MAX_WIRE_V1_BYTES'],
    ],
    [
      'addresses',
      '4.8: 64 addresses in a transaction of version 1',
      [PACKED, 'every packing is within the wire limit, complete, in order, and no transaction could take one more'],
      [PACK, 'const MAX_V1_ADDRESSES = 64', 'const MAX_V1_ADDRESSES = 66'],
    ],
    [
      'tight',
      '4.8: as many accounts as fit',
      [PACKED, 'every packing is within the wire limit, complete, in order, and no transaction could take one more'],
      [PACK, 'frame.maxItems ?? items.length)', 'frame.maxItems ?? 20)'],
    ],
    [
      'batch',
      '4.8: a batch where it saves a transaction',
      [PACKED, 'batches are used where they save a transaction, and not where they do not'],
      [
        PACK,
        'together.packs.length + together.tooLarge.length < single',
        'together.packs.length + together.tooLarge.length <= single',
      ],
    ],
    [
      'left-out',
      '4.8: what fails its simulation is left out and named',
      [PROVEN, 'what fails its simulation is left out and named, and the rest goes without it'],
      [BUILD, 'leftOut.push({ item: items[at]!, why })', 'void why'],
    ],
    [
      'simulated',
      '4.8: every transaction has passed the simulation',
      [PROVEN, 'all that is proven has been run: with more room than it is given, and nothing else changed'],
      [BUILD, 'unitLimit: Math.min(unitLimit, needed)', 'unitLimit: unitLimit + needed'],
    ],
    [
      'spam',
      '4.8: accounts that anybody can make do not keep others open',
      [PROVEN, 'many bad accounts, as anybody can make for a wallet, do not keep the good ones open'],
      [
        BUILD,
        'const halves = await proveHalves(rpc, { items }',
        'const halves = await proveHalves(rpc, { items: [] as I[] }',
      ],
    ],
    [
      'compute-limit',
      '4.8: the compute budget is set from the simulation',
      [CLOSED, 'the compute limit is what the run needs with some room, and the fee follows from it'],
      [LIMITS, 'unitSpareShare: 0.15,', 'unitSpareShare: 4,'],
    ],
    [
      'estimated-fee',
      '2.7: estimatedFee is what the chain takes',
      [CLOSED, TRUTH],
      [PACK, '(BigInt(unitLimit) * unitPrice + MICRO - 1n) / MICRO', '(BigInt(unitLimit) * unitPrice) / MICRO'],
    ],
    [
      'harvest',
      '4.8: withheld fees are harvested first',
      [CLOSED, 'withheld fees are harvested first'],
      [ITEMS, 'if (verdict.needsHarvest)', 'if (false)'],
    ],
    [
      'any-wish',
      '4.8: whatever is asked, what is built can be sent',
      [
        ANY,
        'whatever wallets hold and callers wish, every transaction passes the simulation as it is and fits its version',
      ],
      [
        WALLET,
        'let left = items.reduce((sum, { lamports }) => sum + lamports, 0n)',
        'let left = items.reduce((sum, { lamports }) => sum + lamports, 10n ** 12n)',
      ],
    ],
    [
      'selected-only',
      '4.8: burns touch selected mints only',
      [CLOSED, 'only the selected mints are burnt, in every wallet of the request'],
      [
        GUARD,
        'burnable.filter(({ mint }) => selected.has(mint))',
        'burnable.filter(({ mint }) => selected.size > 0 && mint)',
      ],
    ],
    [
      'burn-flag',
      '4.8: selectedTokens are used only when burning',
      [CLOSED, 'selectedTokens without burnAccounts burn nothing'],
      [GUARD, 'new Set(burnAccounts ? selectedTokens : [])', 'new Set(burnAccounts || true ? selectedTokens : [])'],
    ],
    [
      'burn-nothing',
      '4.8: burnAccounts without selectedTokens says that it burns nothing',
      [CLOSED, 'burnAccounts without selectedTokens burns nothing and says so'],
      [CLOSE, 'if (burnAccounts && selectedTokens.length === 0)', 'if (false)'],
    ],
    [
      'valuable',
      '4.8: what is worth something is not burnt without being told',
      [CLOSED, WORTH],
      [GUARD, 'usd > ctx.config.recovery.burnMaxUsd', 'usd > ctx.config.recovery.burnMaxUsd * 100'],
    ],
    [
      'value-unknown',
      '4.8: nor what cannot be priced because a source failed',
      [CLOSED, WORTH],
      [GUARD, ' || read.cache?.degraded !== true', ' || true'],
    ],
    [
      'frozen-said',
      '4.8: frozen accounts are skipped and said so',
      [CLOSED, 'frozen accounts and those that somebody else may close are skipped and said'],
      [
        PLAN,
        "const CANNOT = ['frozen', 'foreign_authority', 'confidential_pending'] as const",
        "const CANNOT = ['confidential_pending'] as const",
      ],
    ],
    [
      'omitted',
      '4.8: a wallet with nothing closeable is omitted',
      [CLOSED, OMITTED],
      [CLOSE_ROUTE, 'else if (outcome.value.length > 0)', 'else if (outcome.value.length >= 0)'],
    ],
    [
      'failing-wallet',
      '4.8: a failing wallet yields {error} while the call stays 200',
      [CLOSED, OMITTED],
      [CLOSE_ROUTE, 'walletTransactions[address] = { error: outcome.message }', 'void address'],
    ],
    [
      'cannot-pay',
      '4.8: a wallet that cannot pay and has nobody who does is named',
      [CLOSED, OMITTED],
      [WALLET, 'wallet.lamports < RECOVERY.lamportsPerSignature', 'wallet.lamports < 0n'],
    ],
    [
      'summary',
      '4.8: the summary adds up',
      [CLOSED, 'the summary adds up what the transactions say, and their last block is named'],
      [CLOSE_ROUTE, 'networkFee += one.networkFee', 'networkFee = one.networkFee'],
    ],
    [
      'split',
      '4.8: each share goes to its wallet',
      [CLOSED, SPLIT],
      [WALLET, 'list.push(pay(share.wallet, lamports))', 'list.push(pay(shares[0]!.wallet, lamports))'],
    ],
    [
      'affordable',
      '4.8: no more transactions than the wallet can pay for',
      [CLOSED, 'an owner pays for no more transactions to elsewhere than it can, and the rest is said to be left'],
      [WALLET, 'return Math.max(1, Number(spare / RECOVERY.highestFeeLamports))', 'return Number.POSITIVE_INFINITY'],
    ],
    [
      'payer-poor',
      '4.8: a fee payer signs when the owner is under 0.002 SOL',
      [ADVANCED, ADVANCE],
      [WALLET, 'wallet.lamports < RECOVERY.poorLamports', 'wallet.lamports <= RECOVERY.poorLamports'],
    ],
    [
      'payer-repaid',
      '4.8: the same transaction repays the fee payer',
      [ADVANCED, ADVANCE],
      [WALLET, '[pay(feePayer, feeLamports)]', '[pay(feePayer, feeLamports - 1n)]'],
    ],
    [
      'payer-partial',
      '4.8: signed by the fee payer alone',
      [ADVANCED, ADVANCE],
      [
        'src/services/recovery/finish-transactions.ts',
        'signer === feePayer.address ? signature.value',
        'signer !== feePayer.address ? signature.value',
      ],
    ],
    [
      'payer-looks',
      '4.8: the fee payer signs nothing that does not repay it',
      [REPAID, 'a closing that repays its fee is signed, one lamport less is not'],
      [JUDGE, 'repaid >= feeLamports ? null', 'repaid >= feeLamports - 1n ? null'],
    ],
    [
      'payer-uses',
      '4.8: nothing else uses the fee payer',
      [REPAID, 'whatever else would use the payer is refused'],
      [JUDGE, "if (!isRepayment) return 'an instruction that uses the fee payer'", 'if (!isRepayment) continue'],
    ],
    [
      'payer-programs',
      '4.8: no other programs beside the fee payer',
      [REPAID, 'another payer, another signer, another program and broken bytes are refused'],
      [JUDGE, "if (!ALLOWED.has(program ?? ''))", 'if (program === undefined)'],
    ],
    [
      'fee-wallet-kind',
      '4.8: a fee wallet that belongs to a program gets nothing and keeps no closing back',
      [
        'test/routes/recovery/close.test.ts',
        'a fee wallet that is none takes no fee, keeps no closing back and is named',
      ],
      [SHARES, "return 'belongs to a program and is no wallet'", 'return null'],
    ],
    [
      'payer-bound',
      '4.8: the fee payer’s spending is bounded',
      [ADVANCED, BOUND],
      [ADVANCES, 'if (ofAll > dayCap || ofWallet > walletCap) return null', 'if (ofWallet > walletCap) return null'],
    ],
    [
      'payer-lost',
      '4.8: what landed and failed stays counted',
      [ADVANCED, BOUND],
      [SETTLE, 'else if (status.err !== null) lost +=', 'else if (status.err === 7) lost +='],
    ],
    [
      'payer-given-back',
      '4.8: what repaid is given back',
      [ADVANCED, 'what is signed and not repaid is at risk until it can never land; what landed well is given back'],
      [PAYER, 'await settleAdvances(ctx)', 'void settleAdvances'],
    ],
    [
      'payer-restart',
      '4.8: what was signed before a restart is settled from the chain, too',
      [SETTLED, 'what was signed before a restart is asked about after it: only what landed and failed stays lost'],
      [ADVANCES, 'if (row !== undefined) rows.put(id, encodeDurable({ ...row, signed, ...life }))', 'void row'],
    ],
    [
      'payer-ten',
      '4.8: one call has ten transactions advanced at most',
      [ADVANCED, 'one call has ten transactions advanced at most, a free key one at a time, and says what is left'],
      [WALLET, 'return terms.advanced', 'return terms.advanced + 1'],
    ],
    [
      'payer-key',
      '7: 503 where the fee payer has no key',
      [ADVANCED, 'a fee payer without a wallet key is 503'],
      [CLOSE, 'if (!feePayer.ok) return feePayer', "if (!feePayer.ok) return fail('internal', 'x')"],
    ],
  ]),
  ...rulesOf('recovery.confirm', 'POST /api/v1/confirm', [
    [
      'wallet',
      '4.8, 7: walletAddress is required',
      [BODIES, NAMED],
      [BODY, "refuse('walletAddress required')", "refuse('walletAddress')"],
    ],
    [
      'wallet-kind',
      '7: `invalid wallet`',
      [BODIES, NAMED],
      [BODY, "if (!isAddress(walletAddress)) return refuse('invalid wallet')", ''],
    ],
    [
      'signature',
      '4.8, 7: signature is required',
      [BODIES, NAMED],
      [BODY, "refuse('signature required')", "refuse('signature')"],
    ],
    [
      'signature-kind',
      '2.1: signatures have a pattern',
      [BODIES, NAMED],
      [BODY, '!isSignature(signature)', 'signature === 7'],
    ],
    [
      'count-kind',
      '4.8: accountsClosed is a count',
      [BODIES, NAMED],
      [
        BODY,
        "typeof value === 'number' && Number.isInteger(value) && value >= 0",
        'Number.isInteger(value) && (value as number) >= -1',
      ],
    ],
    [
      'sol-kind',
      '4.8: solRecovered is an amount of SOL',
      [BODIES, NAMED],
      [BODY, 'if (lamports === null)', 'if (lamports === 7n)'],
    ],
    [
      'defaults',
      '4.8: both figures are 0 by default',
      [CONFIRMED, 'figures that are left out count as zero'],
      [BODY, "json['accountsClosed'] ?? 0", "json['accountsClosed'] ?? 1"],
    ],
    [
      'digits',
      '2.7: amounts keep every digit',
      [BODIES, 'a sum of doubles counts as the lamports it stands for, and large amounts keep every digit'],
      [BODY, 'readDecimal(text, SUM_DECIMALS)', 'readDecimal(text, SOL_DECIMALS)'],
    ],
    [
      'totals',
      '4.8: updates the totals of the key',
      [CONFIRMED, 'what the caller reports is recorded as it is and added to the totals of the key'],
      [TABLE, 'accountsClosed: before.accountsClosed + row.accountsClosed', 'accountsClosed: row.accountsClosed'],
    ],
    [
      'drift',
      '2.7: totals without float drift',
      [CONFIRMED, 'sixty-four additions lose no lamport'],
      [
        TABLE,
        'String(BigInt(one) + BigInt(other))',
        'String(BigInt(Math.trunc((Number(one) / 1e9 + Number(other) / 1e9) * 1e9)))',
      ],
    ],
    [
      'once',
      '4.8: a signature counts once for a key',
      [CONFIRMED, 'a signature counts once for a key, and again for another'],
      [TABLE, 'if (before !== undefined) return { row: before, isNew: false }', ''],
    ],
    [
      'preview',
      '4.8: builder preview keys are acknowledged without persistence',
      [CONFIRMED, 'the public builder key is acknowledged and nothing is kept'],
      [CONFIRM, 'isRecorded: false', 'isRecorded: true'],
    ],
    [
      'fee-earned',
      '2.7: feeEarned is the key’s own share',
      [CONFIRMED, 'the key’s own share is what its fee wallet has earned'],
      [CONFIRM, "kind === 'key')\n  const", "kind === 'platform')\n  const"],
    ],
    [
      'trusted',
      '4.8: the caller’s figures are trusted',
      [CONFIRMED, 'the chain is asked afterwards: whether it agrees is said beside the figures, which stay'],
      [TABLE, 'encodeDurable({ ...row, ...verdict })', 'encodeDurable({ ...row, ...verdict, accountsClosed: 3 })'],
    ],
    [
      'chain',
      '4.8: whether the chain agrees is recorded',
      [CONFIRMED, 'the chain is asked afterwards: whether it agrees is said beside the figures, which stay'],
      [CONFIRM, 'if (isNew) checkOnChain(ctx, row)', 'void checkOnChain'],
    ],
    [
      'chain-owner',
      '4.8: a recovery of another wallet does not agree',
      [ON_CHAIN, 'another number of accounts, other lamports and another wallet are not'],
      [LOOK, 'signers.includes(claim.walletAddress) &&', ''],
    ],
    [
      'chain-failed',
      '4.8: what landed and failed is said',
      [ON_CHAIN, 'what landed and failed closed nothing'],
      [LOOK, "chain: 'failed'", "chain: 'differs'"],
    ],
    [
      'chain-lost',
      '4.8: what never landed is said',
      [ON_CHAIN, 'what never lands is not found after the last look'],
      [LOOK, "chain: 'not_found'", "chain: 'differs'"],
    ],
  ]),
  ...rulesOf('recovery.stats', 'GET /api/v1/stats', [
    ['key', '4.8, 5: a key is needed', [BODIES, KEYS], [STATS_ROUTE, "auth: 'apiKey',", "auth: 'public',"]],
    ['unlimited', '4.8, 8: outside the limiter', [CHECKED, LIMITER], [STATS_ROUTE, '  unlimited: true,\n', '']],
    [
      'no-record',
      '7: `no key context` for stats without a registered key',
      [CONFIRMED, 'stats without a registered key are 401'],
      [STATS, "fail('unauthorized', 'no key context')", "fail('unauthorized', 'no record')"],
    ],
    [
      'ten',
      '2.7: the 10 newest',
      [CONFIRMED, 'the ten newest are shown, newest first'],
      [LIMITS, 'recentRows: 10,', 'recentRows: 11,'],
    ],
    [
      'newest',
      '2.7: newest first',
      [CONFIRMED, 'what the caller reports is recorded as it is and added to the totals of the key'],
      [TABLE, 'reverse: true, limit }), ({ value }) =>', 'reverse: true, limit: 1 }), ({ value }) =>'],
    ],
  ]),
]
