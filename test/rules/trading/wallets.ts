// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const LIST = 'test/routes/wallets-v1/wallets.test.ts'
const PAY = 'test/routes/wallets-v1/withdraw.test.ts'
const RECORDS = 'test/routes/wallets-v1/records.test.ts'
const SIGNER = 'test/services/wallets/signer.test.ts'
const FUNDING = 'test/services/sandbox/fund-users.test.ts'

const BODIES = 'src/routes/wallets-v1/wallet-body.ts'
const LISTING = 'src/routes/wallets-v1/list.ts'
const LIMITS = 'src/config/wallets.ts'
const CREATE = 'src/services/wallets/create.ts'
const SIGNING = 'src/services/wallets/signer.ts'
const PAGE = 'src/services/wallets/list.ts'
const READ = 'src/services/wallets/read-wallet.ts'
const WITHDRAW = 'src/services/wallets/withdraw.ts'
const BOOK = 'src/services/wallets/withdrawal-book.ts'
const SETTLE = 'src/services/wallets/settle-withdrawals.ts'
const ANSWER = 'src/services/wallets/answer-withdrawal.ts'
const SOL_PLAN = 'src/services/wallets/plan-sol-withdrawal.ts'
const TOKEN_PLAN = 'src/services/wallets/plan-token-withdrawal.ts'
const TABLE = 'src/store/tables/wallets.ts'

const RECORDED = 'a withdrawal that cannot be recorded is not signed'
const SIGNATURE = 'the signature is on disk before anything is sent'
const SETTLED = 'a server that dies between signing and the end leaves what the next one finds out from the chain'
const LOOKED = 'what was signed and is not on the chain stays open until its blockhash is dead, and is never sent'
const UNSIGNED = 'what was not signed is ended as not sent, when no process can be about to sign it any more'
const ONCE = 'a wallet is made once for a user of a key: asked for again, it is answered as it is'
const CROWD = 'ten requests at once make one wallet, of whom one is told 201'
const WATCHED = 'a wallet that is only watched has the address that was given, and nobody can sign for it'
const OTHER = 'a user who has a wallet gets none of another kind or address, or with another list of recipients'
const WRONG = 'what a new wallet is asked with wrongly is 400 naming the member'
const OWN = 'keys see, read and empty their own wallets alone'
const SCOPES = 'every route wants a key, and a scope: wallet to make and empty, read to look'
const PAGES = 'wallets are listed page by page, oldest first, without anything secret'
const HELD = 'a wallet shows what the chain has: SOL, up to 50 token accounts with the held ones first, and its list'
const NO_NODE = 'a node that fails is 502 in the words of the trading API, and no node is 503'
const ALL = 'a new wallet is funded, buys and sells, and pays everything out: nothing is left, to the lamport'
const SIMULATED = 'a simulated withdrawal shows the answer and sends nothing, whatever its key'
const SIX = 'max of a coin empties up to six accounts at a time and closes those that are empty already'
const FROZEN = 'frozen coins stay, an account that somebody else may close is emptied and left open'
const TAXED = 'of a coin with a fee on transfers less arrives, and the answer says how much'
const TO = 'who may not receive is refused: no address, itself, mints, programs, token accounts of something else'
const AMOUNTS = 'amounts and mints that are none are refused by name'
const FLOOR = 'what the chain would not let be left or received is refused, one lamport below is not'
const LISTED = 'a wallet with a list pays out to the addresses of its list only'
const SAME_KEY = 'the same Idempotency-Key pays once: at once, later, and to nobody else'
const EQUAL = 'each transaction of a process has a data limit of its own, near the runtime’s'
const PENDING = 'what is sent and not confirmed is 202 with its signature, and its key asks on until it has landed'
const LOST = 'what never lands is 504, costs nothing and may be asked for again under another key'

/** Every rule of custodial wallets (the family of 4.11 whose routes the specification leaves open), with the test that
 *  holds it and a change that turns that test red. */
