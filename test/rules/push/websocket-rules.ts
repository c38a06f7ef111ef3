import { rulesOf } from '../engine-rule.ts'

const ADMISSION = 'test/push/gateway/admission.test.ts'
const FEEDS = 'test/push/gateway/feeds.test.ts'
const FRAMES = 'test/push/gateway/frames.test.ts'
const MESSAGES = 'test/push/gateway/messages.test.ts'
const RESUME = 'test/push/gateway/resume.test.ts'
const SLOW = 'test/push/gateway/slow-consumers.test.ts'
const LIMITS = 'test/push/limits.test.ts'
const TICKETS = 'test/services/stream/tickets.test.ts'

const TOPICS_COUNT = 'topics count per key, launches are free, and unsubscribing or closing makes room'
const FILTERS = 'a filter is a topic of its own; launches without one hold every DEX'
const SHAPES = 'welcome, snapshot, update, pong and unsubscribed are as documented, and topic frames carry their place'
const BAD = 'every malformed message gets its code and its id, and the connection lives'
const CREDENTIALS =
  'a key is taken from X-API-Key, bearer, ticket or subprotocol, and the subprotocol is named in the answer'
const DENIED = 'free, unknown, revoked and missing keys are refused with 401 in the envelope, before the upgrade'
const FAILED_AUTH = 'invented credentials of an upgrade count against their address; callers with a valid one go on'
const OVER_CAP = 'connections over the cap of the key, or of the server, get 429; a closed one makes room'
const TIERS = 'each paid tier is welcomed with the caps of the specification'
const DEFAULTS = 'what no one has tuned is as the specification says'
const BIG =
  'a message of 2048 bytes is read, a longer one is refused and the connection lives, one beyond 16 KiB ends it'
const RESUMES = 'who resumes gets what came after the cursor as updates whose numbers run into the live ones'
const TAKEN_BACK = 'a retracted trade and lost slots are updates of the topic; lost slots of every topic'
const LIVES = 'a feed lives as long as someone has it, and makes room when the last one leaves'

