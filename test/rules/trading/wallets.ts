import { rulesOf } from '../engine-rule.ts'

const LIST = 'test/routes/custody/wallets.test.ts'
const PAY = 'test/routes/custody/withdraw.test.ts'
const RECORDS = 'test/routes/custody/records.test.ts'
const SIGNER = 'test/services/custody/signer.test.ts'
const FUNDING = 'test/services/sandbox/fund-users.test.ts'

const RECORDED = 'a withdrawal that cannot be recorded is not signed'
const SIGNATURE = 'the signature is on disk before anything is sent'
const SETTLED = 'a server that dies between signing and the end leaves what the next one finds out from the chain'
const LOOKED = 'what was signed and is not on the chain stays open until its blockhash is dead, and is never sent'
const UNSIGNED = 'what was not signed is ended as not sent, when no process can be about to sign it any more'
const ONCE = 'a wallet is made once for a user of a key: asked for again, it is answered as it is'
const CROWD = 'ten requests at once make one wallet, and one of them gets 201'
const WATCHED = 'a wallet that is only watched has the address that was given, and no one can sign for it'
const OTHER = 'a user who has a wallet gets none of another kind or address, or with another list of recipients'
const WRONG = 'what a new wallet is asked with wrongly is 400 naming the member'
const OWN = 'keys see, read and empty their own wallets alone'
const SCOPES = 'every route wants a key, and a scope: wallet to make and empty, read to look'
const PAGES = 'wallets are listed page by page, oldest first, without anything secret'
const HELD = 'a wallet shows what the chain has: SOL, up to 50 token accounts with the held ones first, and its list'
const NO_NODE = 'a node that fails is 502 in the words of the trading API, and no node is 503'
const ALL = 'a new wallet is funded, buys and sells, and pays everything out: nothing is left, to the lamport'
const SIMULATED = 'a simulated withdrawal shows the answer and sends nothing, whatever its key'
const SIX = 'max of a token empties up to six accounts at a time and closes those that are empty already'
const FROZEN = 'frozen tokens stay, an account that someone else may close is emptied and left open'
const TAXED = 'of a token with a fee on transfers less arrives, and the answer says how much'
const TO = 'who may not receive is refused: no address, itself, mints, programs, token accounts of something else'
const AMOUNTS = 'amounts and mints that are none are refused by name'
const FLOOR = 'what the chain would not let be left or received is refused, one lamport below is not'
const LISTED = 'a wallet with a list pays out to the addresses of its list only'
const SAME_KEY = 'the same Idempotency-Key pays once: at once, later, and to no one else'
const EQUAL = 'each transaction of a process has a data limit of its own, near the runtime’s'
const PENDING = 'what is sent and not confirmed is 202 with its signature, and its key asks on until it has landed'
const LOST = 'what never lands is 504, costs nothing and may be asked for again under another key'

/** Every rule of custodial wallets (the family of 4.11 whose routes the specification leaves open), with the test that
 *  holds it and a change that turns that test red. */
