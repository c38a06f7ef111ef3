// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const DELIVER = 'test/push/webhooks/deliver.test.ts'
const RETRIES = 'test/push/webhooks/retries.test.ts'
const UPKEEP = 'test/push/webhooks/upkeep.test.ts'
const ROUTES = 'test/routes/webhooks/webhooks.test.ts'
const TARGET = 'test/runtime/public-target.test.ts'
const EXAMPLE = 'test/examples/verify-webhook.test.ts'
const MATCH = 'test/services/webhooks/match-event.test.ts'
const LIMITS = 'test/push/limits.test.ts'

const SETTINGS = 'src/config/webhooks.ts'
const ATTEMPT = 'src/push/webhooks/deliver.ts'
const SENDER = 'src/push/webhooks/start.ts'
const BODIES = 'src/push/webhooks/encode-events.ts'
const PUBLIC = 'src/runtime/public-target.ts'
const CREATE = 'src/services/webhooks/create.ts'
const MATCHER = 'src/services/webhooks/match-event.ts'
const UPDATE = 'src/services/webhooks/update.ts'

const POSTED = 'a trade that matches is posted once, signed, in the shape of every transport'
const NAMES = 'launches, what a fork took back and gaps are told under their names, to those who asked'
const SCHEDULE =
  'a failed attempt is repeated after 10 s, 1 m, 5 m, 30 m, 2 h, 6 h and then given up, every attempt on record'
const OFF = 'twenty failed attempts in a row switch a webhook off; switched on it goes on where it was'
const ANEW = 'a success begins the count anew, 410 switches off at once, and a target may end the retries of an event'
const NOT_FOLLOWED =
  'redirects are not followed, answers too late or without trust are failures, and what is long is cut off'
const SPELLINGS = 'every spelling of what is not public https is refused'
const BEGINS = 'a webhook begins when it is made, measured in block time'
const PLANS = 'plans without webhooks are 403, another key sees nothing, and a plan has as many as it may'
const SIGNED = 'a receiver takes what the server signed, and nothing else'
const ROTATED = 'during the grace of a rotation both secrets sign, and after it the new one alone'
const REPLAYED = 'a stretch of the tape and deliveries by id are replayed with their ids'
const CONDITIONS = 'every condition that is given must hold, of a list one member'
const DEFAULTS = 'what nobody has tuned is as the specification says'
const TESTED = 'a test event of every type takes the real path while the follower is off'
const SHAPES = 'every route answers in its own shape'

