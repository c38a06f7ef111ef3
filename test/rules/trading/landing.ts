// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const BROADCAST = 'test/routes/trading/broadcast.test.ts'
const STATUS = 'test/routes/trading/bundle-status.test.ts'
const LAND = 'test/services/landing/land.test.ts'
const ONCE = 'test/services/idempotency/once.test.ts'
const RECORD = 'test/services/trade-ledger/record.test.ts'
const SETTLE = 'test/services/trade-ledger/settle.test.ts'

const ROUTE = 'src/routes/trading/broadcast.ts'
const READ = 'src/services/landing/read-signed.ts'
const SIGNED = 'src/services/landing/broadcast-signed.ts'
const SENDING = 'src/services/landing/broadcast.ts'
const FACTS = 'src/chain/solana/wire-facts.ts'
const SETTINGS = 'src/config/landing.ts'
const STATUS_ROUTE = 'src/routes/trading/bundle-status.ts'
const STATUSES = 'src/services/landing/bundle-status.ts'
const WATCH = 'src/services/landing/chain-watch.ts'
const FOLLOW = 'src/services/landing/follow.ts'
const JUDGE = 'src/services/landing/judge.ts'
const KEYS = 'src/store/tables/idempotency.ts'

const REQUIRED = 'signed_tx_base64 is required, a text, and base64'
const VERSIONS = 'what the caller signed is sent and lands: legacy, version 0 and version 1'
const TIPPED = 'a tip in the transaction sends it as a bundle, in every version'
const NO_TIP = 'too small a tip, a payment to somebody else and the word tip_lamports are no tip'
const WORD = 'tip_lamports is for information: nothing that it may hold matters'
const LIMIT = '2 KiB on the wire are taken, and not a byte more'
const PACKET = 'legacy and version 0 fit into one packet'
const BYTES = 'bytes that are no transaction are refused with the reason'
const SIGNATURES = 'every signature must be there and be right'
const UNTAKEN = 'what the block engine does not take goes the public way'
const NODE_ONLY = 'where only the node takes it, that is said'
const NOBODY = 'what nobody takes is a failure that names its signature, and may be sent again'
const UNCLEAR = 'when nobody says whether they took it, nothing is said about the fee, and asking again tells'
const KNOWN = 'what is on the chain already is taken again and moves nothing again'
const BEARER = 'a bearer key with the scope trade is needed'
const OTHER = 'the same Idempotency-Key with another transaction is refused, other users have keys of their own'
const NAMES = 'an Idempotency-Key is 1 to 255 visible characters, an X-User-Ref a user'

const PROTECTED = 'a bundle that landed is protected; keys appear only for what was asked'
const PUBLIC = 'what went the public way has landed unprotected'
const LEAKED = 'a bundle that failed while its transaction landed by itself went the public way'
const UNKNOWN = 'a bundle that waits is pending, one that was dropped has failed, one nobody knows is unknown'
const FAILED = 'a transaction that failed on the chain has not landed'
const OWN_ONLY = 'a bundle protects its own transactions only'
const UNASKED = 'an engine that cannot be asked is unknown, a node that cannot be asked is unavailable'
const ONE_OF = 'one of the two is needed, and each must be what it is called'
const READER = 'a bearer key with the scope read is needed'

