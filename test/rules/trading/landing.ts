import { rulesOf } from '../engine-rule.ts'

const BROADCAST = 'test/routes/trading/broadcast.test.ts'
const STATUS = 'test/routes/trading/bundle-status.test.ts'
const LAND = 'test/services/landing/land.test.ts'
const ONCE = 'test/services/idempotency/once.test.ts'
const RECORD = 'test/services/trade-ledger/record.test.ts'
const SETTLE = 'test/services/trade-ledger/settle.test.ts'

const REQUIRED = 'signed_tx_base64 is required, a text, and base64'
const VERSIONS = 'what the caller signed is sent and lands: legacy, version 0 and version 1'
const TIPPED = 'a tip in the transaction sends it as a bundle, in every version'
const NO_TIP = 'too small a tip, a payment to someone else and the word tip_lamports are no tip'
const WORD = 'tip_lamports is for information: nothing that it may hold matters'
const LIMIT = '2 KiB on the wire are taken, and not a byte more'
const PACKET = 'legacy and version 0 fit into one packet'
const BYTES = 'bytes that are no transaction are refused with the reason'
const SIGNATURES = 'every signature must be there and be right'
const UNTAKEN = 'what the block engine does not take goes the public way'
const NODE_ONLY = 'where only the node takes it, that is said'
const NOT_TAKEN = 'what no one takes is a failure that names its signature, and may be sent again'
const UNCLEAR = 'when no one says whether it was taken, nothing is said about the fee, and asking again shows it'
const KNOWN = 'what is on the chain already is taken again and moves nothing again'
const BEARER = 'a bearer key with the scope trade is needed'
const OTHER = 'the same Idempotency-Key with another transaction is refused, other users have keys of their own'
const NAMES = 'an Idempotency-Key is 1 to 255 visible characters, an X-User-Ref a user'

const PROTECTED = 'a bundle that landed is protected; keys appear only for what was asked'
const PUBLIC = 'what went the public way has landed unprotected'
const LEAKED = 'a bundle that failed while its transaction landed on its own went the public way'
const UNKNOWN = 'a bundle that waits is pending, one that was dropped has failed, one no one knows is unknown'
const FAILED = 'a transaction that failed on the chain has not landed'
const OWN_ONLY = 'a bundle protects its own transactions only'
const UNASKED = 'an engine that cannot be asked is unknown, a node that cannot be asked is unavailable'
const ONE_OF = 'one of the two is needed, and each must be what it is called'
const READER = 'a bearer key with the scope read is needed'

