import { rulesOf } from '../engine-rule.ts'

const DELIVER = 'test/push/webhooks/deliver.test.ts'
const RETRIES = 'test/push/webhooks/retries.test.ts'
const UPKEEP = 'test/push/webhooks/upkeep.test.ts'
const ROUTES = 'test/routes/webhooks/webhooks.test.ts'
const TARGET = 'test/runtime/public-target.test.ts'
const EXAMPLE = 'test/examples/verify-webhook.test.ts'
const MATCH = 'test/services/webhooks/match-event.test.ts'
const LIMITS = 'test/push/limits.test.ts'

const POSTED = 'a trade that matches is posted once, signed, in the shape of every transport'
const NAMES = 'launches, retractions and gaps are sent under their names, to those who asked'
const SCHEDULE =
  'a failed attempt is repeated after 10 s, 1 m, 5 m, 30 m, 2 h, 6 h and then given up, every attempt on record'
const OFF = 'twenty failed attempts in a row switch a webhook off; switched on it goes on where it was'
const ANEW = 'a success begins the count again, 410 switches off at once, and a target may end the retries of an event'
const NOT_FOLLOWED =
  'redirects are not followed, answers too late or without trust are failures, and what is long is cut off'
const SPELLINGS = 'every spelling of what is not public https is refused'
const BEGINS = 'a webhook begins when it is made, measured in block time'
const PLANS = 'plans without webhooks are 403, another key sees nothing, and a plan has as many as it may'
const SIGNED = 'a receiver takes what the server signed, and nothing else'
const ROTATED = 'during the grace of a rotation both secrets sign, and after it the new one alone'
const REPLAYED = 'a stretch of the tape and deliveries by id are replayed with their ids'
const CONDITIONS = 'every condition that is given must hold, of a list one member'
const DEFAULTS = 'what no one has tuned is as the specification says'
const TESTED = 'a test event of every type takes the real path while the follower is off'
const SHAPES = 'every route answers in its own shape'

