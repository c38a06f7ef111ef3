import { rulesOf } from '../engine-rule.ts'

const SIGN = 'test/routes/account/sign-in.test.ts'
const KEYS = 'test/routes/account/keys.test.ts'
const FEES = 'test/routes/account/fee-wallet.test.ts'
const PUBLIC = 'test/routes/account/dashboard.test.ts'
const LATE = 'test/routes/account/fee-wallet-delay.test.ts'
const CLAIMS = 'test/routes/account/branding-claims.test.ts'
const BRAND = 'test/routes/account/branding.test.ts'
const SIBLINGS = 'test/siblings/accounts.test.ts'
const STRICT = 'test/chain/solana/verify-strictly.test.ts'
const VOLATILE = 'test/store/volatile/accounts.test.ts'
const OWNERS = 'test/store/tables/key-owners.test.ts'
const AUDITED = 'test/store/tables/audit.test.ts'
const AUDIT_CLI = 'test/cli/audit.test.ts'

const TEXT = 'a challenge names host, purpose, wallet, nonce and both times, and says that nothing will be sent'
const NO_CHALLENGE = 'what no challenge can be made for is 400'
const SIGNED_IN =
  'a wallet that signs its challenge gets a session of 24 hours, in base58 or base64, with or without a key'
const LACKING = 'a sign-in with something missing is 400 naming it'
const REPLAYED = 'a nonce is good once: the same answer again is refused'
const RACED = 'of two answers with one nonce at once, one signs in'
const BURNED = 'every try uses the nonce up, also one with a wrong signature or none'
const EXPIRED = 'a challenge expires after five minutes'
const ONE_WALLET = 'a challenge is good for one wallet and one purpose'
const ANOTHER = "another wallet's signature is refused"
const OWN_HOST = 'the host in the text is the configured one, whatever a request calls the server'
const ALIKE = 'a text that looks alike is another text'
const MALLEATED =
  'a signature changed into another valid-looking one is refused: scalar beyond the order, other spellings'
const SMALL = 'a key of small order, for which anyone can sign, never signs in'
const ORDER = 'the scalar with the group order added, once or more, is refused'
const SMALL_KEYS = 'no key of small order signs anything, in no encoding, though a plain check takes some'
const FIVE = 'of a wallet five challenges are live, the oldest ends with the sixth'
const BESIEGED = 'strangers who ask for challenges of a wallet cannot keep it from signing in'
const FLOOD = 'a flood of failed sign-ins from one address is 429; other addresses go on, and it ends after ten minutes'
const FIXED = 'a session token is made by the server alone, and no token of before is raised'
const DIGESTS = 'the store knows digests of tokens, and no log line has one'
const SHOWN_ONCE = 'a registered key is shown once, works, and only its digest is kept'
const FEES_GIVEN = 'a fee wallet can be given, and no domains mean any'
const NO_KEY = 'what no key can be registered with is 400, and does not use the challenge up'
const HAS_ONE = 'a wallet that has a key gets no second one, also when two ask at once; a revoked one does not count'
const SIXTH = 'after five registrations of one address in an hour the sixth is 429; an IPv6 network is one address'
const TOKENS = 'session routes without a token, with an invented one or one that has run out are 401'
const GONE = 'session routes of a wallet whose key is gone are 404, and the session follows the wallet, not the key'
const RENEWED = 'a regenerated key takes the place of the old one at once; id, totals and license stay'
const GRACE = 'with a grace the old key is good as long as said, and no longer; the next regeneration ends it'
const NO_GRACE = 'a grace that is none is 400'
const DROPPED = 'a regeneration ends the other sessions of its owner, and no one else’s'
const TEN = 'a key is regenerated ten times in an hour at most: each new one has a rate limit of its own'
const HOSTS = 'domains are trimmed, lower-cased and filtered, never refused; nothing valid removes the restriction'
const OPEN = 'naming the owner is enough to change the fee wallet: no signature and no session is asked for'
const WANTING = 'what is missing or no address is 400'
const SAME_404 =
  'an unknown key, a revoked one and one of another wallet are 404 in the same bytes, in the same class of time'