export const WEBHOOK_RULES = [
  ...rulesOf('webhook', 'POST /api/v2/webhooks', [
    [
      'https',
      '6.3: the target must be https',
      [TARGET, SPELLINGS],
      [PUBLIC, '/^https:\\/\\/([^/?#]*)(.*)$/i', '/^https?:\\/\\/([^/?#]*)(.*)$/i'],
    ],
    ['private', '6.3: private addresses are refused', [TARGET, SPELLINGS], [PUBLIC, "'10.0.0.0/8',", '']],
    ['loopback', '6.3: loopback addresses are refused', [TARGET, SPELLINGS], [PUBLIC, "'127.0.0.0/8',", '']],
    [
      'link-local',
      '6.3: link-local and cloud-metadata addresses are refused',
      [TARGET, SPELLINGS],
      [PUBLIC, "'169.254.0.0/16',", ''],
    ],
    [
      'six',
      '6.3: and so are they in IPv6, mapped ones among them',
      [TARGET, SPELLINGS],
      [PUBLIC, 'return address.match(IPV6_GLOBAL) && !IPV6', 'return !IPV6'],
    ],
    [
      'local-name',
      '6.3: names that never lead into the public internet are refused',
      [TARGET, SPELLINGS],
      [PUBLIC, "'internal',", ''],
    ],
    [
      'rebound',
      '6.3: of a name every address must be public',
      [TARGET, 'of a name every address must be public, and those come back IPv4 first'],
      [PUBLIC, '!found.every(isPublicAddress)', '!found.some(isPublicAddress)'],
    ],
    [
      'creation',
      '6.3: addresses are checked at creation and when the url changes',
      [UPKEEP, 'a name that leads to a private address is refused when a webhook is made or moved'],
      [
        'src/services/webhooks/check-url.ts',
        "if (!addresses.ok && addresses.code === 'invalid_request') return addresses",
        '',
      ],
    ],
    [
      'attempt',
      '6.3: and again before every attempt',
      [RETRIES, 'a name that was public when the webhook was made and is private later is refused at the attempt'],
      [
        ATTEMPT,
        'const addresses = await checkAddresses(target.value, ctx.resolveHost)',
        "const addresses = { ok: true, value: ['127.0.0.1'], message: await checkAddresses.name } as const",
      ],
    ],
    [
      'redirects',
      '6.3: redirects are never followed',
      [RETRIES, NOT_FOLLOWED],
      [ATTEMPT, 'reply.status >= 200 && reply.status < 300', 'reply.status >= 200 && reply.status < 400'],
    ],
    [
      'success',
      '6.3: any 2xx is a success',
      [RETRIES, ANEW],
      [ATTEMPT, 'reply.status >= 200 && reply.status < 300', 'reply.status === 200'],
    ],
    [
      'begins',
      '6.3: a subscription starts at its creation instant, measured in block time',
      [DELIVER, BEGINS],
      [CREATE, 'fromTimeSec: Math.floor(nowMs / 1_000) - WEBHOOKS.startToleranceSec,', 'fromTimeSec: 0,'],
    ],
    [
      'begins.cursor',
      '6.3: and at the head of the tape',
      [DELIVER, BEGINS],
      [CREATE, 'formatCursor(ctx.store.tape.window().head.seq)', 'formatCursor(ctx.store.tape.window().tail.seq)'],
    ],
    [
      'chain',
      '6.3, 7: 501 with the reason for a chain that is not followed',
      [ROUTES, 'a chain that is known and not followed is 501 with the reason'],
      [CREATE, 'if (!chain.ok) return chain', "if (!chain.ok) return fail('invalid_request', chain.message)"],
    ],
    [
      'events',
      '6.3: `events` is required',
      [ROUTES, 'what is asked for wrongly is 400 naming the member'],
      [
        'src/routes/webhooks/webhook-body.ts',
        'if (!Array.isArray(value) || value.length === 0)',
        'if (!Array.isArray(value))',
      ],
    ],
    [
      'filter.100',
      '6.3: at most 100 addresses of a kind',
      [ROUTES, 'what is asked for wrongly is 400 naming the member'],
      [SETTINGS, 'filterAddresses: 100,', 'filterAddresses: 101,'],
    ],
    [
      'filter.firehose',
      '6.3: without a token, wallet or pool only with the grant',
      [ROUTES, PLANS],
      [CREATE, "if (isNarrow || !events.includes('trade') ||", "if (isNarrow || events.includes('trade') ||"],
    ],
    [
      'identical',
      '6.3: 409 for an identical live subscription, with its id',
      [ROUTES, 'an identical live webhook is 409 with its id; one that is off or gone is not in the way'],
      [CREATE, '`an identical webhook exists: ${identicalTo}`', "'an identical webhook exists'"],
    ],
    [
      'plan',
      '5, 6.3: a paid key or a data grant',
      [ROUTES, PLANS],
      ['src/services/webhooks/owner.ts', '|| WEBHOOK_PLANS[caller.key.tier].webhooks === 0', ''],
    ],
    [
      'secret',
      '5: the secret has 32 bytes and is shown at creation',
      [ROUTES, SHAPES],
      ['src/services/webhooks/ids.ts', "randomBytes(32).toString('base64')", "randomBytes(16).toString('base64')"],
    ],
    [
      'secret.once',
      '5: the secret is shown once and kept sealed',
      [ROUTES, 'a secret is told once, and stands neither in the store nor in the log'],
      [CREATE, 'sealedSecret: ctx.store.webhooks.seal(id, secret),', 'sealedSecret: secret,'],
    ],
    [
      'signature',
      '5: HMAC-SHA256 over `<t>.<raw_body>`',
      [EXAMPLE, SIGNED],
      ['src/push/webhooks/sign.ts', '.update(`${unixSec}.${body}`)', '.update(body)'],
    ],
    [
      'signature.header',
      '5: in the header `X-Service-Signature`',
      [DELIVER, POSTED],
      [ATTEMPT, "'X-Service-Signature': signBody", "'X-Signature': signBody"],
    ],
    [
      'signature.time',
      '5: `t` is the time of the attempt in epoch seconds',
      [RETRIES, SCHEDULE],
      [ATTEMPT, 'signBody(secrets, body, nowMs)', 'signBody(secrets, body, record.createdAtMs)'],
    ],
    [
      'signature.fresh',
      '5, 8: a receiver refuses what is older than 300 s',
      [EXAMPLE, SIGNED],
      ['examples/verify-webhook.ts', 'const MAX_AGE_SECS = 300', 'const MAX_AGE_SECS = 600'],
    ],
    [
      'retry.first',
      '3: retried after 10 s',
      [RETRIES, SCHEDULE],
      [SETTINGS, 'retryMs: [10 * SECOND_MS, MINUTE_MS', 'retryMs: [5 * SECOND_MS, MINUTE_MS'],
    ],
    [
      'retry.middle',
      '3: then 1 m, 5 m, 30 m',
      [RETRIES, SCHEDULE],
      [SETTINGS, '5 * MINUTE_MS, 30 * MINUTE_MS,', '5 * MINUTE_MS, 20 * MINUTE_MS,'],
    ],
    [
      'retry.last',
      '3: then 2 h, 6 h',
      [RETRIES, SCHEDULE],
      [SETTINGS, '2 * HOUR_MS, 6 * HOUR_MS]', '2 * HOUR_MS, 6 * HOUR_MS, 6 * HOUR_MS]'],
    ],
    [
      'dead',
      '3: failed after the last retry it is dead-lettered',
      [RETRIES, SCHEDULE],
      [SENDER, "nextAtMs === null ? 'dead' : 'failed'", "'failed'"],
    ],
    [
      'off.20',
      '3, 8: 20 consecutive failures switch off',
      [RETRIES, OFF],
      [SETTINGS, 'failuresInRow: 20,', 'failuresInRow: 30,'],
    ],
    [
      'off.row',
      '3: consecutive: any success begins the count anew',
      [RETRIES, ANEW],
      [
        'src/store/tables/webhooks.ts',
        'succeeded ? 0 : state.consecutiveFailures + 1',
        'succeeded ? state.consecutiveFailures : state.consecutiveFailures + 1',
      ],
    ],
    [
      'off.410',
      '6.3: 410 switches off at once',
      [RETRIES, ANEW],
      ['src/push/webhooks/circuit.ts', 'if (httpStatus === GONE)', 'if (httpStatus === -GONE)'],
    ],
    [
      'stop',
      '6.3: `X-Webhook-Retry: stop` ends the retries of an event',
      [RETRIES, ANEW],
      [ATTEMPT, 'isFinal: reply.stops,', 'isFinal: false,'],
    ],
    [
      'once-at-least',
      '6.3: delivery is at-least-once: a stop or kill loses nothing',
      [
        'test/push/webhooks/stop.test.ts',
        'what a stop cuts off is posted again after the next start, although the cursor of others moved on',
      ],
      [SENDER, 'if (isKept) runner.underWay', 'runner.underWay'],
    ],
    [
      'event-id',
      '6.3: `eventId` is unchanged across retries',
      [RETRIES, SCHEDULE],
      [BODIES, '`${text},"attempt":${attempt}}`', '`${text},"eventId":"${attempt}","attempt":${attempt}}`'],
    ],
    [
      'position',
      '6.3: each event carries its block and its place in it',
      [DELIVER, POSTED],
      ['src/push/feeds/to-wire.ts', 'position: { tx: subject.txIndex,', 'position: { tx: 0,'],
    ],
    [
      'shape',
      '6.3: the body is read from the same tape and has the shape of the stream',
      [DELIVER, POSTED],
      ['src/push/feeds/to-wire.ts', 'amountQuoteRaw: trade.quoteAmountRaw.toString(),', ''],
    ],
    [
      'header.event',
      '6.3: header `X-Service-Event-Id`',
      [DELIVER, POSTED],
      [ATTEMPT, "'X-Service-Event-Id': parcel.eventIds[0]!", "'X-Service-Event-Id': parcel.deliveryId"],
    ],
    [
      'header.delivery',
      '6.3: header `X-Service-Delivery-Id`',
      [DELIVER, POSTED],
      [ATTEMPT, "'X-Service-Delivery-Id': parcel", "'X-Delivery-Id': parcel"],
    ],
    ['header.agent', '6.3: header `User-Agent`', [DELIVER, POSTED], [ATTEMPT, "'Mintglass-Webhook/1'", "'Mintglass'"]],
    [
      'batch',
      '6.3: with `batchMax` over 1 the body is an array of at most so many',
      [DELIVER, 'with batchMax every body is a list, and no event is in two'],
      ['src/push/webhooks/runner.ts', '      if (seqs.length >= record.batchMax) break', ''],
    ],
    [
      'type.retracted',
      '6.3: what a fork took back is `trade_retracted` or `launch_retracted`',
      [DELIVER, NAMES],
      [BODIES, '`${subject.type}_retracted`', "'retracted'"],
    ],
    [
      'type.gap',
      '6.3: slots that could not be read are a `gap` for everybody',
      [DELIVER, NAMES],
      [MATCHER, "if (subject === null) return 'gap'", 'if (subject === null) return null'],
    ],
    [
      'filter.events',
      '6.3: only the events that were asked for',
      [DELIVER, NAMES],
      [
        MATCHER,
        "subject.type === 'trade' ? wantsTrades : wantsLaunches",
        "subject.type === 'trade' ? wantsTrades : true",
      ],
    ],
    [
      'filter.tokens',
      '6.3: `tokens`',
      [MATCH, CONDITIONS],
      [MATCHER, 'tokens.size > 0 && !tokens.has', 'tokens.size > 1 && !tokens.has'],
    ],
    [
      'filter.pools',
      '6.3: `pools`',
      [MATCH, CONDITIONS],
      [MATCHER, 'pools.size > 0 && !pools.has', 'pools.size > 1 && !pools.has'],
    ],
    [
      'filter.wallets',
      '6.3: `wallets`',
      [MATCH, CONDITIONS],
      [MATCHER, '!wallets.has(subject.maker)', '!wallets.has(subject.pool)'],
    ],
    [
      'filter.wallets.launch',
      '6.3: of a launch the wallet is its creator',
      [MATCH, CONDITIONS],
      [MATCHER, '!wallets.has(subject.creator)', '!wallets.has(subject.mint)'],
    ],
    [
      'filter.dex',
      '6.3: `dex`',
      [MATCH, CONDITIONS],
      [MATCHER, 'dexes.size > 0 && !dexes.has', 'dexes.size > 1 && !dexes.has'],
    ],
    [
      'filter.side',
      '6.3: `side`',
      [MATCH, CONDITIONS],
      [MATCHER, 'if (side !== null && subject.side !== side) return null', ''],
    ],
    [
      'filter.min-usd',
      '6.3: `minUsd`, unknown worth is less',
      [MATCH, CONDITIONS],
      [MATCHER, 'subject.amountUsd === null || subject.amountUsd < minUsd', '(subject.amountUsd ?? minUsd) < minUsd'],
    ],
    [
      '10s',
      '6.3: a target answers within 10 s',
      [LIMITS, DEFAULTS],
      [SETTINGS, 'attemptMs: 10 * SECOND_MS,', 'attemptMs: 15 * SECOND_MS,'],
    ],
    [
      'late',
      '6.3: an answer too late is a failure',
      [RETRIES, NOT_FOLLOWED],
      [SENDER, 'attemptMs: options.attemptMs ?? WEBHOOKS.attemptMs,', 'attemptMs: 60_000,'],
    ],
  ]),
  ...rulesOf('webhook-show', 'GET /api/v2/webhooks/{id}', [
    [
      'other',
      '6.3: 404 also for the id of another key',
      [ROUTES, PLANS],
      ['src/services/webhooks/owner.ts', '|| found.record.keyId !== owner.value.id', ''],
    ],
    [
      'stats',
      '6.3: what was delivered is counted',
      [DELIVER, POSTED],
      ['src/services/webhooks/show-webhook.ts', '      delivered,\n', '      delivered: 0,\n'],
    ],
  ]),
  ...rulesOf('webhook-update', 'PATCH /api/v2/webhooks/{id}', [
    [
      'resets',
      '6.3: switched on again its failures are 0',
      [RETRIES, OFF],
      [UPDATE, 'consecutiveFailures: 0,', 'consecutiveFailures: before.state.consecutiveFailures,'],
    ],
    [
      'resumes',
      '6.3: and it resumes from the stored cursor',
      [RETRIES, OFF],
      [
        UPDATE,
        "if (check.status === 'ok') return { cursor, truncated: null }",
        "if (check.status === 'ok') return { cursor: store.tape.formatCursor(store.tape.window().head.seq), truncated: null }",
      ],
    ],
    [
      'url',
      '6.3: a new `url` is checked again',
      [ROUTES, 'what is asked for wrongly is 400 naming the member'],
      [UPDATE, 'if (!checked.ok) return checked\n    url = checked.value', 'url = checked.ok ? checked.value : url'],
    ],
  ]),
  ...rulesOf('webhook-delete', 'DELETE /api/v2/webhooks/{id}', [
    [
      'gone',
      '6.3: a deleted webhook is unknown',
      [ROUTES, SHAPES],
      [
        'src/services/webhooks/owner.ts',
        'found.record.deletedAtMs !== null && !options.withDeleted',
        'found.record.deletedAtMs === 0 && !options.withDeleted',
      ],
    ],
    [
      'kept',
      '6.3: its deliveries are kept for 7 days',
      [UPKEEP, 'deliveries go after seven days, and a deleted webhook with its last'],
      [SETTINGS, 'keptMs: 7 * DAY_MS', 'keptMs: 6 * DAY_MS'],
    ],
  ]),
  ...rulesOf('webhook-test', 'POST /api/v2/webhooks/{id}/test', [
    [
      'real',
      '6.3: the synthetic event takes the real path',
      [ROUTES, TESTED],
      [BODIES, 'exampleEvent(type, {', "exampleEvent('trade', {"],
    ],
    [
      'marked',
      '6.3: `test` is true on tests only',
      [ROUTES, TESTED],
      ['src/services/webhooks/example-event.ts', '{ attempt: 1, test: true } as const', '{ attempt: 1 } as const'],
    ],
    [
      'off',
      '6.3: 409 while the webhook is switched off',
      [RETRIES, OFF],
      [
        'src/services/webhooks/send-test.ts',
        "if (!found.value.record.enabled) return fail('conflict', 'the webhook is switched off')",
        '',
      ],
    ],
  ]),
  ...rulesOf('webhook-deliveries', 'GET /api/v2/webhooks/{id}/deliveries', [
    [
      'every',
      '3, 6.3: every attempt is listed',
      [RETRIES, SCHEDULE],
      [
        'src/services/webhooks/deliveries.ts',
        "if (query.status !== 'any' && row.status !== query.status) continue",
        "if (row.attempt === 3 || (query.status !== 'any' && row.status !== query.status)) continue",
      ],
    ],
    [
      'reason',
      '6.3: with its failure reason',
      [RETRIES, SCHEDULE],
      [
        'src/services/webhooks/deliveries.ts',
        '    reason,\n    nextAttemptAt: nextAtMs,',
        '    reason: null,\n    nextAttemptAt: nextAtMs,',
      ],
    ],
    [
      'next',
      '3: and when the next is due',
      [RETRIES, SCHEDULE],
      [
        'src/services/webhooks/deliveries.ts',
        '    nextAttemptAt: nextAtMs,\n    responseSnippet: null,',
        '    nextAttemptAt: null,\n    responseSnippet: null,',
      ],
    ],
    [
      'snippet',
      '6.3: and at most 256 characters of the answer',
      [RETRIES, NOT_FOLLOWED],
      [SETTINGS, 'snippetChars: 256,', 'snippetChars: 512,'],
    ],
  ]),
  ...rulesOf('webhook-rotate', 'POST /api/v2/webhooks/{id}/rotate-secret', [
    [
      'both',
      '6.3: during the grace both secrets sign',
      [ROUTES, ROTATED],
      [
        ATTEMPT,
        'oldSecret !== null && oldSecret.validUntilMs > nowMs ?',
        'oldSecret !== null && oldSecret.validUntilMs < nowMs ?',
      ],
    ],
    [
      'grace',
      '6.3: after it the new one alone',
      [ROUTES, ROTATED],
      [ATTEMPT, 'oldSecret !== null && oldSecret.validUntilMs > nowMs ?', 'oldSecret !== null ?'],
    ],
  ]),
  ...rulesOf('webhook-replay', 'POST /api/v2/webhooks/{id}/replay', [
    ['header', '6.3: header `X-Service-Replay: 1`', [ROUTES, REPLAYED], [ATTEMPT, "{ 'X-Service-Replay': '1' }", '{}']],
    [
      'filter',
      '6.3: a stretch of the tape goes through the filter',
      [ROUTES, REPLAYED],
      ['src/services/webhooks/replay.ts', 'if (match(event) === null) continue', ''],
    ],
    [
      'dead',
      '6.3: what was given up can be sent once more',
      [RETRIES, SCHEDULE],
      ['src/services/webhooks/replay.ts', "row.status === 'dead'", "row.status === 'succeeded'"],
    ],
  ]),
]