export const WALLET_RULES = [
  ...rulesOf('wallets.make', 'POST /v1/wallets', [
    [
      'scope',
      '4.9, 5: making wallets needs the scope wallet',
      [LIST, SCOPES],
      ['src/routes/wallets-v1/create.ts', "scope: 'wallet',", "scope: 'read',"],
    ],
    [
      'status',
      '4.11: 201 for a new wallet, 200 for the one that is there',
      [LIST, ONCE],
      [CREATE, 'status: made ? 201 : 200', 'status: 201'],
    ],
    [
      'once',
      '4.11: a user of a key has one wallet, also when asked for at once',
      [LIST, CROWD],
      [
        TABLE,
        'known !== undefined && (!replaces || known.address === record.address)',
        'known !== undefined && replaces',
      ],
    ],
    [
      'key',
      '4.9: the same user of another key is somebody else',
      [LIST, ONCE],
      ['src/store/derive-seed.ts', '2\\n${namespace}', '2'],
    ],
    [
      'default',
      '4.9: the user named default acts for requests without X-User-Ref',
      [LIST, ONCE],
      [SIGNING, 'isDefault: parts.userRef === DEFAULT_USER_REF', 'isDefault: true'],
    ],
    [
      'watch',
      '4.11: a watched wallet trades nothing',
      [LIST, WATCHED],
      [
        SIGNING,
        "if (record.kind === 'watch') return fail('conflict', 'the wallet of this user ref is only watched')",
        '',
      ],
    ],
    [
      'conflict',
      '4.11: 409 for a user whose wallet is of another kind or address',
      [LIST, OTHER],
      [CREATE, 'if (record.kind !== kind || (address !== null && record.address !== address)) return false', ''],
    ],
    [
      'conflict.list',
      '4.11: 409 when it pays out to others than asked',
      [LIST, OTHER],
      [CREATE, 'return withdrawTo.length === 0 || (', 'return true || ('],
    ],
    [
      'user-ref',
      '4.11: user_ref is required',
      [LIST, WRONG],
      [BODIES, 'if (!isUserRef(userRef))', "if (typeof userRef !== 'string')"],
    ],
    [
      'user-ref.chars',
      '4.11: user_ref has 1 to 64 characters',
      [LIST, WRONG],
      [LIMITS, 'userRefChars: 64,', 'userRefChars: 65,'],
    ],
    ['label', '4.11: a label has at most 64 characters', [LIST, WRONG], [LIMITS, 'labelChars: 64,', 'labelChars: 65,']],
    [
      'kind',
      '4.11: kind is derived or watch',
      [LIST, WRONG],
      [BODIES, "(json['kind'] ?? 'derived'))", "(json['kind'] ?? 'derived')) ?? 'derived'"],
    ],
    [
      'address',
      '4.11: an address is given for watched wallets only',
      [LIST, WRONG],
      [
        BODIES,
        "if (kind === 'watch' ? !isAddress(address) : address !== null)",
        "if (kind === 'watch' && !isAddress(address))",
      ],
    ],
    [
      'recipients',
      '4.11: a list of recipients has at most 20 addresses',
      [LIST, WRONG],
      [LIMITS, 'withdrawToMax: 20,', 'withdrawToMax: 21,'],
    ],
    [
      'unconfigured',
      '4.11, 7: live mode has no custodial wallets without a key of the operator: 503',
      [LIST, NO_NODE],
      [
        'src/services/wallets/master-seed.ts',
        "if (source !== 'wallet') return fail('unconfigured', 'custodial wallets are not configured: set WALLET_KEY_FILE')",
        '',
      ],
    ],
    [
      'trade-makes',
      '4.9: a trade makes the wallet of a new user only for a key with the scope wallet',
      [SIGNER, 'a key without the wallet scope uses wallets that are there and makes none'],
      [SIGNING, "if (!caller.key.scopes.includes('wallet'))", 'if (!caller)'],
    ],
    [
      'idle',
      '4.11: a key that signs nothing for the idle limit is given up',
      [SIGNER, 'a key that signed nothing for the idle limit is given up, one that signs stays'],
      ['src/services/wallets/signing-keys.ts', 'usedAtMs <= beforeMs', 'usedAtMs < 0'],
    ],
    [
      'sandbox',
      '4.11: the sandbox funds its published users once in a world',
      [FUNDING, 'money is given once in a world, also to callers at once and by a server that starts again'],
      ['src/services/sandbox/fund-users.ts', 'if (history.value.length > 0) continue', ''],
    ],
    [
      'sandbox.world',
      '4.11: and anew in a new world',
      [FUNDING, 'a new world funds the same addresses anew'],
      [
        'src/services/sandbox/fund-users.ts',
        'state.funding === null || state.world !== world',
        'state.funding === null',
      ],
    ],
    [
      'sandbox.live',
      '4.11: live mode funds nobody',
      [FUNDING, 'live mode gives nobody money and makes no wallets'],
      ['src/services/sandbox/fund-users.ts', "if (ctx.sandbox === null) return fail('not_found', 'not found')", ''],
    ],
  ]),
  ...rulesOf('wallets.list', 'GET /v1/wallets', [
    [
      'scope',
      '4.11, 5: the list needs the scope read',
      [LIST, SCOPES],
      [LISTING, "scope: 'read',", "scope: 'wallet',"],
    ],
    [
      'own',
      '4.11: a key sees its own wallets alone',
      [LIST, OWN],
      [TABLE, 'ofKey.put([keyId, id], Buffer.alloc(1))', 'ofKey.put([1, id], Buffer.alloc(1))'],
    ],
    [
      'default',
      '4.11: 50 a page unless asked otherwise',
      [LIST, PAGES],
      [LIMITS, 'listDefault: 50,', 'listDefault: 49,'],
    ],
    ['most', '4.11: at most 100 a page', [LIST, PAGES], [LIMITS, 'listMax: 100,', 'listMax: 99,']],
    ['least', '4.11: at least one', [LIST, PAGES], [LISTING, 'min: 1,', 'min: 2,']],
    [
      'cursor',
      '4.11: next_cursor leads to the rest',
      [LIST, PAGES],
      [PAGE, 'found.length > limit ? page.at(-1)!.id : null', 'null'],
    ],
    [
      'order',
      '4.11: oldest first',
      [LIST, PAGES],
      [PAGE, 'wallets: page.map(showWallet)', 'wallets: page.map(showWallet).reverse()'],
    ],
  ]),
  ...rulesOf('wallets.read', 'GET /v1/wallets/{id}', [
    [
      'scope',
      '4.11, 5: reading needs the scope read',
      [LIST, SCOPES],
      ['src/routes/wallets-v1/show.ts', "scope: 'read',", "scope: 'wallet',"],
    ],
    [
      'own',
      '4.11: the wallet of another key is 404 like one that is none',
      [LIST, OWN],
      ['src/services/wallets/own-wallet.ts', ' || record.keyId !== caller.key.id', ''],
    ],
    [
      'lamports',
      '4.11: lamports are written with all their digits',
      [LIST, HELD],
      [READ, 'exactInteger(own?.lamports ?? 0n)', 'Number(own?.lamports ?? 0n)'],
    ],
    ['tokens', '4.11: up to 50 token accounts', [LIST, HELD], [LIMITS, 'shownTokens: 50,', 'shownTokens: 51,']],
    ['held', '4.11: those that hold something first', [LIST, HELD], [READ, 'isEmpty !== 0 ? isEmpty : ', '']],
    [
      'count',
      '4.11: and how many there are in all',
      [LIST, HELD],
      [READ, 'token_accounts: owned.value.length', 'token_accounts: shown.length'],
    ],
    ['frozen', '4.11: what is frozen is said to be', [LIST, HELD], [READ, 'frozen: tokens.isFrozen', 'frozen: false']],
    ['limits', '4.11: with the list of recipients', [LIST, HELD], [READ, '[...record.value.withdrawTo]', '[]']],
    [
      'node',
      '7: a node that fails is 502',
      [LIST, NO_NODE],
      [READ, "if (!balances.ok) return atStage(balances, 'quote')", "if (!balances.ok) return fail('internal', '')"],
    ],
  ]),
  ...rulesOf('wallets.withdraw', 'POST /v1/wallets/{id}/withdraw', [
    [
      'scope',
      '4.11, 5: withdrawing needs the scope wallet',
      [LIST, SCOPES],
      ['src/routes/wallets-v1/withdraw.ts', "scope: 'wallet',", "scope: 'read',"],
    ],
    [
      'given-away',
      '4.11: nothing is paid into an associated account that was given to somebody else',
      [PAY, 'coins for a wallet whose associated account was given to somebody else are paid to nobody'],
      [TOKEN_PLAN, 'if (isUsed && isThere && tokenOwnerOf(there, mint) !== wish.to)', 'if (address === wish.to)'],
    ],
    [
      'watch',
      '4.11: nothing is paid out of a watched wallet: 409',
      [LIST, WATCHED],
      [
        WITHDRAW,
        "if (kind === 'watch') return fail('conflict', 'the server has no key of this wallet: it is only watched')",
        '',
      ],
    ],
    [
      'max',
      '4.11: max of SOL leaves nothing, to the lamport',
      [PAY, ALL],
      [SOL_PLAN, 'heldRaw - feeLamports : wish.amount', 'heldRaw - feeLamports - 1n : wish.amount'],
    ],
    [
      'max.close',
      '4.11: max of a coin closes what it empties',
      [PAY, ALL],
      [TOKEN_PLAN, 'return raw === amountRaw &&', 'return false &&'],
    ],
    [
      'max.empty',
      '4.11: and what is empty already',
      [PAY, SIX],
      [TOKEN_PLAN, "(amount === 'max' && isClosable(one, 0n, wallet))", 'false'],
    ],
    ['sources', '4.11: up to six accounts at a time', [PAY, SIX], [LIMITS, 'sourceAccounts: 6,', 'sourceAccounts: 5,']],
    ['frozen', '4.11: frozen coins are no balance', [PAY, FROZEN], [TOKEN_PLAN, '!one.isFrozen && ', '']],
    [
      'close-authority',
      '4.11: an account that another may close stays',
      [PAY, FROZEN],
      [TOKEN_PLAN, ' && (closeAuthority === null || closeAuthority === wallet)', ''],
    ],
    [
      'received',
      '4.11: what arrives is told beside what left',
      [PAY, TAXED],
      [WITHDRAW, '(arrived?.tokens.get(mint) ?? plan.amountRaw)', 'plan.amountRaw'],
    ],
    [
      'to',
      '4.11: to is required, an address',
      [PAY, TO],
      [BODIES, "if (!isAddress(to)) return refuse('to: expected an address')", ''],
    ],
    [
      'to.self',
      '4.11: a wallet does not pay itself',
      [PAY, TO],
      [WITHDRAW, "if (to === address) return fail('invalid_request', 'to: the wallet itself')", ''],
    ],
    [
      'to.sol',
      '4.11: SOL goes to wallets only',
      [PAY, TO],
      [SOL_PLAN, 'if (!mayReceiveSol(recipient))', 'if (to === wallet)'],
    ],
    [
      'to.mint',
      '4.11: coins go to wallets and token accounts of their mint',
      [PAY, TO],
      [TOKEN_PLAN, 'if (fields === null || encodeBase58(fields.mint) !== mint.mint)', 'if (fields === null)'],
    ],
    [
      'to.own',
      '4.11: and not into another account of the wallet',
      [PAY, TO],
      [TOKEN_PLAN, "if (owner === wallet) return fail('invalid_request', 'to: an account of the wallet itself')", ''],
    ],
    [
      'mint',
      '7: invalid_mint where there is no mint',
      [PAY, AMOUNTS],
      [
        TOKEN_PLAN,
        "fail('invalid_mint', 'no mint at this address')",
        "fail('invalid_request', 'no mint at this address')",
      ],
    ],
    [
      'amount',
      '4.11: an amount is at least one base unit',
      [PAY, AMOUNTS],
      [BODIES, 'raw === null || raw === 0n ||', 'raw === null ||'],
    ],
    ['amount.u64', '4.11: and no more than the chain can count', [PAY, AMOUNTS], [BODIES, ' || raw > MAX_U64', '']],
    [
      'floor',
      '4.11: what would be left is enough for the chain, or nothing',
      [PAY, FLOOR],
      [SOL_PLAN, 'if (rest > 0n && rest < floor.value)', 'if (rest < 0n)'],
    ],
    [
      'floor.recipient',
      '4.11: and so is what the recipient has',
      [PAY, FLOOR],
      [SOL_PLAN, 'if ((recipient?.lamports ?? 0n) + amountRaw < floor.value)', 'if (floor.value < 0n)'],
    ],
    [
      'balance',
      '7: 402 when the wallet has too little',
      [PAY, FLOOR],
      [SOL_PLAN, 'if (amountRaw <= 0n || rest < 0n)', 'if (amountRaw <= 0n)'],
    ],
    [
      'list',
      '4.11: a wallet with a list pays out to that only: 422 policy_blocked',
      [PAY, LISTED],
      [WITHDRAW, "return offList(withdrawTo, 'to', to)", "return offList([], 'to', to)"],
    ],
    [
      'simulate',
      '4.11: simulate sends nothing',
      [PAY, SIMULATED],
      [WITHDRAW, 'if (wish.simulate) {', 'if (wish.simulate === null) {'],
    ],
    [
      'idempotent',
      '4.9: the same Idempotency-Key pays once',
      [PAY, SAME_KEY],
      [WITHDRAW, 'idempotencyKey: key.value,', "idempotencyKey: '',"],
    ],
    [
      'mismatch',
      '4.9, 7: the same key with another request is 409',
      [PAY, SAME_KEY],
      [WITHDRAW, 'body: { id: record.id, ...wish },', 'body: { id: record.id },'],
    ],
    [
      'key',
      '4.9: a key has at most 255 visible characters',
      [PAY, AMOUNTS],
      [
        WITHDRAW,
        "if (!key.ok) return atStage(key, 'validate')",
        "if (!key.ok) return atStage(key, 'quote') && fail('internal', '')",
      ],
    ],
    [
      'equal',
      '4.9: equal requests under keys of their own are payments of their own',
      ['test/services/landing/distinct-data-limit.test.ts', EQUAL],
      ['src/services/landing/distinct-data-limit.ts', 'turn.next = (turn.next + 1) % TURNS', ''],
    ],
    [
      'durable',
      '4.9: what is signed is on disk before it is sent, and its key asks the chain',
      [PAY, PENDING],
      [WITHDRAW, '() => onceRecord.signed({ ...sent, note })', 'async () => {}'],
    ],
    [
      'recorded',
      '4.11: a withdrawal is in the log before it is signed',
      [RECORDS, RECORDED],
      [WITHDRAW, 'await book.begin(note)', ''],
    ],
    [
      'signature',
      '4.11: its signature is on disk before it is sent',
      [RECORDS, SIGNATURE],
      [BOOK, 'await Promise.all([own, keepElsewhere()])', 'await keepElsewhere()'],
    ],
    [
      'ended',
      '4.11: what a crash left open is found out from the chain',
      [RECORDS, SETTLED],
      [SETTLE, 'if (end !== null) await endWithdrawal(ctx, open, end)', ''],
    ],
    [
      'looked-for',
      '4.11: what can still land has no end',
      [RECORDS, LOOKED],
      [SETTLE, 'lastValidBlockHeight: sent.lastValidBlockHeight,', 'lastValidBlockHeight: 0,'],
    ],
    [
      'unsigned',
      '4.11: what another process may be about to sign has no end',
      [RECORDS, UNSIGNED],
      [SETTLE, 'if (nowMs - open.startedAtMs < WALLETS.unsignedMs) return', ''],
    ],
    [
      'pending',
      '7: 202 while nobody knows, safe to repeat with its key',
      [PAY, PENDING],
      [ANSWER, 'retry_safe: isRepeatable,', 'retry_safe: false,'],
    ],
    [
      'not-landed',
      '7: 504 once it can land no more',
      [PAY, LOST],
      [ANSWER, "failed('not_landed',", "failed('pending',"],
    ],
  ]),
]