const KEY_TRIES =
  'a key id is tried ten times in an hour, known or not, from however many addresses; its owner is not kept out'
const ADDRESS_TRIES = 'an address tries twenty times in ten minutes, whatever the keys'
const LOGGED = 'each change leaves a row in the log, with both values, the address it came from and who it was'
const SHOWN = 'the dashboard shows each change of a day with its old value, and whose it was'
const UNDONE = 'an undo takes everything back that came without the session, however often it was changed'
const BY_ID = 'one change can be undone by its id, within a day, by the owner of that key alone'
const NEVER_SET = 'a fee wallet that was never set is undone to none, which is the owner'
const WAITS = 'a change without the session is answered 200 and moves no fees for an hour, which both dashboards show'
const LOCKED = 'a locked fee wallet is changed by the own session only, and locking cancels what was pending'
const CANCELS = 'the owner cancels a change before it counts, and takes it back after'
const BY_AMOUNT = 'the amount that is given to a key identifies it, by whichever wallet it is paid or claimed first'
const BY_MEMO = 'the memo names a key, whatever the amount'
const PROVEN = "proven: no one has a stranger's payment that names no key; the session of the wallet that paid has it"
const ROBBED = 'open: what a stranger claimed first is taken back by the wallet that paid, within the hour and once'
const STRICT_MODE = "strict mode wants the owner's session, and says 404 to one of someone else's key"
const KEYLESS = 'a wallet without a key has a dashboard, too: of nothing'
const NO_WALLET = 'what is no public key is 400'
const NO_SECRETS = 'the public dashboard shows no domains, no label, and nothing of the key'
const REVOKED = "a revoked key is no one's any more"
const TWENTY = 'recoveries are summed exactly, and the session sees the twenty newest, newest first'
const TORN = 'a store that cannot be read or written is 500, in the envelope and without its reason'
const FAILED_AUTH =
  'invented keys and tokens are limited by address, 200 in ten seconds, and callers with a valid one go on'
const COST = 'the license costs half a SOL, and says where to pay and what it unlocks'
const PAID = 'a payment activates the license; an active one is answered without another look'
const BAD_CLAIM = 'what is missing or malformed is 400'
const NOT_MINE = 'an unknown key, a foreign and a revoked one are 404 in the same words'
const UNSEEN = 'a transaction that no one has seen, or that failed, pays nothing'
const SHORT = 'the license wallet has to gain 0.99 times the price by the transaction, however it does'
const AN_HOUR = 'a payment counts for an hour'
const ONCE = 'a payment is used once, for one key, whatever its spelling and however many ask at once'
const NOT_YOURS = 'what the owner of another key paid cannot be claimed by the first one to see it'
const NO_NODE = 'a node that does not answer is 500, and no payment is lost by it'
const PAY_TRIES = 'an address has twenty payments verified in ten minutes'
const BALANCE = 'the session dashboard reads the balance of the fee wallet off the chain, and says null when it cannot'
const NOT_SOLD = 'where no license wallet is configured, nothing is sold: 503'
const CROSSES = 'a challenge of one process is answered in the other, once in both'
const TWO_SESSIONS = 'a session of one process is known in the other, and gone in both when its key is regenerated'
const TWO_KEYS = 'two keys that race for one payment in two processes: one gets the license'
const COUNTED = 'registrations of an address and tries on a key id are counted in both together'
const OLD_RECORDS = 'records from before fee wallets and owners’ index read as null and are found by owner'
const VERSION = 'the end of a retired key moves the version, so that no one’s memory keeps it'
const REFUSED = 'what is refused neither writes nor moves the version'
const ONE_TRANSACTION = 'a change of a key and its row are one transaction, and the row shows only what changed'
const NO_KEYS_LOGGED = 'an API key never gets into the log'
const NEWEST_KEPT = 'the log keeps its newest rows: what anyone can make grow has an end'
const OPERATOR = 'what an operator does to keys is in the log, with what it was before and without the key'
const TIMES = 'challenges of one moment get times of their own, and five of a place are live'
const POOLS = 'wallets without a key fill their own pool and never push out those with one'
const PLACES = 'a flood of places ends no one’s challenge, and what is kept is bounded'
const WINDOWS = 'windows of attempts are bounded, and swept as they end'