export const WEBSOCKET_RULES = rulesOf('websocket', 'GET /api/v2/stream', [
  [
    'failed-auth',
    '5: failed authentication is limited by address on the upgrade, too',
    [ADMISSION, FAILED_AUTH],
    'admission#holderOf',
  ],
  [
    'launches.every',
    '6.1: `launches` without a filter sends the new pools of every DEX',
    [MESSAGES, FILTERS],
    'createFeeds.route',
  ],
  [
    'launches.dex',
    '6.1: the optional `dex` filter sends the new pools of that DEX only',
    [MESSAGES, FILTERS],
    'createFeeds.route',
  ],
  [
    'launches.free',
    '6.1: `launches` is free: it does not count against the topics of the plan',
    [MESSAGES, TOPICS_COUNT],
    'createMessageAnswers.subscribe',
  ],
  [
    'token.counts',
    '6.1: `token` counts against the topic cap of the plan, beyond it `too_many_topics`',
    [MESSAGES, TOPICS_COUNT],
    'createMessageAnswers.subscribe',
  ],
  [
    'token.per-key',
    '6.1: topics count for all connections of a key together',
    [MESSAGES, TOPICS_COUNT],
    'createKeySlots',
  ],
  [
    'token.mint',
    '6.1: `token` plus mint sends the trades of that mint and no others',
    [FRAMES, SHAPES],
    'createFeeds.route',
  ],
  ['frame.welcome', '6.1: `welcome` names the tier and its caps', [FRAMES, SHAPES], 'createGateway.opened'],
  [
    'frame.snapshot',
    '6.1: a subscription begins with a `snapshot` of the newest events, oldest first',
    [FRAMES, SHAPES],
    'gateway/catch-up#newestOf',
  ],
  [
    'frame.seq',
    '6.1: topic frames carry a `seq` that grows by one with each event of the topic',
    [FRAMES, SHAPES],
    'createFeeds.publishTo',
  ],
  [
    'frame.seq.head',
    '6.1: `seq` of a topic begins with the head of the tape, so that it never goes back',
    [RESUME, 'a feed that ends and begins again never numbers backwards'],
    'createFeeds.open',
  ],
  [
    'frame.cursor',
    '6.1: topic frames carry the cursor of their event, the one of all transports',
    [FRAMES, SHAPES],
    'createFeeds.updateOf',
  ],
  ['frame.pong', '6.1: `pong` carries the id of its ping', [FRAMES, SHAPES], 'pongFrame'],
  ['frame.unsubscribed', '6.1: `unsubscribed` says why', [FRAMES, SHAPES], 'unsubscribedFrame'],
  ['frame.error.id', '6.1: `error` carries the id of the message it answers', [MESSAGES, BAD], 'errorFrame'],
  ['error.bad-json', '6.1: what is no JSON object is `bad_json`', [MESSAGES, BAD], 'readMessage'],
  ['error.bad-op', '6.1: an unknown `op` is `bad_op`', [MESSAGES, BAD], 'readMessage'],
  ['error.bad-channel', '6.1: an unknown channel is `bad_channel`', [MESSAGES, BAD], 'messages#readTopic'],
  ['error.bad-mint', '6.1: a mint that is no address is `bad_mint`', [MESSAGES, BAD], 'messages#readTopic'],
  [
    'error.not-allowed',
    '6.1: where nothing is followed a subscription is `not_allowed`, with the reason',
    [MESSAGES, 'where nothing is followed a subscription is not allowed, with the reason'],
    'createMessageAnswers.subscribe',
  ],
  [
    'error.rate',
    '6.1: messages over the rate are refused with `rate`, and a flood ends the connection',
    [MESSAGES, 'messages over the rate get one error in many, and a flood ends the connection'],
    'takeAllowance',
  ],
  [
    'feed.shared',
    '6.1: subscribers of a topic share one feed, which goes on while one of them is left',
    [FEEDS, LIVES],
    'createFeeds.closeIfUnused',
  ],
  [
    'feed.ends',
    '6.1: feeds are counted by their subscribers and end with the last',
    [FEEDS, LIVES],
    'createFeeds.closeIfUnused',
  ],
  [
    'feed.join',
    '6.1: a topic that is carried already may be joined when the server carries no more',
    [MESSAGES, 'the server carries only so many distinct topics; one that is carried already may be joined'],
    'createMessageAnswers.subscribe',
  ],
  [
    'resume',
    '6.1: who names a cursor gets what came after it, then what happens',
    [RESUME, RESUMES],
    'createDelivery.subscribe',
  ],
  [
    'resume.seq',
    '6.1: the numbers of what was missed run on into those of the feed',
    [RESUME, RESUMES],
    'gateway/catch-up#endCounting',
  ],
  [
    'resume.truncated',
    '6.1: a cursor that is no longer kept is answered with what lies between, never with silence',
    [RESUME, 'a cursor older than what is kept skips to the oldest event, with how many the tape lost'],
    'gateway/catch-up#endCounting',
  ],
  [
    'resume.skipped',
    '6.1: the snapshot after a cursor that is gone names the numbers that were skipped',
    [
      RESUME,
      'a cursor of another tape begins at the oldest event that is kept, and the snapshot says what was skipped',
    ],
    'gateway/catch-up#endCounting',
  ],
  [
    'slow.whole',
    '6.1: a slow socket is fed from the tape as it drains, without a hole and without holding more than its buffer',
    [
      SLOW,
      'a socket that does not read falls behind, holds no more than its send buffer and 64 KiB, and gets every event once it reads, in order and without a hole',
    ],
    'live-subscribers#lookAtBuffers',
  ],
  [
    'slow.skip',
    '6.1: only a slow socket whose cursor leaves the window gets a snapshot with `skipped`',
    [RESUME, 'a slow socket whose cursor leaves what is kept gets one snapshot that says which numbers it skipped'],
    'gateway/catch-up#sendMissed',
  ],
  [
    'retracted',
    '6.1: what a fork took back is an `update` whose data has type `retracted`',
    [RESUME, TAKEN_BACK],
    'toStreamEvent',
  ],
  ['lost', '6.1: slots that could not be read are sent on every topic', [RESUME, TAKEN_BACK], 'createFeeds.route'],
  ['key.header', '5, 6.1: the key comes in `X-API-Key`', [ADMISSION, CREDENTIALS], 'uws#upgrade'],
  ['key.bearer', '5, 6.1: or as a bearer', [ADMISSION, CREDENTIALS], 'admission#present'],
  ['key.ticket', '5, 6.1: or as a ticket in the address', [ADMISSION, CREDENTIALS], 'uws#upgrade'],
  [
    'key.subprotocol',
    '5, 6.1: or as the subprotocol `mg.key.<base64url>`',
    [ADMISSION, CREDENTIALS],
    'admission#KEY_PROTOCOL',
  ],
  [
    'key.first',
    '5, 6.1: the first of them decides, even when it is wrong',
    [ADMISSION, 'the first credential decides even when it is wrong'],
    'admission#present',
  ],
  ['key.free', '5, 7: keys of the free tier are denied at the upgrade with 401', [ADMISSION, DENIED], 'admit'],
  [
    'key.preview',
    '5, 7: the public builder key is denied at the upgrade with 401',
    [FEEDS, 'the public builder key is denied like a free one'],
    'admission#holderOf',
  ],
  [
    'key.none',
    '5, 7: no key at all is 401 with the envelope of every failure',
    [ADMISSION, DENIED],
    'uws#writeRefusal',
  ],
  [
    'key.domains',
    '5: a key with an allowed-domain list is refused from elsewhere',
    [ADMISSION, 'a key with domains is refused with 403 from elsewhere'],
    'admit',
  ],
  [
    'key.revoked',
    '5: a key that is revoked loses its connections',
    [ADMISSION, 'a key that is revoked while it is connected is closed within a second'],
    'watchKeys.dropRevoked',
  ],
  [
    'ticket.once',
    '5, 6.1: a ticket opens one WebSocket',
    [TICKETS, 'a WebSocket ticket opens one connection, in whichever process of the store'],
    'redeemWebSocketTicket',
  ],
  [
    'ticket.minute',
    '5, 6.1: within 60 s',
    [TICKETS, 'a WebSocket ticket is void after its minute, and after every process of the store has ended'],
    'redeemWebSocketTicket',
  ],
  ['cap.builder', '8: builder has 2 connections', [ADMISSION, OVER_CAP], 'PLANS.builder'],
  ['cap.builder.topics', '8: builder has 2 topics', [MESSAGES, TOPICS_COUNT], 'PLANS.builder'],
  ['cap.scale', '8: scale has 20 connections and 15 topics', [LIMITS, TIERS], 'PLANS.scale'],
  ['cap.enterprise', '8: enterprise has 50 connections and 50 topics', [LIMITS, TIERS], 'PLANS.enterprise'],
  ['cap.data', '8: a data grant has 20 connections and 30 topics', [LIMITS, TIERS], 'PLANS.data'],
  [
    'cap.tunable',
    '8: the caps of a tier can be tuned by the environment',
    [ADMISSION, 'caps of a tier can be replaced'],
    'gateway#capsOf',
  ],
  ['cap.429', '6.1: over the connections of the plan 429 at the upgrade', [ADMISSION, OVER_CAP], 'createGateway.admit'],
  ['cap.global', '8: over the connections of the server 429', [ADMISSION, OVER_CAP], 'createGateway.admit'],
  [
    'cap.global.500',
    '8: 500 connections in all',
    [LIMITS, DEFAULTS],
    'src/config/settings#PUSH.STREAM_MAX_CONNECTIONS',
  ],
  ['cap.topics.300', '8: 300 distinct topics in all', [LIMITS, DEFAULTS], 'src/config/settings#PUSH.STREAM_MAX_TOPICS'],
  [
    'cap.topics',
    '8: beyond the distinct topics of the server `too_many_topics`',
    [MESSAGES, 'the server carries only so many distinct topics; one that is carried already may be joined'],
    'createMessageAnswers.subscribe',
  ],
  [
    'message.2048',
    '8: messages of 2048 bytes, not more',
    [MESSAGES, BIG],
    'src/config/settings#PUSH.STREAM_MESSAGE_BYTES',
  ],
  ['message.too-big', '6.1: a longer message is `message_too_big`', [MESSAGES, BIG], 'createMessageAnswers.read'],
  ['heartbeat.30', '8: a heartbeat each 30 s', [LIMITS, DEFAULTS], 'src/config/settings#PUSH.STREAM_HEARTBEAT_SECS'],
  [
    'heartbeat.silent',
    '8: who gives no sign between two heartbeats is closed',
    [MESSAGES, 'a connection that answers no ping is closed with 4408; one that does is kept'],
    'heartbeat#beat',
  ],
  [
    'stop',
    '6.1: a server that stops says so on every topic',
    [MESSAGES, 'a server that stops says so on every topic and closes with 1001'],
    'createGateway.end',
  ],
  [
    'upgrade',
    '7: a request without an upgrade is 400',
    [MESSAGES, 'without an upgrade the address answers 400 and names the upgrade'],
    'streamGateway.handle',
  ],
])