export const LANDING_RULES = [
  ...rulesOf('broadcast', 'POST /v1/trade/broadcast', [
    [
      'required',
      '4.9: signed_tx_base64 is required',
      [BROADCAST, REQUIRED],
      [ROUTE, 'return refuse(`${NAME} is required`)', "return refuse('gone')"],
    ],
    [
      'base64',
      '4.9: it is base64, and nothing that only looks like it',
      [BROADCAST, REQUIRED],
      [ROUTE, "if (bytes.toString('base64').replace(/=+$/, '') !== text.trim().replace(/=+$/, ''))", 'if (false)'],
    ],
    [
      'versions',
      '4.9: transactions of every version are taken',
      [BROADCAST, VERSIONS],
      [READ, 'const fault = sizeFault(', "const fault = (transaction.version === 1 ? 'no' : null) ?? sizeFault("],
    ],
    [
      'two-kib',
      '4.9, 8: up to 2 KiB on the wire',
      [BROADCAST, LIMIT],
      [SETTINGS, 'broadcastBytes: 2_048', 'broadcastBytes: 2_047'],
    ],
    [
      'not-more',
      '4.9, 8: and not a byte more',
      [BROADCAST, LIMIT],
      [READ, 'if (wire.length > LANDING.broadcastBytes)', 'if (wire.length > 2 * LANDING.broadcastBytes)'],
    ],
    [
      'packet',
      '4.9: a version that fits into one packet only is refused when it does not',
      [BROADCAST, PACKET],
      [READ, 'wire.length <= MAX_WIRE_BYTES) return null', 'wire.length <= 4_096) return null'],
    ],
    [
      'malformed',
      '4.9, 7: what is no transaction is 400',
      [BROADCAST, BYTES],
      [READ, 'return refuse(`not a transaction: ${parsed.reason}`)', "return fail('internal', 'no')"],
    ],
    [
      'unsigned',
      '4.9: it is signed by everybody who has to',
      [BROADCAST, SIGNATURES],
      [READ, 'if (!signature.some((byte) => byte !== 0)) return', 'if (false) return'],
    ],
    [
      'forged',
      '4.9: and every signature is right',
      [BROADCAST, SIGNATURES],
      [READ, 'if (!verifySignature(key, message, signature)) return', 'if (false) return'],
    ],
    [
      'tip',
      '2.6: jito_bundle if a tip is embedded',
      [BROADCAST, TIPPED],
      [SIGNED, 'bundle: tip !== null,', 'bundle: false,'],
    ],
    [
      'least-tip',
      '2.6: a tip that the engine ignores is none',
      [BROADCAST, NO_TIP],
      [FACTS, 'MIN_TIP_LAMPORTS = 1_000n', 'MIN_TIP_LAMPORTS = 1n'],
    ],
    [
      'tip-account',
      '2.6: a tip goes to an account of the engine',
      [BROADCAST, NO_TIP],
      [FACTS, 'account === null || !TIP_ACCOUNTS.has(account) ||', 'account === null ||'],
    ],
    [
      'word',
      '4.9: tip_lamports is informational',
      [BROADCAST, WORD],
      [
        ROUTE,
        'return ok({ wire: new Uint8Array(bytes) })',
        "return 'tip_lamports' in json ? refuse('no') : ok({ wire: new Uint8Array(bytes) })",
      ],
    ],
    [
      'swqos',
      '2.6: swqos where a sender took it',
      [BROADCAST, VERSIONS],
      [SENDING, "if (sent.ok) taken(ctx, going, 'swqos')", "if (sent.ok) taken(ctx, going, 'fallback_rpc')"],
    ],
    [
      'fallback',
      '2.6: rpc_fallback where only the node took it',
      [BROADCAST, NODE_ONLY],
      [SIGNED, "rpc_fallback: submittedVia === 'fallback_rpc',", 'rpc_fallback: false,'],
    ],
    [
      'landing',
      '2.6: landing is pending at broadcast',
      [BROADCAST, VERSIONS],
      [SIGNED, "    landing: 'pending',", "    landing: 'landed',"],
    ],
    [
      'untaken',
      '3: what the engine does not take goes the public way',
      [BROADCAST, UNTAKEN],
      [
        SENDING,
        'if (input.bundle) await followBundle(ctx, wire, going, signal)',
        'if (input.bundle) return followBundle(ctx, wire, going, signal)',
      ],
    ],
    [
      'nobody',
      '7: 502 when nobody took it',
      [BROADCAST, NOBODY],
      [SIGNED, 'if (submittedVia !== null) return ok(', 'if (submittedVia !== undefined) return ok('],
    ],
    [
      'unclear',
      '7: a fee that is not known is not called 0',
      [BROADCAST, UNCLEAR],
      [SENDING, 'if (rpcCode === undefined) going.isUnclear = true', 'if (rpcCode === 0) going.isUnclear = true'],
    ],
    [
      'known',
      '4.9: what has landed already is no failure',
      [BROADCAST, KNOWN],
      [SIGNED, 'if (known !== null) return known', ''],
    ],
    [
      'idempotent',
      '4.9: Idempotency-Key is honoured',
      [BROADCAST, OTHER],
      [SIGNED, '{ keyId, userRef, idempotencyKey, route: ROUTE', "{ keyId, userRef, idempotencyKey: '', route: ROUTE"],
    ],
    [
      'user',
      '4.9: every user has keys of their own',
      [BROADCAST, OTHER],
      ['src/services/idempotency/digest.ts', 'scope.userRef || DEFAULT_USER_REF', 'DEFAULT_USER_REF'],
    ],
    [
      'key-name',
      '4.9: an Idempotency-Key has at most 255 characters',
      [BROADCAST, NAMES],
      ['src/config/idempotency.ts', 'max: 255', 'max: 256'],
    ],
    [
      'user-ref',
      '4.9: X-User-Ref names a user',
      [BROADCAST, NAMES],
      ['src/routes/identified-route.ts', 'if (header !== null && !fits(header)) return refuse(refusal)', ''],
    ],
    ['scope', '5: it takes the scope trade', [BROADCAST, BEARER], [ROUTE, "scope: 'trade',", "scope: 'read',"]],
    ['bearer', '5: the key comes as a bearer', [BROADCAST, BEARER], [ROUTE, "auth: 'bearer',", "auth: 'apiKey',"]],
  ]),
  ...rulesOf('bundle-status', 'GET /v1/trade/bundle-status', [
    [
      'one-of',
      '4.9: bundle_id or signature is required',
      [STATUS, ONE_OF],
      [STATUS_ROUTE, 'if (bundleId === null && signature === null)', "if (bundleId === 'none' && signature === null)"],
    ],
    [
      'id',
      '4.9: bundle_id is the id of a bundle',
      [STATUS, ONE_OF],
      [STATUS_ROUTE, '/^[0-9a-f]{64}$/i', '/^[0-9a-f]{2,65}$/i'],
    ],
    [
      'signature',
      '4.9: signature is a signature',
      [STATUS, ONE_OF],
      [STATUS_ROUTE, "refuse('invalid signature')", "refuse('wrong')"],
    ],
    [
      'bundle-key',
      '2.6: bundle_status appears with a bundle_id only',
      [STATUS, PUBLIC],
      [
        STATUSES,
        '...(bundle === null ? {} : { bundle_status: bundle.status }),',
        "bundle_status: bundle?.status ?? 'unknown',",
      ],
    ],
    [
      'onchain-key',
      '2.6: onchain_status appears with a signature only',
      [STATUS, PROTECTED],
      [
        STATUSES,
        '...(onchain === null ? {} : { onchain_status: onchain }),',
        "onchain_status: onchain ?? 'unavailable',",
      ],
    ],
    [
      'protected',
      '3: a bundle that landed is landed with mev_protected true',
      [STATUS, PROTECTED],
      [STATUSES, "const asBundle = bundle?.status === 'landed' &&", 'const asBundle = bundle === undefined &&'],
    ],
    [
      'public',
      '3: landing the public way is landed',
      [STATUS, PUBLIC],
      [STATUSES, "landed: asBundle || onchain === 'landed',", 'landed: asBundle,'],
    ],
    [
      'unprotected',
      '3: with mev_protected false',
      [STATUS, LEAKED],
      [STATUSES, 'mev_protected: asBundle,', "mev_protected: asBundle || onchain === 'landed',"],
    ],
    [
      'failed',
      '2.6: a transaction that failed on the chain is failed',
      [STATUS, FAILED],
      [STATUSES, "return status.err === null ? 'landed' : 'failed'", "return 'landed'"],
    ],
    [
      'unavailable',
      '2.6: unavailable where no node answers',
      [STATUS, UNASKED],
      [STATUSES, "if (!found?.ok) return 'unavailable'", "if (!found?.ok) return 'pending'"],
    ],
    [
      'unknown',
      '2.6: unknown is a bundle that the engine does not know',
      [STATUS, UNKNOWN],
      [
        STATUSES,
        "status === undefined || status === 'invalid' ? 'unknown' : status",
        "status === undefined || status === 'invalid' ? 'failed' : status",
      ],
    ],
    [
      'own-only',
      '3: a bundle protects its own transactions',
      [STATUS, OWN_ONLY],
      [STATUSES, 'signature === null || (bundle?.signatures ?? [signature]).includes(signature)', 'true'],
    ],
    ['scope', '5: it takes the scope read', [STATUS, READER], [STATUS_ROUTE, "scope: 'read',", "scope: 'wallet',"]],
  ]),
  ...rulesOf('landing', 'POST /v1/trade/buy', [
    [
      'confirm-method',
      '2.6: confirm_method tells how the confirmation was heard of',
      [LAND, 'without news of the node it is polled for, and the node alone sends it'],
      [WATCH, "height, by: 'polling' }", "height, by: 'subscription' }"],
    ],
    [
      'landed-slot',
      '2.6: landed_slot is the slot of the chain',
      [LAND, 'a payment lands, and the landing says where, at what fee and how it was heard of'],
      [FOLLOW, 'slot: transaction?.slot ?? status.slot,', 'slot: 0,'],
    ],
    [
      'on-chain-failure',
      '7: what fails on the chain is no success',
      [LAND, 'a transaction that fails on the chain has landed: with its error, its logs and its fee'],
      [FOLLOW, '    err: status.err,', '    err: null,'],
    ],
    [
      'again',
      '3: what was dropped is offered again',
      [LAND, 'what the first leader drops is offered again'],
      [SENDING, 'await pause(ctx, LANDING.rebroadcastEveryMs, signal)', 'return'],
    ],
    [
      'certain',
      '7: not landed is said only when it is certain',
      [LAND, 'not landed is said only once the blockhash is dead and the history does not have it'],
      [JUDGE, 'return height.blockHeight > last ? height.slot : null', 'return height.slot'],
    ],
    [
      'definite',
      '7: and then it is said',
      [LAND, 'not landed is said only once the blockhash is dead and the history does not have it'],
      [JUDGE, "return reaches.ok && reaches.value ? 'dead' : 'open'", "return 'open'"],
    ],
    [
      'nonce',
      '4.9: a durable nonce keeps a transaction alive',
      [LAND, 'a durable nonce keeps a transaction alive beyond its blockhash; it is dead when the nonce has moved on'],
      [JUDGE, 'if (read.ok && read.value.value !== nonce.value) movedAtSlot', 'if (read.ok) movedAtSlot'],
    ],
    [
      'dropped-bundle',
      '3: a bundle that was dropped goes the public way',
      [LAND, 'a bundle that the engine drops, or does not take, goes the public way'],
      [SENDING, "if (status === 'failed') return", "if (status === 'failed') continue"],
    ],
    [
      'lost-bundle',
      '3: so does one that the engine lost',
      [LAND, 'a bundle that the engine lost goes the public way after a while'],
      [SENDING, 'if (!isKnown && ctx.clock.monotonicMs() >= lostAtMs) return', ''],
    ],
    [
      'asked-for',
      '4.9: under its Idempotency-Key what was signed is asked for and not done again',
      [ONCE, 'what is open after it was signed is asked for, never done again'],
      [
        KEYS,
        "return row.sent === null ? { kind: 'start' } : { kind: 'resume', sent: row.sent }",
        "return { kind: 'start' }",
      ],
    ],
    [
      'first-answer',
      '4.9: a request that comes again gets the first answer',
      [ONCE, 'duplicates that come meanwhile and later get the first answer, digit for digit'],
      [KEYS, "if (row.answer !== null) return { kind: 'done', answer: row.answer }", ''],
    ],
    [
      'other-body',
      '4.9: another body under the same key is refused',
      [ONCE, 'another body is refused: while the first runs, and afterwards'],
      [KEYS, "if (row.bodyHex !== bodyHex) return { kind: 'mismatch' }", ''],
    ],
    [
      'two-keys',
      '4.9: two keys move money twice, also for equal requests',
      [ONCE, 'two equal requests make two transactions: the second is built anew'],
      ['src/store/tables/signatures.ts', 'if (known !== undefined) return known.toString() === holder', ''],
    ],
    [
      'crash',
      '4.9: what a process left behind comes to its end',
      [SETTLE, 'a trade that its process left is sent, and settled with what the chain recorded'],
      ['src/services/trade-ledger/settle.ts', 'if (end !== null) await ctx.store.trades.settle(signature, end)', ''],
    ],
  ]),
  ...rulesOf('ledger', 'POST /v1/trade/sell', [
    [
      'full-sale',
      '4.9: a full custodial sell closes the position',
      [RECORD, 'a full sale ends the position, whatever the trades say is left'],
      [
        'src/store/tables/positions.ts',
        'const isEnd = trade.isFullSale || given >= held',
        'const isEnd = given >= held',
      ],
    ],
    [
      'once',
      '4.9: a trade changes its position once',
      [RECORD, 'the same trade again changes nothing: position and fee follow once'],
      ['src/store/tables/trades.ts', "if (known !== undefined && known.status !== 'pending') return known", ''],
    ],
  ]),
]