/** Every rule of accounts and keys (spec 2.7, 3, 4.7, 5 and 7, and our own design where these say nothing), with the
 *  test that holds it and a change that turns that test red. */
export const ACCOUNT_RULES = [
  ...rulesOf('account.challenge', 'POST /api/auth/challenge', [
    [
      'host',
      '4.7: the message names the configured host, never the one a request names',
      [SIGN, OWN_HOST],
      'prove-wallet#judge',
    ],
    [
      'text',
      '4.7: host, purpose, wallet, nonce, issued-at, expiry, and that no transaction will be sent',
      [SIGN, TEXT],
      'challenge-message#STATEMENTS.login',
    ],
    ['expiry-text', '4.7: the message says when it expires', [SIGN, TEXT], 'challengeMessage'],
    ['five-minutes', '4.7: `expiresAt` is five minutes away', [SIGN, TEXT], 'ACCOUNTS.challengeMs'],
    ['invalid', '4.7: 400 `Invalid wallet address` for what is no public key', [SIGN, NO_CHALLENGE], 'isWallet'],
    ['purposes', '4.7: a purpose is login or register', [SIGN, NO_CHALLENGE], 'challengeBody'],
    [
      'five-live',
      '4.7: at most five live nonces a wallet, the oldest ends with the sixth',
      [SIGN, FIVE],
      'ACCOUNTS.liveChallenges',
    ],
    ['no-lockout', '5: a stranger cannot lock a wallet out of signing in', [SIGN, BESIEGED], 'createChallenge'],
    [
      'bounded',
      '5: nothing grows without bound from unauthenticated requests',
      [VOLATILE, PLACES],
      'createChallenges.makeRoom',
    ],
  ]),
  ...rulesOf('account.login', 'POST /api/auth/login', [
    ['session', '4.7: a token of 32 bytes in base64url, for 24 hours', [SIGN, SIGNED_IN], 'ACCOUNTS.sessionMs'],
    ['base64', '4.7: the signature comes in base58 or base64', [SIGN, SIGNED_IN], 'prove-wallet#readSignature'],
    ['key-id', '4.7: `apiKeyId` is the id of the wallet’s key, or null; never 404', [SIGN, SIGNED_IN], 'login'],
    ['missing', '7: 400 for missing fields', [SIGN, LACKING], 'read-members#otherwise'],
    ['replay', '4.7: a nonce is good once', [SIGN, REPLAYED], 'prove-wallet#judge'],
    ['race', '5: of many answers to one nonce at once, one counts', [SIGN, RACED], 'prove-wallet#judge'],
    [
      'remembered',
      '5: a used nonce is remembered, also where nothing else of it is',
      [VOLATILE, TIMES],
      'createChallenges.burn',
    ],
    ['burned', '4.7: the nonce is burned on every attempt', [SIGN, BURNED], 'prove-wallet#judge'],
    ['expired', '4.7: 401 `challenge expired` after five minutes', [SIGN, EXPIRED], 'readChallenge'],
    ['one-wallet', '5: a nonce is bound to a wallet', [SIGN, ONE_WALLET], 'challenge-nonce#codeOf'],
    ['one-purpose', '4.7: and to a purpose', [SIGN, ONE_WALLET], 'challenge-nonce#codeOf'],
    ['invented', '5: a nonce that the server did not make is refused', [SIGN, ONE_WALLET], 'readChallenge'],
    [
      'signer',
      "5: another wallet's signature is refused with 401 `invalid signature`",
      [SIGN, ANOTHER],
      'prove-wallet#judge',
    ],
    ['look-alike', '5: a text that looks alike is another text', [SIGN, ALIKE], 'verifyStrictly'],
    [
      'malleated',
      '5: a malleated signature is refused, and every other spelling',
      [SIGN, MALLEATED],
      'prove-wallet#readSignature',
    ],
    ['order', '5: S + L is refused', [STRICT, ORDER], 'verifyStrictly'],
    [
      'small-order',
      '5: keys of small order never sign, in no encoding',
      [STRICT, SMALL_KEYS],
      'verify-strictly#isPlainPoint',
    ],
    ['small-order-sign-in', '5: and never sign in', [SIGN, SMALL], 'verifyStrictly'],
    ['flood', '5: failed sign-ins of one address are limited', [SIGN, FLOOD], 'proveWallet'],
    ['fixation', '5: a session token is made by the server alone', [SIGN, FIXED], 'login'],
    ['digest', '5: tokens are kept as digests', [SIGN, DIGESTS], 'login'],
    [
      'siblings',
      '5: challenges are shared by sibling processes, each counts once',
      [SIBLINGS, CROSSES],
      'readOrMakeSecret',
    ],
    [
      'pools',
      '5: sessions of wallets without a key never push out those with one',
      [VOLATILE, POOLS],
      'createSessions.open',
    ],
  ]),
  ...rulesOf('account.session', 'GET /api/dashboard-session', [
    ['tokens', '4.7, 5: 401 for a missing, unknown or expired token', [KEYS, TOKENS], 'createSessions.find'],
    ['deleted', '5: expired sessions are deleted on use', [KEYS, TOKENS], 'createSessions.find'],
    ['gone', '4.7, 7: 404 when the key is gone', [KEYS, GONE], 'sessionKey'],
    [
      'follows-wallet',
      '4.7: the key is asked for at each use, so that another owner’s is out of reach at once',
      [KEYS, GONE],
      'openKeyRows.forgetPointers',
    ],
    ['balance', '4.7: `feeWalletBalance` in lamports, or null', [BRAND, BALANCE], 'session-dashboard#readBalance'],
    ['domains', '4.7: `allowedDomains` is null when unrestricted', [KEYS, HOSTS], 'shownDomains'],
    ['recent', '4.7: `recentTransactions`, 20 newest first', [PUBLIC, TWENTY], 'ACCOUNTS.recentTransactions'],
    [
      'changes',
      '5: the change of the fee wallet with its old value, for 24 hours',
      [FEES, SHOWN],
      'fee-wallet-changes#changeOf',
    ],
    ['day', '5: and no longer', [FEES, SHOWN], 'feeWalletChanges'],
    ['failed-auth', '5: failed authentication is limited by address', [PUBLIC, FAILED_AUTH], 'pipeline#checkCaller'],
    ['failure', '7: 500 on a failure of the store, without its reason', [PUBLIC, TORN], 'answer#answerThrown'],
  ]),
  ...rulesOf('account.dashboard', 'GET /api/dashboard/{wallet}', [
    ['keyless', '4.7: 200 even when the wallet has no key', [PUBLIC, KEYLESS], 'publicDashboard'],
    ['invalid', '4.7: 400 `Invalid wallet address` for what is no public key', [PUBLIC, NO_WALLET], 'publicDashboard'],
    ['secrets', '4.7: allowed domains and secrets are excluded', [PUBLIC, NO_SECRETS], 'publicDashboard'],
    ['license', '4.7: `brandingLicenseTx` is null when inactive, else the payment', [BRAND, PAID], 'publicDashboard'],
    ['revoked', '4.7: a revoked key is no one’s', [PUBLIC, REVOKED], 'openApiKeys.findByOwner'],
    ['exact', '2.7: amounts in SOL, summed from lamports without drift', [PUBLIC, TWENTY], 'showTotals'],
    ['failure', '4.7: 500 on a failure of the store', [PUBLIC, TORN], 'publicDashboard'],
    ['old-records', '4.7: records from before fee wallets read as null', [OWNERS, OLD_RECORDS], 'openKeyRows.read'],
    ['old-owners', '4.7: owners of older stores are found', [OWNERS, OLD_RECORDS], 'openKeyRows'],
  ]),
  ...rulesOf('account.domains', 'POST /api/update-domains', [
    ['normalised', '4.7: entries are trimmed and lower-cased', [KEYS, HOSTS], 'parseDomains'],
    ['wildcard', '4.7: the pattern allows a leading `*.`', [KEYS, HOSTS], 'parse-domains#HOST'],
    ['filtered', '4.7: invalid entries are dropped, never rejected', [KEYS, HOSTS], 'parseDomains'],
    ['odd', '4.7: also those that are no text', [KEYS, HOSTS], 'parseDomains'],
    ['removed', '4.7: an empty or fully invalid list removes the restriction', [KEYS, HOSTS], 'updateDomains'],
    ['list', '4.7: `domains` is a list', [KEYS, HOSTS], 'domainsBody'],
    ['session', '4.7: wants a session', [KEYS, TOKENS], 'accountUpdateDomains.auth'],
  ]),
  ...rulesOf('account.fee-wallet', 'POST /api/dashboard/update-fee-wallet', [
    ['open', '4.7: no signature or session is verified', [FEES, OPEN], 'updateFeeWallet'],
    ['message', '4.7: the answer is `success` and `message`', [FEES, OPEN], 'updateFeeWallet'],
    ['missing', '4.7: 400 for missing fields', [FEES, WANTING], 'feeWalletBody'],
    ['addresses', '4.7: 400 for bad addresses', [FEES, WANTING], 'feeWalletBody'],
    ['number', '4.7: `apiKeyId` is a number', [FEES, WANTING], 'feeWalletBody'],
    ['same-404', '5: one identical 404 for an unknown id and a foreign owner', [FEES, SAME_404], 'updateFeeWallet'],
    ['foreign', '4.7: 404 when the id does not belong to the owner', [FEES, SAME_404], 'updateFeeWallet'],
    [
      'key-limit',
      '5: limits per key id, whether there is such a key or not',
      [FEES, KEY_TRIES],
      'ATTEMPTS.feeWalletOfKey',
    ],
    ['owner-goes-on', '5: no one keeps the owner out', [FEES, KEY_TRIES], 'updateFeeWallet'],
    ['address-limit', '5: limits per address', [FEES, ADDRESS_TRIES], 'ATTEMPTS.feeWalletOfAddress'],
    ['audit', '5: an audit row with the old value', [FEES, LOGGED], 'openApiKeys.note'],
    ['actor', '5: which says whether the owner’s session was there', [FEES, LOGGED], 'updateFeeWallet'],
    ['delay', "5: without the owner's session it counts after a delay", [LATE, WAITS], 'update-fee-wallet#changeTo'],
    ['locked', '5: an owner can lock it', [LATE, LOCKED], 'updateFeeWallet'],
    ['strict', "5: strict mode wants the owner's session", [FEES, STRICT_MODE], 'updateFeeWallet'],
    ['failure', '7: 500 when the store refuses', [PUBLIC, TORN], 'updateFeeWallet'],
    ['siblings', '5: tries are counted in all processes together', [SIBLINGS, COUNTED], 'open#assemble'],
    [
      'bounded',
      '5: nothing grows without bound from unauthenticated requests',
      [VOLATILE, WINDOWS],
      'createAttempts.makeRoom',
    ],
  ]),
  ...rulesOf('account.undo', 'POST /api/dashboard-session/undo-fee-wallet', [
    ['all', '5: a change is undoable for 24 hours, however often it was changed', [FEES, UNDONE], 'valueBefore'],
    ['pending', '5: a change that does not count yet is cancelled', [LATE, CANCELS], 'undoFeeWallet'],
    ['by-id', '5: one change by its id', [FEES, BY_ID], 'valueBefore'],
    ['own', '5: by the owner of that key alone', [FEES, BY_ID], 'feeWalletChanges'],
    ['nothing', '4.7: 404 when there is nothing to undo', [FEES, UNDONE], 'undoFeeWallet'],
    ['never-set', '4.7: back to none, which is the owner', [FEES, NEVER_SET], 'fee-wallet-changes#textOf'],
    ['session', '5: auth S', [KEYS, TOKENS], 'accountUndoFeeWallet.auth'],
  ]),
  ...rulesOf('account.register', 'POST /api/register-key', [
    ['created', '4.7: 201 with the key, shown once', [KEYS, SHOWN_ONCE], 'accountRegisterKey.status'],
    ['digest', '4.7: only a SHA-256 of the key is stored', [KEYS, SHOWN_ONCE], 'api-keys#recordOf'],
    ['owner-fees', '4.7: the fee wallet is the owner unless one is given', [KEYS, SHOWN_ONCE], 'registerKey'],
    ['given-fees', '4.7: `feeWallet` is taken', [KEYS, FEES_GIVEN], 'registerKey'],
    ['label', '4.7: a label of at most 64 characters, none of them unseen', [KEYS, NO_KEY], 'registerBody'],
    ['taken', '4.7: 409 `wallet already has a key`', [KEYS, HAS_ONE], 'openApiKeys.register'],
    ['purpose', '4.7: the purpose of the challenge is `register`', [KEYS, SHOWN_ONCE], 'registerKey'],
    ['limit', '4.7: 429 after 5 per IP per hour', [KEYS, SIXTH], 'ATTEMPTS.register'],
    ['network', '5: an IPv6 network is one address', [KEYS, SIXTH], 'registerKey'],
    ['not-burned', '4.7: who is over the limit keeps the challenge', [KEYS, SIXTH], 'registerKey'],
    ['ceiling', '5: nothing grows without bound: keys have an end', [OWNERS, REFUSED], 'openApiKeys.register'],
  ]),
  ...rulesOf('account.regenerate', 'POST /api/regenerate-key', [
    ['replaced', '4.7: the old key is invalid at once', [KEYS, RENEWED], 'regenerateKey'],
    ['carried-over', '4.7: totals and license are carried over', [KEYS, RENEWED], 'openApiKeys.regenerate'],
    ['until', '4.7: `oldKeyValidUntil` is null when immediate', [KEYS, RENEWED], 'regenerateKey'],
    ['grace', '4.7: the old key stays good for the grace', [KEYS, GRACE], 'regenerateKey'],
    ['grace-ends', '4.7: and no longer, in no process’s memory', [OWNERS, VERSION], 'openApiKeys.followVersion'],
    ['grace-time', '4.7: by its time', [OWNERS, VERSION], 'openApiKeys.isGood'],
    ['range', '4.7: `graceSeconds` 0 to 604800', [KEYS, NO_GRACE], 'regenerateBody'],
    ['others-dropped', '4.7: other sessions of the owner are dropped', [KEYS, DROPPED], 'regenerateKey'],
    ['own-kept', '4.7: its own stays', [KEYS, DROPPED], 'createSessions.dropOthers'],
    ['limit', '5: a new window of requests with each new key has an end', [KEYS, TEN], 'ATTEMPTS.regenerate'],
    ['siblings', '5: sessions are shared by sibling processes', [SIBLINGS, TWO_SESSIONS], 'open#assemble'],
    ['refused', '4.7: what is refused leaves everyone’s memory good', [OWNERS, REFUSED], 'openApiKeys.change'],
  ]),
  ...rulesOf('account.license', 'GET /api/branding-license', [
    ['cost', '2.7: `cost` is 0.5 SOL', [BRAND, COST], 'BRANDING.costSol'],
    ['payee', '2.7: and `paymentWallet`', [BRAND, COST], 'brandingInfo'],
    ['unsold', '7: 503 where it is not configured', [BRAND, NOT_SOLD], 'brandingInfo'],
  ]),
  ...rulesOf('account.payment', 'POST /api/verify-branding-payment', [
    ['activates', '3: the flag is set and the signature stored', [BRAND, PAID], 'openApiKeys.activateBranding'],
    [
      'already',
      '3: an active key answers `alreadyActive: true` without re-verifying',
      [BRAND, PAID],
      'verifyBrandingPayment',
    ],
    ['missing', '4.7: 400 for missing fields', [BRAND, BAD_CLAIM], 'brandingBody'],
    ['foreign', '4.7: 404 when the key and the owner do not match', [BRAND, NOT_MINE], 'verifyBrandingPayment'],
    ['unconfirmed', '4.7: 400 for an unconfirmed transaction', [BRAND, UNSEEN], 'verify-branding-payment#checkPayment'],
    ['failed', '4.7: a transaction that failed pays nothing', [BRAND, UNSEEN], 'judgePayment'],
    ['amount', '4.7: the balance rose by at least 0.99 times 0.5 SOL', [BRAND, SHORT], 'BRANDING.minLamports'],
    ['amount-enough', '4.7: and that is enough', [BRAND, SHORT], 'BRANDING.minLamports'],
    ['recipient', '4.7: the balance of the license wallet', [BRAND, SHORT], 'readPayment'],
    ['age', '4.7: under one hour old', [BRAND, AN_HOUR], 'BRANDING.maxAgeMs'],
    ['age-enough', '4.7: until then it counts', [BRAND, AN_HOUR], 'BRANDING.maxAgeMs'],
    ['once', '5: a payment is used once, for one key', [BRAND, ONCE], 'openApiKeys.activateBranding'],
    ['race', '5: also when two keys race in two processes', [SIBLINGS, TWO_KEYS], 'openApiKeys.activateBranding'],
    ['spelling', '5: whatever its spelling', [BRAND, ONCE], 'verify-branding-payment#checkPayment'],
    [
      'not-yours',
      '4.7: what the owner of another key paid cannot be claimed by the first one to see it',
      [BRAND, NOT_YOURS],
      'judgeClaim',
    ],
    ['named', '4.7: a payment that names a key is for that key alone', [CLAIMS, BY_AMOUNT], 'judgeClaim'],
    ['memo', '4.7: so is one whose memo names it', [CLAIMS, BY_MEMO], 'judgeClaim'],
    ['proven', "4.7: a stranger's payment that names no key is its payer's", [CLAIMS, PROVEN], 'judgeClaim'],
    ['taken-back', '4.7: the payer takes it back from who asked first', [CLAIMS, ROBBED], 'api-keys#isTaken'],
    ['node', '7: 500 on a failure of the node', [BRAND, NO_NODE], 'verify-branding-payment#checkPayment'],
    ['limit', '5: what a stranger makes the node work for is limited', [BRAND, PAY_TRIES], 'ATTEMPTS.branding'],
  ]),
  ...rulesOf('account.audit', 'POST /api/register-key', [
    [
      'one-transaction',
      '5: every change of a key has its row, which shows what changed',
      [AUDITED, ONE_TRANSACTION],
      'api-keys#changesOf',
    ],
    ['no-secrets', '5: no key is ever in it', [AUDITED, NO_KEYS_LOGGED], 'openAudit.write'],
    ['bounded', '5: the log has an end', [AUDITED, NEWEST_KEPT], 'openAudit.write'],
    ['operator', '5: also what is done at the command line', [AUDIT_CLI, OPERATOR], 'keys#change'],
  ]),
]