export const WEBHOOK_RULES = [
  ...rulesOf('webhook', 'POST /api/v2/webhooks', [
    ['https', '6.3: the target must be https', [TARGET, SPELLINGS], 'parsePublicTarget'],
    ['private', '6.3: private addresses are refused', [TARGET, SPELLINGS], 'public-target#IPV4_REFUSED'],
    ['loopback', '6.3: loopback addresses are refused', [TARGET, SPELLINGS], 'public-target#IPV4_REFUSED'],
    [
      'link-local',
      '6.3: link-local and cloud-metadata addresses are refused',
      [TARGET, SPELLINGS],
      'public-target#IPV4_REFUSED',
    ],
    ['six', '6.3: and so are they in IPv6, mapped ones among them', [TARGET, SPELLINGS], 'isPublicAddress'],
    [
      'local-name',
      '6.3: names that never lead into the public internet are refused',
      [TARGET, SPELLINGS],
      'public-target#PRIVATE_SUFFIXES',
    ],
    [
      'rebound',
      '6.3: of a name every address must be public',
      [TARGET, 'of a name every address must be public, and those come back IPv4 first'],
      'public-target#checkAddresses',
    ],
    [
      'creation',
      '6.3: addresses are checked at creation and when the url changes',
      [UPKEEP, 'a name that leads to a private address is refused when a webhook is made or moved'],
      'checkWebhookUrl',
    ],
    [
      'attempt',
      '6.3: and again before every attempt',
      [RETRIES, 'a name that was public when the webhook was made and is private later is refused at the attempt'],
      'createDeliver',
    ],
    ['redirects', '6.3: redirects are never followed', [RETRIES, NOT_FOLLOWED], 'createDeliver'],
    ['success', '6.3: any 2xx is a success', [RETRIES, ANEW], 'createDeliver'],
    [
      'begins',
      '6.3: a subscription starts at its creation instant, measured in block time',
      [DELIVER, BEGINS],
      'createWebhook',
    ],
    ['begins.cursor', '6.3: and at the head of the tape', [DELIVER, BEGINS], 'createWebhook'],
    [
      'chain',
      '6.3, 7: 501 with the reason for a chain that is not followed',
      [ROUTES, 'a chain that is known and not followed is 501 with the reason'],
      'createWebhook',
    ],
    [
      'events',
      '6.3: `events` is required',
      [ROUTES, 'what is asked for wrongly is 400 naming the member'],
      'webhook-body#events',
    ],
    [
      'filter.100',
      '6.3: at most 100 addresses of a kind',
      [ROUTES, 'what is asked for wrongly is 400 naming the member'],
      'WEBHOOKS.filterAddresses',
    ],
    ['filter.firehose', '6.3: without a token, wallet or pool only with the grant', [ROUTES, PLANS], 'refuseFilter'],
    [
      'identical',
      '6.3: 409 for an identical live subscription, with its id',
      [ROUTES, 'an identical live webhook is 409 with its id; one that is off or gone is not in the way'],
      'createWebhook',
    ],
    ['plan', '5, 6.3: a paid key or a data grant', [ROUTES, PLANS], 'webhookOwner'],
    ['secret', '5: the secret has 32 bytes and is shown at creation', [ROUTES, SHAPES], 'webhookSecret'],
    [
      'secret.once',
      '5: the secret is shown once and kept sealed',
      [ROUTES, 'a secret is shown once, and is neither in the store nor in the log'],
      'createWebhook',
    ],
    ['signature', '5: HMAC-SHA256 over `<t>.<raw_body>`', [EXAMPLE, SIGNED], 'signBody'],
    ['signature.header', '5: in the header `X-Service-Signature`', [DELIVER, POSTED], 'createDeliver.headers'],
    ['signature.time', '5: `t` is the time of the attempt in epoch seconds', [RETRIES, SCHEDULE], 'createDeliver'],
    [
      'signature.fresh',
      '5, 8: a receiver refuses what is older than 300 s',
      [EXAMPLE, SIGNED],
      'verify-webhook#MAX_AGE_SECS',
    ],
    ['retry.first', '3: retried after 10 s', [RETRIES, SCHEDULE], 'WEBHOOKS.retryMs'],
    ['retry.middle', '3: then 1 m, 5 m, 30 m', [RETRIES, SCHEDULE], 'WEBHOOKS.retryMs'],
    ['retry.last', '3: then 2 h, 6 h', [RETRIES, SCHEDULE], 'WEBHOOKS.retryMs'],
    ['dead', '3: failed after the last retry it is dead-lettered', [RETRIES, SCHEDULE], 'settleAttempt'],
    ['off.20', '3, 8: 20 consecutive failures switch off', [RETRIES, OFF], 'WEBHOOKS.failuresInRow'],
    ['off.row', '3: consecutive: any success begins the count again', [RETRIES, ANEW], 'consumer-progress#stateAfter'],
    ['off.410', '6.3: 410 switches off at once', [RETRIES, ANEW], 'breakAfter'],
    ['stop', '6.3: `X-Webhook-Retry: stop` ends the retries of an event', [RETRIES, ANEW], 'createDeliver'],
    [
      'once-at-least',
      '6.3: delivery is at-least-once: a stop or kill loses nothing',
      [
        'test/push/webhooks/stop.test.ts',
        'what a stop cuts off is posted again after the next start, although the cursor of others moved on',
      ],
      'pump#begin',
    ],
    ['event-id', '6.3: `eventId` is unchanged across retries', [RETRIES, SCHEDULE], 'createBatchEncoder'],
    ['position', '6.3: each event carries its block and its place in it', [DELIVER, POSTED], 'toStreamEvent'],
    [
      'shape',
      '6.3: the body is read from the same tape and has the shape of the stream',
      [DELIVER, POSTED],
      'toTradeBody',
    ],
    ['header.event', '6.3: header `X-Service-Event-Id`', [DELIVER, POSTED], 'createDeliver.headers'],
    ['header.delivery', '6.3: header `X-Service-Delivery-Id`', [DELIVER, POSTED], 'createDeliver.headers'],
    ['header.agent', '6.3: header `User-Agent`', [DELIVER, POSTED], 'createDeliver.headers'],
    [
      'batch',
      '6.3: with `batchMax` over 1 the body is an array of at most so many',
      [DELIVER, 'with batchMax every body is a list, and no event is in two'],
      'nextEvents',
    ],
    [
      'type.retracted',
      '6.3: what a fork took back is `trade_retracted` or `launch_retracted`',
      [DELIVER, NAMES],
      'webhookTypeOf',
    ],
    ['type.gap', '6.3: slots that could not be read are a `gap` for everyone', [DELIVER, NAMES], 'createMatch'],
    ['filter.events', '6.3: only the events that were asked for', [DELIVER, NAMES], 'createMatch'],
    ['filter.tokens', '6.3: `tokens`', [MATCH, CONDITIONS], 'createMatch'],
    ['filter.pools', '6.3: `pools`', [MATCH, CONDITIONS], 'createMatch'],
    ['filter.wallets', '6.3: `wallets`', [MATCH, CONDITIONS], 'createMatch'],
    ['filter.wallets.launch', '6.3: of a launch the wallet is its creator', [MATCH, CONDITIONS], 'createMatch'],
    ['filter.dex', '6.3: `dex`', [MATCH, CONDITIONS], 'createMatch'],
    ['filter.side', '6.3: `side`', [MATCH, CONDITIONS], 'createMatch'],
    ['filter.min-usd', '6.3: `minUsd`, unknown worth is less', [MATCH, CONDITIONS], 'createMatch'],
    ['10s', '6.3: a target answers within 10 s', [LIMITS, DEFAULTS], 'WEBHOOKS.attemptMs'],
    ['late', '6.3: an answer too late is a failure', [RETRIES, NOT_FOLLOWED], 'startWebhooks.attemptMs'],
  ]),
  ...rulesOf('webhook-show', 'GET /api/v2/webhooks/{id}', [
    ['other', '6.3: 404 also for the id of another key', [ROUTES, PLANS], 'ownWebhook'],
    ['stats', '6.3: what was delivered is counted', [DELIVER, POSTED], 'showWebhookDetail'],
  ]),
  ...rulesOf('webhook-update', 'PATCH /api/v2/webhooks/{id}', [
    ['resets', '6.3: switched on again its failures are 0', [RETRIES, OFF], 'updateWebhook'],
    ['resumes', '6.3: and it resumes from the stored cursor', [RETRIES, OFF], 'update#resumeAt'],
    [
      'url',
      '6.3: a new `url` is checked again',
      [ROUTES, 'what is asked for wrongly is 400 naming the member'],
      'updateWebhook',
    ],
  ]),
  ...rulesOf('webhook-delete', 'DELETE /api/v2/webhooks/{id}', [
    ['gone', '6.3: a deleted webhook is unknown', [ROUTES, SHAPES], 'ownWebhook'],
    [
      'kept',
      '6.3: its deliveries are kept for 7 days',
      [UPKEEP, 'deliveries go after seven days, and a deleted webhook with its last'],
      'WEBHOOKS.keptMs',
    ],
  ]),
  ...rulesOf('webhook-test', 'POST /api/v2/webhooks/{id}/test', [
    ['real', '6.3: the synthetic event takes the real path', [ROUTES, TESTED], 'encode-events#encodeTest'],
    ['marked', '6.3: `test` is true on tests only', [ROUTES, TESTED], 'exampleEvent'],
    ['off', '6.3: 409 while the webhook is switched off', [RETRIES, OFF], 'sendTestEvent'],
  ]),
  ...rulesOf('webhook-deliveries', 'GET /api/v2/webhooks/{id}/deliveries', [
    ['every', '3, 6.3: every attempt is listed', [RETRIES, SCHEDULE], 'deliveries#addAttempts'],
    ['reason', '6.3: with its failure reason', [RETRIES, SCHEDULE], 'deliveries#showAttempt'],
    ['next', '3: and when the next is due', [RETRIES, SCHEDULE], 'deliveries#showPending'],
    ['snippet', '6.3: and at most 256 characters of the answer', [RETRIES, NOT_FOLLOWED], 'WEBHOOKS.snippetChars'],
  ]),
  ...rulesOf('webhook-rotate', 'POST /api/v2/webhooks/{id}/rotate-secret', [
    ['both', '6.3: during the grace both secrets sign', [ROUTES, ROTATED], 'deliver#openSecrets'],
    ['grace', '6.3: after it the new one alone', [ROUTES, ROTATED], 'deliver#openSecrets'],
  ]),
  ...rulesOf('webhook-replay', 'POST /api/v2/webhooks/{id}/replay', [
    ['header', '6.3: header `X-Service-Replay: 1`', [ROUTES, REPLAYED], 'createDeliver.headers'],
    ['filter', '6.3: a stretch of the tape goes through the filter', [ROUTES, REPLAYED], 'replay#ofRange'],
    ['dead', '6.3: what was given up can be sent once more', [RETRIES, SCHEDULE], 'replay#ofAttempts'],
  ]),
]
