// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
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

const BODY = 'src/routes/account/account-body.ts'
const CONFIG = 'src/config/accounts.ts'
const PROVE = 'src/services/account/prove-wallet.ts'
const NONCE = 'src/services/account/challenge-nonce.ts'
const MESSAGE = 'src/services/account/challenge-message.ts'
const CREATE = 'src/services/account/create-challenge.ts'
const LOGIN = 'src/services/account/login.ts'
const REGISTER = 'src/services/account/register-key.ts'
const REGENERATE = 'src/services/account/regenerate-key.ts'
const SESSION_KEY = 'src/services/account/session-key.ts'
const SESSION_DASH = 'src/services/account/session-dashboard.ts'
const PUBLIC_DASH = 'src/services/account/public-dashboard.ts'
const RECOVERIES = 'src/services/account/show-recoveries.ts'
const NORMALISE = 'src/services/account/normalise-domains.ts'
const DOMAINS = 'src/services/account/parse-domains.ts'
const UPDATE = 'src/services/account/update-fee-wallet.ts'
const CHANGES = 'src/services/account/fee-wallet-changes.ts'
const UNDO = 'src/services/account/undo-fee-wallet.ts'
const VERIFY = 'src/services/account/verify-branding-payment.ts'
const CLAIM = 'src/services/account/judge-claim.ts'
const PAYMENT = 'src/services/account/read-payment.ts'
const JUDGE = 'src/services/account/judge-payment.ts'
const INFO = 'src/services/account/branding-info.ts'
const STRICTLY = 'src/chain/solana/verify-strictly.ts'
const PIPELINE = 'src/http/pipeline.ts'
const KEY_TABLE = 'src/store/tables/api-keys.ts'
const KEY_ROWS = 'src/store/tables/key-rows.ts'
const AUDIT = 'src/store/tables/audit.ts'
const SESSIONS = 'src/store/volatile/sessions.ts'
const CHALLENGES = 'src/store/volatile/challenges.ts'
const ATTEMPTS = 'src/store/volatile/attempts.ts'

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
const SMALL = 'a key of small order, for which anybody can sign, never signs in'
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
const DROPPED = 'a regeneration ends the other sessions of its owner, and nobody else’s'
const TEN = 'a key is regenerated ten times in an hour at most: each new one has a rate limit of its own'
const HOSTS = 'domains are trimmed, lower-cased and filtered, never refused; nothing valid removes the restriction'
const OPEN = 'whoever names the owner changes the fee wallet: no signature and no session is asked for'
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
const BY_AMOUNT = 'the amount that a key is given names it, whoever pays it and whoever claims it first'
const BY_MEMO = 'the memo names a key, whatever the amount'
const PROVEN = "proven: nobody has a stranger's payment that names no key; the session of the wallet that paid has it"
const ROBBED = 'open: what a stranger claimed first is taken back by the wallet that paid, within the hour and once'
const STRICT_MODE = "strict mode wants the owner's session, and says 404 to one of somebody else's key"
const KEYLESS = 'a wallet without a key has a dashboard, too: of nothing'
const NO_WALLET = 'what is no public key is 400'
const NO_SECRETS = 'the public dashboard shows no domains, no label, and nothing of the key'
const REVOKED = "a revoked key is nobody's any more"
const TWENTY = 'recoveries are summed exactly, and the session sees the twenty newest, newest first'
const TORN = 'a store that cannot be read or written is 500, in the envelope and without its reason'
const GUESSES =
  'keys and tokens that somebody makes up are limited by address, 200 in ten seconds, and whoever has one goes on'
const COST = 'the license costs half a SOL, and says where to pay and what it unlocks'
const PAID = 'a payment activates the license; an active one is answered without another look'
const BAD_CLAIM = 'what is missing or malformed is 400'
const NOT_MINE = 'an unknown key, a foreign and a revoked one are 404 in the same words'
const UNSEEN = 'a transaction that nobody has seen, or that failed, pays nothing'
const SHORT = 'the license wallet has to gain 0.99 times the price by the transaction, however it does'
const AN_HOUR = 'a payment counts for an hour'
const ONCE = 'a payment is used once, for one key, whatever its spelling and however many ask at once'
const NOT_YOURS = 'what the owner of another key paid is not for whoever sees it first'
const NO_NODE = 'a node that does not answer is 500, and no payment is lost by it'
const PAY_TRIES = 'an address has twenty payments verified in ten minutes'
const BALANCE = 'the session dashboard reads the balance of the fee wallet off the chain, and says null when it cannot'
const NOT_SOLD = 'where no license wallet is configured, nothing is sold: 503'
const CROSSES = 'a challenge of one process is answered in the other, once in both'
const TWO_SESSIONS = 'a session of one process is known in the other, and gone in both when its key is regenerated'
const TWO_KEYS = 'two keys that race for one payment in two processes: one gets the license'
const COUNTED = 'registrations of an address and tries on a key id are counted in both together'
const OLD_RECORDS = 'records from before fee wallets and owners’ index read as null and are found by owner'
const VERSION = 'the end of a retired key moves the version, so that nobody’s memory keeps it'
const REFUSED = 'what is refused neither writes nor moves the version'
const ONE_TRANSACTION = 'a change of a key and its row are one transaction, and the row tells only what changed'
const NO_KEYS_LOGGED = 'an API key never gets into the log'
const NEWEST_KEPT = 'the log keeps its newest rows: what anybody can make grow has an end'
const OPERATOR = 'what an operator does to keys is in the log, with what it was before and without the key'
const TIMES = 'challenges of one moment get times of their own, and five of a place are live'
const POOLS = 'wallets without a key fill their own pool and never push out those with one'
const PLACES = 'a flood of places ends nobody’s challenge, and what is kept is bounded'
const WINDOWS = 'windows of attempts are bounded, and swept as they end'