export const WALLET_RULES = [
  ...rulesOf('wallets.make', 'POST /v1/wallets', [
    ['scope', '4.9, 5: making wallets needs the scope wallet', [LIST, SCOPES], 'walletCreate.scope'],
    ['status', '4.11: 201 for a new wallet, 200 for the one that is there', [LIST, ONCE], 'createWallet'],
    [
      'once',
      '4.11: a user of a key has one wallet, also when asked for at once',
      [LIST, CROWD],
      'openCustodyWallets.create',
    ],
    ['key', '4.9: the same user of another key is someone else', [LIST, ONCE], 'derive-seed#infoOf'],
    ['default', '4.9: the user named default acts for requests without X-User-Ref', [LIST, ONCE], 'newRecord'],
    ['watch', '4.11: a watched wallet trades nothing', [LIST, WATCHED], 'walletOf'],
    ['conflict', '4.11: 409 for a user whose wallet is of another kind or address', [LIST, OTHER], 'create#isAsAsked'],
    ['conflict.list', '4.11: 409 when it pays out to others than asked', [LIST, OTHER], 'create#isAsAsked'],
    ['user-ref', '4.11: user_ref is required', [LIST, WRONG], 'wallet-body#userRef'],
    ['user-ref.chars', '4.11: user_ref has 1 to 64 characters', [LIST, WRONG], 'CUSTODY.userRefChars'],
    ['label', '4.11: a label has at most 64 characters', [LIST, WRONG], 'CUSTODY.labelChars'],
    ['kind', '4.11: kind is derived or watch', [LIST, WRONG], 'wallet-body#createBody'],
    ['address', '4.11: an address is given for watched wallets only', [LIST, WRONG], 'wallet-body#createBody'],
    ['recipients', '4.11: a list of recipients has at most 20 addresses', [LIST, WRONG], 'CUSTODY.withdrawToMax'],
    [
      'unconfigured',
      '4.11, 7: live mode has no custodial wallets without a key of the operator: 503',
      [LIST, NO_NODE],
      'withMasterSeed',
    ],
    [
      'trade-makes',
      '4.9: a trade makes the wallet of a new user only for a key with the scope wallet',
      [SIGNER, 'a key without the wallet scope uses wallets that are there and makes none'],
      'signer#makeFor',
    ],
    [
      'idle',
      '4.11: a key that signs nothing for the idle limit is given up',
      [SIGNER, 'a key that signed nothing for the idle limit is given up, one that signs stays'],
      'createSigningKeys.sweep',
    ],
    [
      'sandbox',
      '4.11: the sandbox funds its published users once in a world',
      [FUNDING, 'money is given once in a world, also to callers at once and by a server that starts again'],
      'fund-users#fund',
    ],
    [
      'sandbox.world',
      '4.11: and again in a new world',
      [FUNDING, 'a new world funds the same addresses again'],
      'fundSandboxUsers',
    ],
    [
      'sandbox.live',
      '4.11: live mode funds no one',
      [FUNDING, 'live mode gives no one money and makes no wallets'],
      'fundSandboxUsers',
    ],
  ]),
  ...rulesOf('wallets.list', 'GET /v1/wallets', [
    ['scope', '4.11, 5: the list needs the scope read', [LIST, SCOPES], 'walletList.scope'],
    ['own', '4.11: a key sees its own wallets alone', [LIST, OWN], 'openCustodyWallets.create'],
    ['default', '4.11: 50 a page unless asked otherwise', [LIST, PAGES], 'CUSTODY.listDefault'],
    ['most', '4.11: at most 100 a page', [LIST, PAGES], 'CUSTODY.listMax'],
    ['least', '4.11: at least one', [LIST, PAGES], 'walletList.query'],
    ['cursor', '4.11: next_cursor leads to the rest', [LIST, PAGES], 'listWallets'],
    ['order', '4.11: oldest first', [LIST, PAGES], 'listWallets'],
  ]),
  ...rulesOf('wallets.read', 'GET /v1/wallets/{id}', [
    ['scope', '4.11, 5: reading needs the scope read', [LIST, SCOPES], 'walletShow.scope'],
    ['own', '4.11: the wallet of another key is 404 like one that is none', [LIST, OWN], 'ownWallet'],
    ['lamports', '4.11: lamports are written with all their digits', [LIST, HELD], 'read-wallet#readBalances'],
    ['tokens', '4.11: up to 50 token accounts', [LIST, HELD], 'CUSTODY.shownTokens'],
    ['held', '4.11: those that hold something first', [LIST, HELD], 'read-wallet#heldFirst'],
    ['count', '4.11: and how many there are in all', [LIST, HELD], 'read-wallet#readBalances'],
    ['frozen', '4.11: what is frozen is said to be', [LIST, HELD], 'read-wallet#readBalances'],
    ['limits', '4.11: with the list of recipients', [LIST, HELD], 'readWallet'],
    ['node', '7: a node that fails is 502', [LIST, NO_NODE], 'readWallet'],
  ]),
  ...rulesOf('wallets.withdraw', 'POST /v1/wallets/{id}/withdraw', [
    ['scope', '4.11, 5: withdrawing needs the scope wallet', [LIST, SCOPES], 'walletWithdraw.scope'],
    [
      'given-away',
      '4.11: nothing is paid into an associated account that was given to someone else',
      [PAY, 'tokens for a wallet whose associated account was given to another owner are paid to no one'],
      'plan-token-withdrawal#findDestination',
    ],
    ['watch', '4.11: nothing is paid out of a watched wallet: 409', [LIST, WATCHED], 'withdraw#judge'],
    ['max', '4.11: max of SOL leaves nothing, to the lamport', [PAY, ALL], 'planSolWithdrawal'],
    ['max.close', '4.11: max of a token closes what it empties', [PAY, ALL], 'plan-token-withdrawal#isClosable'],
    ['max.empty', '4.11: and what is empty already', [PAY, SIX], 'plan-token-withdrawal#chooseSources'],
    ['sources', '4.11: up to six accounts at a time', [PAY, SIX], 'CUSTODY.sourceAccounts'],
    ['frozen', '4.11: frozen tokens are no balance', [PAY, FROZEN], 'plan-token-withdrawal#chooseSources'],
    [
      'close-authority',
      '4.11: an account that another may close stays',
      [PAY, FROZEN],
      'plan-token-withdrawal#isClosable',
    ],
    ['received', '4.11: what arrives is reported beside what left', [PAY, TAXED], 'withdraw#noteOf'],
    ['to', '4.11: to is required, an address', [PAY, TO], 'withdrawBody'],
    ['to.self', '4.11: a wallet does not pay itself', [PAY, TO], 'withdraw#judge'],
    ['to.sol', '4.11: SOL goes to wallets only', [PAY, TO], 'planSolWithdrawal'],
    [
      'to.mint',
      '4.11: tokens go to wallets and token accounts of their mint',
      [PAY, TO],
      'plan-token-withdrawal#findDestination',
    ],
    ['to.own', '4.11: and not into another account of the wallet', [PAY, TO], 'plan-token-withdrawal#findDestination'],
    ['mint', '7: invalid_mint where there is no mint', [PAY, AMOUNTS], 'planTokenWithdrawal'],
    ['amount', '4.11: an amount is at least one base unit', [PAY, AMOUNTS], 'wallet-body#amount'],
    ['amount.u64', '4.11: and no more than the chain can count', [PAY, AMOUNTS], 'baseUnits'],
    ['floor', '4.11: what would be left is enough for the chain, or nothing', [PAY, FLOOR], 'planSolWithdrawal'],
    ['floor.recipient', '4.11: and so is what the recipient has', [PAY, FLOOR], 'planSolWithdrawal'],
    ['balance', '7: 402 when the wallet has too little', [PAY, FLOOR], 'planSolWithdrawal'],
    ['list', '4.11: a wallet with a list pays out to that only: 422 policy_blocked', [PAY, LISTED], 'withdraw#judge'],
    ['simulate', '4.11: simulate sends nothing', [PAY, SIMULATED], 'withdraw'],
    ['idempotent', '4.9: the same Idempotency-Key pays once', [PAY, SAME_KEY], 'withdraw'],
    ['mismatch', '4.9, 7: the same key with another request is 409', [PAY, SAME_KEY], 'withdraw'],
    ['key', '4.9: a key has at most 255 visible characters', [PAY, AMOUNTS], 'withdraw'],
    [
      'equal',
      '4.9: equal requests under keys of their own are payments of their own',
      ['test/services/landing/distinct-data-limit.test.ts', EQUAL],
      'distinctDataLimit',
    ],
    [
      'durable',
      '4.9: what is signed is on disk before it is sent, and its key asks the chain',
      [PAY, PENDING],
      'withdraw#send',
    ],
    ['recorded', '4.11: a withdrawal is in the log before it is signed', [RECORDS, RECORDED], 'withdraw#send'],
    ['signature', '4.11: its signature is on disk before it is sent', [RECORDS, SIGNATURE], 'openBook.signed'],
    [
      'ended',
      '4.11: what a crash left open is found out from the chain',
      [RECORDS, SETTLED],
      'settle-withdrawals#settleOne',
    ],
    ['looked-for', '4.11: what can still land has no end', [RECORDS, LOOKED], 'settle-withdrawals#settleOne'],
    [
      'unsigned',
      '4.11: what another process may be about to sign has no end',
      [RECORDS, UNSIGNED],
      'settle-withdrawals#settleOne',
    ],
    ['pending', '7: 202 while no one knows, safe to repeat with its key', [PAY, PENDING], 'answerWithdrawal'],
    ['not-landed', '7: 504 once it can land no more', [PAY, LOST], 'answerWithdrawal'],
  ]),
]