export const LANDING_RULES = [
  ...rulesOf('broadcast', 'POST /v1/trade/broadcast', [
    ['required', '4.9: signed_tx_base64 is required', [BROADCAST, REQUIRED], 'read-members#otherwise'],
    ['base64', '4.9: it is base64, and nothing that only looks like it', [BROADCAST, REQUIRED], 'text-members#base64'],
    ['versions', '4.9: transactions of every version are taken', [BROADCAST, VERSIONS], 'readSigned'],
    ['two-kib', '4.9, 8: up to 2 KiB on the wire', [BROADCAST, LIMIT], 'LANDING.broadcastBytes'],
    ['not-more', '4.9, 8: and not a byte more', [BROADCAST, LIMIT], 'readSigned'],
    [
      'packet',
      '4.9: a version that fits into one packet only is refused when it does not',
      [BROADCAST, PACKET],
      'read-signed#sizeFault',
    ],
    ['malformed', '4.9, 7: what is no transaction is 400', [BROADCAST, BYTES], 'readSigned'],
    ['unsigned', '4.9: it is signed by everyone who has to', [BROADCAST, SIGNATURES], 'read-signed#signatureFault'],
    ['forged', '4.9: and every signature is right', [BROADCAST, SIGNATURES], 'read-signed#signatureFault'],
    ['tip', '2.6: jito_bundle if a tip is embedded', [BROADCAST, TIPPED], 'broadcast-signed#send'],
    ['least-tip', '2.6: a tip that the engine ignores is none', [BROADCAST, NO_TIP], 'MIN_TIP_LAMPORTS'],
    ['tip-account', '2.6: a tip goes to an account of the engine', [BROADCAST, NO_TIP], 'embeddedTip'],
    ['word', '4.9: tip_lamports is informational', [BROADCAST, WORD], 'broadcast#body'],
    ['swqos', '2.6: swqos where a sender took it', [BROADCAST, VERSIONS], 'broadcast#sendDirectly'],
    ['fallback', '2.6: rpc_fallback where only the node took it', [BROADCAST, NODE_ONLY], 'broadcast-signed#answer'],
    ['landing', '2.6: landing is pending at broadcast', [BROADCAST, VERSIONS], 'broadcast-signed#answer'],
    ['untaken', '3: what the engine does not take goes the public way', [BROADCAST, UNTAKEN], 'broadcast'],
    ['not-taken', '7: 502 when no one took it', [BROADCAST, NOT_TAKEN], 'broadcast-signed#send'],
    ['unclear', '7: a fee that is not known is not called 0', [BROADCAST, UNCLEAR], 'broadcast#refused'],
    ['known', '4.9: what has landed already is no failure', [BROADCAST, KNOWN], 'broadcast-signed#send'],
    ['idempotent', '4.9: Idempotency-Key is honoured', [BROADCAST, OTHER], 'broadcastSigned'],
    ['user', '4.9: every user has keys of their own', [BROADCAST, OTHER], 'digestScope'],
    ['key-name', '4.9: an Idempotency-Key has at most 255 characters', [BROADCAST, NAMES], 'IDEMPOTENCY.keyChars'],
    ['user-ref', '4.9: X-User-Ref names a user', [BROADCAST, NAMES], 'identified-route#agree'],
    ['scope', '5: it takes the scope trade', [BROADCAST, BEARER], 'tradeBroadcast.scope'],
    ['bearer', '5: the key comes as a bearer', [BROADCAST, BEARER], 'tradeBroadcast.auth'],
  ]),
  ...rulesOf('bundle-status', 'GET /v1/trade/bundle-status', [
    ['one-of', '4.9: bundle_id or signature is required', [STATUS, ONE_OF], 'tradeBundleStatus.handle'],
    ['id', '4.9: bundle_id is the id of a bundle', [STATUS, ONE_OF], 'bundle-status#BUNDLE_ID'],
    ['signature', '4.9: signature is a signature', [STATUS, ONE_OF], 'bundle-status#signatureParam'],
    ['bundle-key', '2.6: bundle_status appears with a bundle_id only', [STATUS, PUBLIC], 'readBundleStatus'],
    ['onchain-key', '2.6: onchain_status appears with a signature only', [STATUS, PROTECTED], 'readBundleStatus'],
    ['protected', '3: a bundle that landed is landed with mev_protected true', [STATUS, PROTECTED], 'readBundleStatus'],
    ['public', '3: landing the public way is landed', [STATUS, PUBLIC], 'readBundleStatus'],
    ['unprotected', '3: with mev_protected false', [STATUS, LEAKED], 'readBundleStatus'],
    ['failed', '2.6: a transaction that failed on the chain is failed', [STATUS, FAILED], 'bundle-status#readOnchain'],
    ['unavailable', '2.6: unavailable where no node answers', [STATUS, UNASKED], 'bundle-status#readOnchain'],
    [
      'unknown',
      '2.6: unknown is a bundle that the engine does not know',
      [STATUS, UNKNOWN],
      'bundle-status#readBundle',
    ],
    ['own-only', '3: a bundle protects its own transactions', [STATUS, OWN_ONLY], 'readBundleStatus'],
    ['scope', '5: it takes the scope read', [STATUS, READER], 'tradeBundleStatus.scope'],
  ]),
  ...rulesOf('landing', 'POST /v1/trade/buy', [
    [
      'confirm-method',
      '2.6: confirm_method states how the confirmation arrived',
      [LAND, 'without a notification the status is polled, and the node alone sends the transaction'],
      'createChainWatch.look',
    ],
    [
      'landed-slot',
      '2.6: landed_slot is the slot of the chain',
      [LAND, 'a payment lands, and the landing says where, at what fee and how it was heard of'],
      'follow#landedOf',
    ],
    [
      'on-chain-failure',
      '7: what fails on the chain is no success',
      [LAND, 'a transaction that fails on the chain has landed: with its error, its logs and its fee'],
      'follow#landedOf',
    ],
    [
      'again',
      '3: what was dropped is offered again',
      [LAND, 'what the first leader drops is offered again'],
      'broadcast',
    ],
    [
      'certain',
      '7: not landed is said only when it is certain',
      [LAND, 'not landed is said only once the blockhash is dead and the history does not have it'],
      'judge#blockhashDeath',
    ],
    [
      'definite',
      '7: and then it is said',
      [LAND, 'not landed is said only once the blockhash is dead and the history does not have it'],
      'judge#createJudge',
    ],
    [
      'nonce',
      '4.9: a durable nonce keeps a transaction alive',
      [LAND, 'a durable nonce keeps a transaction alive beyond its blockhash; it is dead when the nonce has moved on'],
      'judge#nonceDeath',
    ],
    [
      'dropped-bundle',
      '3: a bundle that was dropped goes the public way',
      [LAND, 'a bundle that the engine drops, or does not take, goes the public way'],
      'broadcast#followBundle',
    ],
    [
      'lost-bundle',
      '3: so does one that the engine lost',
      [LAND, 'a bundle that the engine lost goes the public way after a while'],
      'broadcast#followBundle',
    ],
    [
      'asked-for',
      '4.9: under its Idempotency-Key what was signed is asked for and not done again',
      [ONCE, 'what is open after it was signed is asked for, never done again'],
      'openIdempotency.claim',
    ],
    [
      'first-answer',
      '4.9: a request that comes again gets the first answer',
      [ONCE, 'duplicates that come meanwhile and later get the first answer, digit for digit'],
      'openIdempotency.claim',
    ],
    [
      'other-body',
      '4.9: another body under the same key is refused',
      [ONCE, 'another body is refused: while the first runs, and afterwards'],
      'openIdempotency.claim',
    ],
    [
      'two-keys',
      '4.9: two keys move money twice, also for equal requests',
      [ONCE, 'two equal requests make two transactions: the second is built again'],
      'openSignatures',
    ],
    [
      'crash',
      '4.9: what a process left behind comes to its end',
      [SETTLE, 'a trade that its process left is sent, and settled with what the chain recorded'],
      'settle#settleOne',
    ],
  ]),
  ...rulesOf('ledger', 'POST /v1/trade/sell', [
    [
      'full-sale',
      '4.9: a full custodial sell closes the position',
      [RECORD, 'a full sale ends the position, whatever the trades say is left'],
      'positions#moved',
    ],
    [
      'once',
      '4.9: a trade changes its position once',
      [RECORD, 'the same trade again changes nothing: position and fee follow once'],
      'openTrades.record',
    ],
  ]),
]