/** Every rule of accounts and keys (spec 2.7, 3, 4.7, 5 and 7, and our own design where these say nothing), with the test
 *  that holds it and a change that turns that test red. */
export const ACCOUNT_RULES = [
  ...rulesOf('account.challenge', 'POST /api/auth/challenge', [
    [
      'host',
      '4.7: the message names the configured host, never the one a request names',
      [SIGN, OWN_HOST],
      [
        PROVE,
        'challengeMessage(ctx.config.accounts.publicHost, challenge)',
        "challengeMessage('evil.example', challenge)",
      ],
    ],
    [
      'text',
      '4.7: host, purpose, wallet, nonce, issued-at, expiry, and that no transaction will be sent',
      [SIGN, TEXT],
      [MESSAGE, 'Sign in to manage your API key. No transaction will be sent.', 'Sign in to manage your API key.'],
    ],
    [
      'expiry-text',
      '4.7: the message says when it expires',
      [SIGN, TEXT],
      [MESSAGE, 'new Date(expiresAtMs).toISOString()', 'new Date(issuedAtMs).toISOString()'],
    ],
    [
      'five-minutes',
      '4.7: `expiresAt` is five minutes away',
      [SIGN, TEXT],
      [CONFIG, 'challengeMs: 5 * MINUTE_MS', 'challengeMs: 50 * MINUTE_MS'],
    ],
    [
      'invalid',
      '4.7: 400 `Invalid wallet address` for what is no public key',
      [SIGN, NO_CHALLENGE],
      [
        'src/services/account/is-wallet.ts',
        'isAddress(text) && decodeBase58Fixed(text, 32) !== null',
        'isAddress(text)',
      ],
    ],
    [
      'purposes',
      '4.7: a purpose is login or register',
      [SIGN, NO_CHALLENGE],
      [BODY, "(json['purpose'] ?? 'login'))\n", "(json['purpose'] ?? 'login')) ?? 'login'\n"],
    ],
    [
      'five-live',
      '4.7: at most five live nonces a wallet, the oldest ends with the sixth',
      [SIGN, FIVE],
      [CONFIG, 'liveChallenges: 5', 'liveChallenges: 6'],
    ],
    [
      'no-lockout',
      '5: a stranger cannot lock a wallet out of signing in',
      [SIGN, BESIEGED],
      [CREATE, 'issuerOf(challenges.secret, addressBucket(clientIp))', "issuerOf(challenges.secret, '')"],
    ],
    [
      'bounded',
      '5: nothing grows without bound from unauthenticated requests',
      [VOLATILE, PLACES],
      [CHALLENGES, 'rowsIn(placeEnds) >= bounds.challengePlaces', 'false'],
    ],
  ]),
  ...rulesOf('account.login', 'POST /api/auth/login', [
    [
      'session',
      '4.7: a token of 32 bytes in base64url, for 24 hours',
      [SIGN, SIGNED_IN],
      [CONFIG, 'sessionMs: 24 * HOUR_MS', 'sessionMs: 25 * HOUR_MS'],
    ],
    [
      'base64',
      '4.7: the signature comes in base58 or base64',
      [SIGN, SIGNED_IN],
      [PROVE, "bytes.length === SIGNATURE_BYTES && bytes.toString('base64') === text", 'false'],
    ],
    [
      'key-id',
      '4.7: `apiKeyId` is the id of the wallet’s key, or null; never 404',
      [SIGN, SIGNED_IN],
      [LOGIN, 'findByOwner(proof.ownerWallet)?.id ?? null', 'findByOwner(proof.ownerWallet)?.createdAtMs ?? null'],
    ],
    [
      'missing',
      '7: 400 for missing fields',
      [SIGN, LACKING],
      [BODY, "missingOf(json, ['ownerWallet', 'nonce', 'signature'])", "missingOf(json, ['ownerWallet'])"],
    ],
    [
      'replay',
      '4.7: a nonce is good once',
      [SIGN, REPLAYED],
      [PROVE, 'challenges.burn(challenge, nowMs)', '(challenges.secret, true)'],
    ],
    [
      'race',
      '5: of many answers to one nonce at once, one counts',
      [SIGN, RACED],
      [PROVE, 'challenges.burn(challenge, nowMs)', '(challenges.burn(challenge, nowMs), true)'],
    ],
    [
      'remembered',
      '5: a used nonce is remembered, also where nothing else of it is',
      [VOLATILE, TIMES],
      [CHALLENGES, 'burned.put(key, PRESENT)', 'void key'],
    ],
    [
      'burned',
      '4.7: the nonce is burned on every attempt',
      [SIGN, BURNED],
      [
        PROVE,
        'const burned = challenge === null ? false :',
        'const burned = challenge === null || readSignature(signature) === null || signature.startsWith("no") || signature.length < 87 ? true :',
      ],
    ],
    [
      'expired',
      '4.7: 401 `challenge expired` after five minutes',
      [SIGN, EXPIRED],
      [NONCE, 'ageMs >= ACCOUNTS.challengeMs', 'ageMs > 2 * ACCOUNTS.challengeMs'],
    ],
    [
      'one-wallet',
      '5: a nonce is bound to a wallet',
      [SIGN, ONE_WALLET],
      [NONCE, '`${purpose}\\n${wallet}\\n${head}`', '`${purpose}\\n${head}`'],
    ],
    [
      'one-purpose',
      '4.7: and to a purpose',
      [SIGN, ONE_WALLET],
      [NONCE, '`${purpose}\\n${wallet}\\n${head}`', '`${wallet}\\n${head}`'],
    ],
    [
      'invented',
      '5: a nonce that the server did not make is refused',
      [SIGN, ONE_WALLET],
      [NONCE, 'if (!timingSafeEqual(code, codeOf(secret, wallet, purpose, head))) return null', ''],
    ],
    [
      'signer',
      "5: another wallet's signature is refused with 401 `invalid signature`",
      [SIGN, ANOTHER],
      [PROVE, 'verifyStrictly(key, message, bytes)', 'bytes.length === 64'],
    ],
    [
      'look-alike',
      '5: a text that looks alike is another text',
      [SIGN, ALIKE],
      [
        STRICTLY,
        'return verifySignature(publicKey, message, signature)',
        'return true || verifySignature(publicKey, message, signature)',
      ],
    ],
    [
      'malleated',
      '5: a malleated signature is refused, and every other spelling',
      [SIGN, MALLEATED],
      [PROVE, "&& bytes.toString('base64') === text ?", '?'],
    ],
    [
      'order',
      '5: S + L is refused',
      [STRICT, ORDER],
      [
        STRICTLY,
        'if (littleEndian(signature.subarray(32)) >= L) return false\n  return verifySignature(publicKey, message, signature)',
        'const scalar = (littleEndian(signature.subarray(32)) % L).toString(16).padStart(64, "0")\n  return verifySignature(publicKey, message, Buffer.concat([signature.subarray(0, 32), Buffer.from(scalar, "hex").reverse()]))',
      ],
    ],
    [
      'small-order',
      '5: keys of small order never sign, in no encoding',
      [STRICT, SMALL_KEYS],
      [STRICTLY, 'y < P && !SMALL_ORDER_Y.has(y)', 'y < P'],
    ],
    [
      'small-order-sign-in',
      '5: and never sign in',
      [SIGN, SMALL],
      [STRICTLY, 'if (!isPlainPoint(publicKey) || !isPlainPoint(signature.subarray(0, 32))) return false', ''],
    ],
    [
      'flood',
      '5: failed sign-ins of one address are limited',
      [SIGN, FLOOD],
      [PROVE, 'if (refused !== null) takeAttempt(ctx, tried)', ''],
    ],
    [
      'fixation',
      '5: a session token is made by the server alone',
      [SIGN, FIXED],
      [LOGIN, "randomBytes(ACCOUNTS.sessionTokenBytes).toString('base64url')", "'A'.repeat(43)"],
    ],
    [
      'digest',
      '5: tokens are kept as digests',
      [SIGN, DIGESTS],
      [LOGIN, 'digestHex: digestKey(sessionToken)', 'digestHex: sessionToken'],
    ],
    [
      'siblings',
      '5: challenges are shared by sibling processes, each counts once',
      [SIBLINGS, CROSSES],
      [CHALLENGES, 'if (known !== undefined) return Buffer.from(known)', ''],
    ],
    [
      'pools',
      '5: sessions of wallets without a key never push out those with one',
      [VOLATILE, POOLS],
      [SESSIONS, 'const pool = hasKey ? 1 : 0', 'const pool = 0'],
    ],
  ]),
  ...rulesOf('account.session', 'GET /api/dashboard-session', [
    [
      'tokens',
      '4.7, 5: 401 for a missing, unknown or expired token',
      [KEYS, TOKENS],
      [SESSIONS, 'if (nowMs < session.expiresAtMs) return session', 'return session'],
    ],
    [
      'deleted',
      '5: expired sessions are deleted on use',
      [KEYS, TOKENS],
      [SESSIONS, 'env.writeNow(() => remove(stored))\n      return undefined', 'return undefined'],
    ],
    [
      'gone',
      '4.7, 7: 404 when the key is gone',
      [KEYS, GONE],
      [SESSION_KEY, "fail('not_found', KEY_GONE)", "fail('unauthorized', KEY_GONE)"],
    ],
    [
      'follows-wallet',
      '4.7: the key is asked for at each use, so that another owner’s is out of reach at once',
      [KEYS, GONE],
      [KEY_ROWS, 'if (ownerWallet !== null) owners.remove([ownerWallet, id])', ''],
    ],
    [
      'balance',
      '4.7: `feeWalletBalance` in lamports, or null',
      [BRAND, BALANCE],
      [
        SESSION_DASH,
        'read.ok ? exactInteger(read.value.accounts[0]?.lamports ?? 0n) : null',
        'exactInteger(read.ok ? (read.value.accounts[0]?.lamports ?? 0n) : 0n)',
      ],
    ],
    [
      'domains',
      '4.7: `allowedDomains` is null when unrestricted',
      [KEYS, HOSTS],
      [NORMALISE, 'domains.length === 0 ? null : [...domains]', '[...domains]'],
    ],
    [
      'recent',
      '4.7: `recentTransactions`, 20 newest first',
      [PUBLIC, TWENTY],
      [CONFIG, 'recentTransactions: 20', 'recentTransactions: 10'],
    ],
    [
      'changes',
      '5: the change of the fee wallet with its old value, for 24 hours',
      [FEES, SHOWN],
      [CHANGES, 'const from = effectiveFeeWallet(was, atMs)', 'const from = effectiveFeeWallet(is, atMs)'],
    ],
    [
      'day',
      '5: and no longer',
      [FEES, SHOWN],
      [CHANGES, 'row.atMs > sinceMs && isFeeWalletRow(row)', 'isFeeWalletRow(row)'],
    ],
    [
      'guesses',
      '5: key guessing is limited by address',
      [PUBLIC, GUESSES],
      [PIPELINE, 'limitGuesses(front, visit, arrival) ??', ''],
    ],
    [
      'failure',
      '7: 500 on a failure of the store, without its reason',
      [PUBLIC, TORN],
      [PIPELINE, "fail('internal', 'internal error')", "fail('internal', String(error))"],
    ],
  ]),
  ...rulesOf('account.dashboard', 'GET /api/dashboard/{wallet}', [
    [
      'keyless',
      '4.7: 200 even when the wallet has no key',
      [PUBLIC, KEYLESS],
      [PUBLIC_DASH, 'apiKeyId: key?.id ?? null', 'apiKeyId: key!.id'],
    ],
    [
      'invalid',
      '4.7: 400 `Invalid wallet address` for what is no public key',
      [PUBLIC, NO_WALLET],
      [
        PUBLIC_DASH,
        "if (!isWallet(wallet)) return fail('invalid_request', BAD_WALLET)",
        "if (wallet === '') return fail('invalid_request', BAD_WALLET)",
      ],
    ],
    [
      'secrets',
      '4.7: allowed domains and secrets are excluded',
      [PUBLIC, NO_SECRETS],
      [
        PUBLIC_DASH,
        'brandingLicenseTx: key?.brandingLicenseTx ?? null',
        'brandingLicenseTx: key?.allowedDomains[0] ?? null',
      ],
    ],
    [
      'license',
      '4.7: `brandingLicenseTx` is null when inactive, else the payment',
      [BRAND, PAID],
      [PUBLIC_DASH, 'brandingLicenseTx: key?.brandingLicenseTx ?? null', 'brandingLicenseTx: null'],
    ],
    [
      'revoked',
      '4.7: a revoked key is nobody’s',
      [PUBLIC, REVOKED],
      [
        KEY_TABLE,
        '.filter((key) => key.ownerWallet === ownerWallet && key.revokedAtMs === null)',
        '.filter((key) => key.ownerWallet === ownerWallet)',
      ],
    ],
    [
      'exact',
      '2.7: amounts in SOL, summed from lamports without drift',
      [PUBLIC, TWENTY],
      [
        RECOVERIES,
        'totalSolRecovered: exactSol(BigInt(totals.solRecoveredLamports))',
        'totalSolRecovered: Math.fround(Number(totals.solRecoveredLamports) / 1e9)',
      ],
    ],
    [
      'failure',
      '4.7: 500 on a failure of the store',
      [PUBLIC, TORN],
      [
        PUBLIC_DASH,
        'const key = ctx.store.apiKeys.findByOwner(wallet)',
        'const key = ctx.store.apiKeys.list().find((one) => one.ownerWallet === wallet && one.revokedAtMs === null)',
      ],
    ],
    [
      'old-records',
      '4.7: records from before fee wallets read as null',
      [OWNERS, OLD_RECORDS],
      [KEY_ROWS, '{ ...ABSENT, ...stored }', '(stored as ApiKeyRecord)'],
    ],
    [
      'old-owners',
      '4.7: owners of older stores are found',
      [OWNERS, OLD_RECORDS],
      [KEY_ROWS, 'if (readCounter(OWNERS_KEY) === 0)', 'if (readCounter(OWNERS_KEY) > 0)'],
    ],
  ]),
  ...rulesOf('account.domains', 'POST /api/update-domains', [
    [
      'normalised',
      '4.7: entries are trimmed and lower-cased',
      [KEYS, HOSTS],
      [DOMAINS, 'entry.trim().toLowerCase()', 'entry.trim()'],
    ],
    ['wildcard', '4.7: the pattern allows a leading `*.`', [KEYS, HOSTS], [DOMAINS, '^(\\*\\.)?(', '^(']],
    [
      'filtered',
      '4.7: invalid entries are dropped, never rejected',
      [KEYS, HOSTS],
      [DOMAINS, 'else refused.push(entry.trim())', 'else domains.add(domain)'],
    ],
    [
      'odd',
      '4.7: also those that are no text',
      [KEYS, HOSTS],
      ['src/services/account/parse-domains.ts', "    if (typeof entry !== 'string') continue\n", ''],
    ],
    [
      'removed',
      '4.7: an empty or fully invalid list removes the restriction',
      [KEYS, HOSTS],
      [
        'src/services/account/update-domains.ts',
        'revokedAtMs === null ? { allowedDomains } : null',
        'revokedAtMs === null && allowedDomains.length > 0 ? { allowedDomains } : null',
      ],
    ],
    [
      'list',
      '4.7: `domains` is a list',
      [KEYS, HOSTS],
      [
        BODY,
        "Array.isArray(domains) ? ok(domains) : refuse('domains: expected a list')",
        'ok(Array.isArray(domains) ? domains : [])',
      ],
    ],
    [
      'session',
      '4.7: wants a session',
      [KEYS, TOKENS],
      ['src/routes/account/update-domains.ts', "auth: 'session'", "auth: 'public'"],
    ],
  ]),
  ...rulesOf('account.fee-wallet', 'POST /api/dashboard/update-fee-wallet', [
    [
      'open',
      '4.7: no signature or session is verified',
      [FEES, OPEN],
      [UPDATE, 'if (ctx.config.accounts.strictFeeWallet && !isOwner)', 'if (!isOwner)'],
    ],
    [
      'message',
      '4.7: the answer is `success` and `message`',
      [FEES, OPEN],
      [UPDATE, "message: 'Fee wallet updated'", "message: ''"],
    ],
    [
      'missing',
      '4.7: 400 for missing fields',
      [FEES, WANTING],
      [BODY, "missingOf(json, ['ownerWallet', 'newFeeWallet', 'apiKeyId'])", "missingOf(json, ['ownerWallet'])"],
    ],
    [
      'addresses',
      '4.7: 400 for bad addresses',
      [FEES, WANTING],
      [
        BODY,
        '!isWallet(ownerWallet) || !isWallet(newFeeWallet)',
        "!isWallet(ownerWallet) || typeof newFeeWallet !== 'string'",
      ],
    ],
    [
      'number',
      '4.7: `apiKeyId` is a number',
      [FEES, WANTING],
      [
        BODY,
        "typeof apiKeyId === 'number' ? ok({ ownerWallet, newFeeWallet, apiKeyId }) : refuse(BAD_ID)",
        'ok({ ownerWallet, newFeeWallet, apiKeyId: Number(apiKeyId) })',
      ],
    ],
    [
      'same-404',
      '5: one identical 404 for an unknown id and a foreign owner',
      [FEES, SAME_404],
      [
        UPDATE,
        "return fail('not_found', NOT_OWNED)\n  const nowMs",
        "return fail('not_found', ctx.store.apiKeys.findById(apiKeyId) ? 'not your key' : NOT_OWNED)\n  const nowMs",
      ],
    ],
    [
      'foreign',
      '4.7: 404 when the id does not belong to the owner',
      [FEES, SAME_404],
      [UPDATE, 'key.ownerWallet !== ownerWallet || key.revokedAtMs !== null', 'key.ownerWallet !== ownerWallet'],
    ],
    [
      'key-limit',
      '5: limits per key id, whether there is such a key or not',
      [FEES, KEY_TRIES],
      [CONFIG, 'feeWalletOfKey: { limit: 10, windowMs: HOUR_MS }', 'feeWalletOfKey: { limit: 11, windowMs: HOUR_MS }'],
    ],
    [
      'owner-goes-on',
      '5: nobody keeps the owner out',
      [FEES, KEY_TRIES],
      [UPDATE, 'const limited = isOwner ? null : limitStrangers', 'const limited = limitStrangers'],
    ],
    [
      'address-limit',
      '5: limits per address',
      [FEES, ADDRESS_TRIES],
      [CONFIG, 'feeWalletOfAddress: { limit: 20', 'feeWalletOfAddress: { limit: 2_000'],
    ],
    [
      'audit',
      '5: an audit row with the old value',
      [FEES, LOGGED],
      [
        KEY_TABLE,
        'if (said === undefined || changed === null) return null',
        "if (said === undefined || changed === null || said.action === 'key.fee-wallet') return null",
      ],
    ],
    [
      'actor',
      '5: which says whether the owner’s session was there',
      [FEES, LOGGED],
      [UPDATE, "actor: isOwner ? 'owner' : 'anybody'", "actor: 'anybody'"],
    ],
    [
      'delay',
      "5: without the owner's session it counts after a delay",
      [LATE, WAITS],
      [UPDATE, 'if (change.effectiveAtMs <= nowMs) return', 'if (change.effectiveAtMs > 0) return'],
    ],
    [
      'locked',
      '5: an owner can lock it',
      [LATE, LOCKED],
      [UPDATE, 'isLocked = key.feeWalletLocked && !isOwner', 'isLocked = false'],
    ],
    [
      'strict',
      "5: strict mode wants the owner's session",
      [FEES, STRICT_MODE],
      [UPDATE, "sessionToken !== '' && walletOfSession(ctx, sessionToken) === ownerWallet", "sessionToken !== ''"],
    ],
    [
      'failure',
      '7: 500 when the store refuses',
      [PUBLIC, TORN],
      [
        UPDATE,
        'const altered = await ctx.store.apiKeys.alter(',
        'const altered = await ctx.store.apiKeys.update(apiKeyId, { feeWallet: newFeeWallet }) ?? await ctx.store.apiKeys.alter(',
      ],
    ],
    [
      'siblings',
      '5: tries are counted in all processes together',
      [SIBLINGS, COUNTED],
      ['src/store/open.ts', 'attempts: createAttempts(volatile)', 'attempts: createAttempts(volatile, 0)'],
    ],
    [
      'bounded',
      '5: nothing grows without bound from unauthenticated requests',
      [VOLATILE, WINDOWS],
      [ATTEMPTS, 'const isFull = rowsIn(ends) >= maxWindows', 'const isFull = rowsIn(ends) < 0'],
    ],
  ]),
  ...rulesOf('account.undo', 'POST /api/dashboard-session/undo-fee-wallet', [
    [
      'all',
      '5: a change is undoable for 24 hours, however often it was changed',
      [FEES, UNDONE],
      [CHANGES, 'const oldest = byOthers.at(-1)', 'const oldest = byOthers.at(0)'],
    ],
    [
      'pending',
      '5: a change that does not count yet is cancelled',
      [LATE, CANCELS],
      [UNDO, '{ ...value, pendingFeeWallet: null }', 'value'],
    ],
    [
      'by-id',
      '5: one change by its id',
      [FEES, BY_ID],
      [CHANGES, 'changes.find((one) => one.changeId === changeId)', 'changes.at(-1)'],
    ],
    ['own', '5: by the owner of that key alone', [FEES, BY_ID], [CHANGES, 'subject: `key:${keyId}`, limit', 'limit']],
    [
      'nothing',
      '4.7: 404 when there is nothing to undo',
      [FEES, UNDONE],
      [
        UNDO,
        "return fail('not_found', 'no change of the fee wallet to undo in the last 24 hours')",
        "return fail('conflict', 'no change of the fee wallet to undo in the last 24 hours')",
      ],
    ],
    [
      'never-set',
      '4.7: back to none, which is the owner',
      [FEES, NEVER_SET],
      [CHANGES, "typeof value === 'string' ? value : null", "typeof value === 'string' ? value : 'none'"],
    ],
    [
      'session',
      '5: auth S',
      [KEYS, TOKENS],
      ['src/routes/account/undo-fee-wallet.ts', "auth: 'session'", "auth: 'apiKey'"],
    ],
  ]),
  ...rulesOf('account.register', 'POST /api/register-key', [
    [
      'created',
      '4.7: 201 with the key, shown once',
      [KEYS, SHOWN_ONCE],
      ['src/routes/account/register-key.ts', 'status: 201', 'status: 200'],
    ],
    [
      'digest',
      '4.7: only a SHA-256 of the key is stored',
      [KEYS, SHOWN_ONCE],
      [KEY_TABLE, 'digestHex: digestKey(key),\n    keyPrefix', 'digestHex: key,\n    keyPrefix'],
    ],
    [
      'owner-fees',
      '4.7: the fee wallet is the owner unless one is given',
      [KEYS, SHOWN_ONCE],
      [REGISTER, 'feeWallet: feeWallet ?? ownerWallet', 'feeWallet'],
    ],
    [
      'given-fees',
      '4.7: `feeWallet` is taken',
      [KEYS, FEES_GIVEN],
      [REGISTER, 'feeWallet: feeWallet ?? ownerWallet', 'feeWallet: ownerWallet'],
    ],
    [
      'label',
      '4.7: a label of at most 64 characters, none of them unseen',
      [KEYS, NO_KEY],
      [BODY, '|| hasUnseen(label)', ''],
    ],
    [
      'taken',
      '4.7: 409 `wallet already has a key`',
      [KEYS, HAS_ONE],
      [KEY_TABLE, "if (findByOwner(input.ownerWallet) !== undefined) return 'has_key'", ''],
    ],
    [
      'purpose',
      '4.7: the purpose of the challenge is `register`',
      [KEYS, SHOWN_ONCE],
      [REGISTER, "purpose: 'register'", "purpose: 'login'"],
    ],
    [
      'limit',
      '4.7: 429 after 5 per IP per hour',
      [KEYS, SIXTH],
      [CONFIG, 'register: { limit: 5, windowMs: HOUR_MS }', 'register: { limit: 6, windowMs: HOUR_MS }'],
    ],
    [
      'network',
      '5: an IPv6 network is one address',
      [KEYS, SIXTH],
      [REGISTER, 'const bucket = addressBucket(clientIp)', 'const bucket = clientIp'],
    ],
    [
      'not-burned',
      '4.7: who is over the limit keeps the challenge',
      [KEYS, SIXTH],
      [REGISTER, 'const limited = peekAttempts(ctx, tried)\n  if (limited !== null) return limited', ''],
    ],
    [
      'ceiling',
      '5: nothing grows without bound: keys have an end',
      [OWNERS, REFUSED],
      [KEY_TABLE, "rows.count() >= maxKeys ? 'too_many' : make(input, put, said)", 'make(input, put, said)'],
    ],
  ]),
  ...rulesOf('account.regenerate', 'POST /api/regenerate-key', [
    [
      'replaced',
      '4.7: the old key is invalid at once',
      [KEYS, RENEWED],
      [REGENERATE, 'graceMs: graceSecs * 1_000', 'graceMs: graceSecs * 1_000 + 60_000'],
    ],
    [
      'carried-over',
      '4.7: totals and license are carried over',
      [KEYS, RENEWED],
      [
        KEY_TABLE,
        'const record = { ...before, digestHex',
        'const record = { ...before, hasBrandingLicense: false, digestHex',
      ],
    ],
    [
      'until',
      '4.7: `oldKeyValidUntil` is null when immediate',
      [KEYS, RENEWED],
      [REGENERATE, 'made.record.retiredKey?.validUntilMs ?? null', 'made.record.retiredKey?.validUntilMs ?? 0'],
    ],
    [
      'grace',
      '4.7: the old key stays good for the grace',
      [KEYS, GRACE],
      [REGENERATE, 'graceMs: graceSecs * 1_000', 'graceMs: 0'],
    ],
    [
      'grace-ends',
      '4.7: and no longer, in no process’s memory',
      [OWNERS, VERSION],
      [KEY_TABLE, 'version !== storedVersion || hasEnded || sinceMs', 'version !== storedVersion || sinceMs'],
    ],
    [
      'grace-time',
      '4.7: by its time',
      [OWNERS, VERSION],
      [KEY_TABLE, 'clock.nowMs() < key.retiredKey.validUntilMs &&', ''],
    ],
    [
      'range',
      '4.7: `graceSeconds` 0 to 604800',
      [KEYS, NO_GRACE],
      [
        BODY,
        'isWithin(graceSeconds as number, 0, ACCOUNTS.graceMaxSecs)',
        'isWithin(graceSeconds as number, 0, Infinity)',
      ],
    ],
    [
      'others-dropped',
      '4.7: other sessions of the owner are dropped',
      [KEYS, DROPPED],
      [REGENERATE, 'ctx.store.sessions.dropOthers(wallet, digestKey(sessionToken))', ''],
    ],
    [
      'own-kept',
      '4.7: its own stays',
      [KEYS, DROPPED],
      [
        SESSIONS,
        'filter((digest) => digest !== keptDigestHex)',
        'filter((digest) => digest !== wallet || keptDigestHex === wallet)',
      ],
    ],
    [
      'limit',
      '5: a new window of requests with each new key has an end',
      [KEYS, TEN],
      [CONFIG, 'regenerate: { limit: 10, windowMs: HOUR_MS }', 'regenerate: { limit: 100, windowMs: HOUR_MS }'],
    ],
    [
      'siblings',
      '5: sessions are shared by sibling processes',
      [SIBLINGS, TWO_SESSIONS],
      ['src/store/open.ts', 'sessions: createSessions(volatile)', 'sessions: createSessions(volatile, [0, 0])'],
    ],
    [
      'refused',
      '4.7: what is refused leaves everybody’s memory good',
      [OWNERS, REFUSED],
      [KEY_TABLE, 'version: isChanged ? rows.moveVersion() : null', 'version: rows.moveVersion()'],
    ],
  ]),
  ...rulesOf('account.license', 'GET /api/branding-license', [
    ['cost', '2.7: `cost` is 0.5 SOL', [BRAND, COST], [CONFIG, 'costSol: 0.5', 'costSol: 0.05']],
    [
      'payee',
      '2.7: and `paymentWallet`',
      [BRAND, COST],
      [INFO, 'paymentWallet: licenseWallet', "paymentWallet: 'So11111111111111111111111111111111111111112'"],
    ],
    [
      'unsold',
      '7: 503 where it is not configured',
      [BRAND, NOT_SOLD],
      [INFO, "fail('unconfigured', NOT_SOLD)", "fail('not_found', NOT_SOLD)"],
    ],
  ]),
  ...rulesOf('account.payment', 'POST /api/verify-branding-payment', [
    [
      'activates',
      '3: the flag is set and the signature stored',
      [BRAND, PAID],
      [
        KEY_TABLE,
        'hasBrandingLicense: true, brandingLicenseTx: signature',
        'hasBrandingLicense: true, brandingLicenseTx: null',
      ],
    ],
    [
      'already',
      '3: an active key answers `alreadyActive: true` without re-verifying',
      [BRAND, PAID],
      [VERIFY, 'if (key.hasBrandingLicense) return active(true, key.brandingLicenseTx)', ''],
    ],
    [
      'missing',
      '4.7: 400 for missing fields',
      [BRAND, BAD_CLAIM],
      [
        BODY,
        "missingOf(json, ['ownerWallet', 'transactionSignature', 'apiKeyId'])",
        "missingOf(json, ['ownerWallet'])",
      ],
    ],
    [
      'foreign',
      '4.7: 404 when the key and the owner do not match',
      [BRAND, NOT_MINE],
      [
        VERIFY,
        "key.revokedAtMs !== null) return fail('not_found', NOT_OWNED)",
        "key.revokedAtMs !== null) return fail('invalid_request', NOT_OWNED)",
      ],
    ],
    [
      'unconfirmed',
      '4.7: 400 for an unconfirmed transaction',
      [BRAND, UNSEEN],
      [
        VERIFY,
        "if (read.value === null) return fail('invalid_request', 'the transaction is not confirmed')",
        "if (read.value === null) return fail('internal', 'the transaction is not confirmed')",
      ],
    ],
    [
      'failed',
      '4.7: a transaction that failed pays nothing',
      [BRAND, UNSEEN],
      [JUDGE, "if (err !== null) return fail('invalid_request', 'the transaction failed on the chain')", ''],
    ],
    [
      'amount',
      '4.7: the balance rose by at least 0.99 times 0.5 SOL',
      [BRAND, SHORT],
      [CONFIG, 'minLamports: 495_000_000n', 'minLamports: 494_000_000n'],
    ],
    [
      'amount-enough',
      '4.7: and that is enough',
      [BRAND, SHORT],
      [CONFIG, 'minLamports: 495_000_000n', 'minLamports: 500_000_000n'],
    ],
    [
      'recipient',
      '4.7: the balance of the license wallet',
      [BRAND, SHORT],
      [
        PAYMENT,
        'const at = accountKeys.indexOf(licenseWallet)',
        'const at = accountKeys.length > 0 ? 1 : accountKeys.indexOf(licenseWallet)',
      ],
    ],
    ['age', '4.7: under one hour old', [BRAND, AN_HOUR], [CONFIG, 'maxAgeMs: HOUR_MS', 'maxAgeMs: 2 * HOUR_MS']],
    [
      'age-enough',
      '4.7: until then it counts',
      [BRAND, AN_HOUR],
      [CONFIG, 'maxAgeMs: HOUR_MS', 'maxAgeMs: HOUR_MS / 2'],
    ],
    [
      'once',
      '5: a payment is used once, for one key',
      [BRAND, ONCE],
      [KEY_TABLE, "if (!isTaken(counted, claim, holder, payers)) return 'signature_used'", ''],
    ],
    [
      'race',
      '5: also when two keys race in two processes',
      [SIBLINGS, TWO_KEYS],
      [KEY_TABLE, 'branding.putPayment(signature, { keyId: id, atMs: clock.nowMs(), claim })', 'void claim'],
    ],
    [
      'spelling',
      '5: whatever its spelling',
      [BRAND, ONCE],
      [VERIFY, 'if (decodeBase58Fixed(transactionSignature, 64) === null)', "if (transactionSignature === '')"],
    ],
    [
      'not-yours',
      '4.7: what the owner of another key paid is not for whoever sees it first',
      [BRAND, NOT_YOURS],
      [CLAIM, "return refuse('the payment was made by the owner of another key')", "return ok('open')"],
    ],
    [
      'named',
      '4.7: a payment that names a key is for that key alone',
      [CLAIMS, BY_AMOUNT],
      [CLAIM, 'if (named.length === 1 && named[0] !== claimant.keyId)', 'if (named.length > 1)'],
    ],
    [
      'memo',
      '4.7: so is one whose memo names it',
      [CLAIMS, BY_MEMO],
      [CLAIM, 'memoKeyIds.length > 0 ? memoKeyIds', 'memoKeyIds.length > 9 ? memoKeyIds'],
    ],
    [
      'proven',
      "4.7: a stranger's payment that names no key is its payer's",
      [CLAIMS, PROVEN],
      [CLAIM, "options.isOpen ? ok('open')", "options.isOpen || claimant.keyId > 0 ? ok('open')"],
    ],
    [
      'taken-back',
      '4.7: the payer takes it back from who asked first',
      [CLAIMS, ROBBED],
      [KEY_TABLE, "if (claim !== 'payer' || counted.claim !== 'open') return false", 'if (claim) return false'],
    ],
    [
      'node',
      '7: 500 on a failure of the node',
      [BRAND, NO_NODE],
      [VERIFY, "if (!read.ok) return fail('internal', 'the chain could not be asked')", 'if (!read.ok) return read'],
    ],
    [
      'limit',
      '5: what a stranger makes the node work for is limited',
      [BRAND, PAY_TRIES],
      [CONFIG, 'branding: { limit: 20', 'branding: { limit: 21'],
    ],
  ]),
  ...rulesOf('account.audit', 'POST /api/register-key', [
    [
      'one-transaction',
      '5: every change of a key has its row, which tells what changed',
      [AUDITED, ONE_TRANSACTION],
      [KEY_TABLE, 'if (names.length === 0) return null', ''],
    ],
    [
      'no-secrets',
      '5: no key is ever in it',
      [AUDITED, NO_KEYS_LOGGED],
      [
        AUDIT,
        "assert(!holdsKey(JSON.stringify(row)), 'an API key must never get into the audit log')",
        "assert(KEY_TEXT, 'an API key must never get into the audit log')",
      ],
    ],
    [
      'bounded',
      '5: the log has an end',
      [AUDITED, NEWEST_KEPT],
      [AUDIT, 'dropOldest({ ...head, id, link })', '{ ...head, id, link }'],
    ],
    [
      'operator',
      '5: also what is done at the command line',
      [AUDIT_CLI, OPERATOR],
      [
        'src/cli/keys.ts',
        'const record = await apiKeys.update(id, patch, noteOf(action))',
        'const record = await apiKeys.update(id, patch)',
      ],
    ],
  ]),
]
