import { rulesOf } from '../engine-rule.ts'

const EVENTS = 'test/routes/stream/events.test.ts'
const REPLAY = 'test/routes/stream/replay.test.ts'
const RESUME = 'test/push/sse/resume.test.ts'
const CANDLES = 'test/push/sse/candles.test.ts'
const TICKETS = 'test/push/sse/tickets.test.ts'
const TICKET_SERVICE = 'test/services/stream/tickets.test.ts'
const COVERAGE = 'test/services/chains/stream-coverage.test.ts'
const LIMITS = 'test/push/limits.test.ts'

const BEGINS = 'a stream says hello, then a snapshot of each channel, then what happens, each with its cursor as id'
const BOTH = 'Last-Event-ID wins over the cursor; both resume after the event that they name'
const GONE = 'a cursor of another tape or older than what is kept gives truncated first, then everything that is kept'
const PRUNED = 'a cursor older than the days that are kept is reported as truncated, with how many events are lost'
const RESTART = 'a reconnect after a restart of the server loses nothing and repeats nothing'
const FORMING = 'a candle stream begins with a snapshot, the forming bar in it, goes on live and closes bars'
const ONLY = 'a channel sends its token, its pool, its wallet, its DEX and nothing else'
const TAKEN = 'what a fork removed is retracted, and slots that could not be read are a gap sent to everyone'
const REFUSED = 'a malformed channel is 400 and named; a chain that is not followed 501 with the reason'
const COUNTED = 'streams and topics count per key against its plan; launches are free; free keys have none'
const BOUNDS = 'from and to are cursors or times; the limit is clamped'
const DEFAULTS = 'what no one has tuned is as the specification says'
const SERVES = 'it serves from the first block on, says how far behind it is, and where a client may resume'

export const EVENT_STREAM_RULES = [
  ...rulesOf('sse', 'GET /api/v2/stream/events', [
    [
      'stored',
      '6.2: events are stored: a reconnect replays what was missed, over a restart of the server too',
      [RESUME, RESTART],
      'startEventStream',
    ],
    ['resume.header', '6.2: `Last-Event-ID` resumes, and wins over the cursor', [RESUME, BOTH], 'open-events#resumeAt'],
    ['resume.cursor', '6.2: the `cursor` parameter resumes', [RESUME, BOTH], 'open-events#resumeAt'],
    [
      'resume.whole',
      '6.2: what is replayed joins the live events without a gap and without a repeat',
      [RESUME, 'a backlog joins the live tape without a gap and without a repeat'],
      'createCatchUp.slice',
    ],
    [
      'truncated',
      '3, 6.2: a cursor older than the resume window yields `truncated`, no silent skip',
      [RESUME, GONE],
      'startEventStream.begin',
    ],
    [
      'truncated.gap',
      '3, 6.2: `truncated` names the gap: from, to, and how many events are lost',
      [RESUME, PRUNED],
      'startEventStream.lostSince',
    ],
    [
      'truncated.live',
      '6.2: a gap is named on an open stream too',
      [RESUME, 'another world while a stream is open is a gap; it goes on with the new tape'],
      'startEventStream.leaveEpoch',
    ],
    [
      'candle.forming',
      '6.2: a candle channel builds the open bar on demand: a forming bar is live',
      [CANDLES, FORMING],
      'createCandleFeeds.toWire',
    ],
    ['candle.live', '6.2: each trade changes the forming bar', [CANDLES, FORMING], 'createCandleFeeds.noteEvent'],
    ['candle.closes', '6.2: a bar that is over is sent with `final`', [CANDLES, FORMING], 'createCandleFeeds.flush'],
    [
      'candle.retracted',
      '6.2: a retraction corrects a bar, a closed one too',
      [CANDLES, 'a retraction corrects a bar that was sent as final'],
      'createCandleFeeds.noteEvent',
    ],
    [
      'candle.snapshot',
      '6.2: the snapshot of a candle channel comes on a resumed stream too',
      [RESUME, 'snapshot=false begins without snapshots; a resumed stream has those of candles only'],
      'startEventStream.begin',
    ],
    ['chain.501', '6.2, 7: chains that are not followed answer 501', [EVENTS, REFUSED], 'parseChannels'],
    [
      'chain.reason',
      '6.2, 7: 501 says why',
      [COVERAGE, 'a chain that is not followed is 501 with the reason, what names no chain is 400'],
      'checkStreamChain',
    ],
    [
      'chain.off',
      '6.2: without a follower and without events the stream is 501',
      [EVENTS, 'without a follower and without events the stream is 501 and says why'],
      'isFollowed',
    ],
    [
      'chain.refused',
      '6.2: when some channels are of chains that are not followed, `hello` names them',
      [EVENTS, 'when some channels are of chains that are not followed, hello says which and why'],
      'startEventStream.sayHello',
    ],
    ['channel.token', '6.2: `trades:{chain}:{token}` sends the trades of a token', [EVENTS, ONLY], 'publishedOn'],
    ['channel.pool', '6.2: `trades:{chain}:pool:{pool}` sends those of a pool', [EVENTS, ONLY], 'publishedOn'],
    ['channel.wallet', '6.2: `trades:{chain}:wallet:{wallet}` sends those of a wallet', [EVENTS, ONLY], 'publishedOn'],
    [
      'channel.launches',
      '6.2: `launches:{chain}:{dex}` sends the launches of that DEX only',
      [EVENTS, ONLY],
      'publishedOn',
    ],
    ['channel.malformed', '6.2, 7: a malformed channel is 400, naming it', [EVENTS, REFUSED], 'channels#parseChannel'],
    ['channel.20', '6.2: at most 20 channels', [EVENTS, REFUSED], 'EVENT_STREAM.maxChannels'],
    [
      'min-usd',
      '6.2: `minUsd` leaves out trades worth less or of unknown worth',
      [EVENTS, 'minUsd leaves out trades worth less or of unknown worth, and what takes them back'],
      'publishedOn',
    ],
    ['id', '6.2: every event of the tape has its cursor as `id`', [EVENTS, BEGINS], 'createEventFrames'],
    [
      'hello',
      '6.2: a stream begins with `hello`, which names the window',
      [EVENTS, BEGINS],
      'startEventStream.sayHello',
    ],
    ['snapshot', '6.2: a new stream begins with a snapshot of each channel', [EVENTS, BEGINS], 'snapshotFlag'],
    [
      'snapshot.off',
      '6.2: `snapshot=false` begins without one',
      [RESUME, 'snapshot=false begins without snapshots; a resumed stream has those of candles only'],
      'snapshotFlag',
    ],
    ['retracted', '6.2: what a fork took away is `retracted`', [EVENTS, TAKEN], 'createEventFrames'],
    ['lost', '6.2: slots that could not be read are a gap that every stream is sent', [EVENTS, TAKEN], 'publishedOn'],
    [
      'lag',
      '6.2: a reader far behind gets `lag` with how far',
      [RESUME, 'a reader who takes nothing costs no one else time, and gets everything once it reads'],
      'startEventStream.sayLag',
    ],
    [
      'heartbeat',
      '6.2: a quiet stream has comments, which move the id past events of others',
      [EVENTS, 'a quiet stream has heartbeats, which move the id past events of others'],
      'startEventStream.beat',
    ],
    ['heartbeat.15', '6.2: each 15 s', [LIMITS, DEFAULTS], 'src/config/settings#PUSH.STREAM_SSE_HEARTBEAT_SECS'],
    ['retry', '6.2: `retry: 2000`', [EVENTS, BEGINS], 'EVENT_STREAM.retryMs'],
    [
      'bye',
      '6.2: a server that stops says `bye` and why',
      [EVENTS, 'a server that stops says bye and why'],
      'startEventStream.end',
    ],
    [
      'key.revoked',
      '5, 6.2: a stream ends when its key is revoked',
      [EVENTS, 'a stream ends when its key is revoked'],
      'startEventStream.beat',
    ],
    [
      'cursor.malformed',
      '7: an unreadable cursor is 400',
      [EVENTS, 'without a key or ticket 401; an unreadable cursor 400'],
      'open-events#resumeAt',
    ],
    ['cap.streams', '6.2, 7: over the connections of the plan 429', [EVENTS, COUNTED], 'open-events#overCaps'],
    [
      'cap.topics',
      '6.2, 7: over the topics of the plan, all streams of the key together, 429',
      [EVENTS, COUNTED],
      'open-events#overCaps',
    ],
    ['cap.launches', '6.2: launches are free here too', [EVENTS, COUNTED], 'countedTopics'],
    ['cap.free', '6.2: free keys have no event streams', [EVENTS, COUNTED], 'open-events#overCaps'],
    [
      'ticket',
      '5, 6.2: a ticket opens a stream without a key',
      [TICKETS, 'a ticket opens a stream without a key, and the key decides when both are there'],
      'streamEvents.auth',
    ],
    [
      'ticket.minute',
      '6.2: a ticket that opened nothing within 60 s never does',
      [TICKET_SERVICE, 'an event ticket that opened nothing within its minute never does'],
      'openEventsTicket',
    ],
    ['ticket.minute.60', '6.2: 60 s', [LIMITS, DEFAULTS], 'STREAM_TICKETS.openWithinMs'],
    [
      'ticket.channels',
      '6.2: a ticket is bound to the channels of its first use',
      [TICKETS, 'a ticket is bound to the channels of its first use, in any spelling and order'],
      'openEventsTicket',
    ],
    [
      'ticket.one',
      '6.2: a ticket never feeds two connections',
      [TICKETS, 'a ticket never feeds two connections: a second is refused, a reconnect takes the place of the first'],
      'openEvents',
    ],
    [
      'ticket.day',
      '6.2: a ticket is accepted for reconnects until it is 24 h old',
      [TICKETS, 'a ticket that opened nothing within its minute is void; one that did reconnects for a day'],
      'authenticateTicket',
    ],
    [
      'ticket.revoked',
      '6.2: or until its key is revoked',
      [TICKET_SERVICE, 'a revoked key takes its tickets along'],
      'tickets#readTicket',
    ],
  ]),
  ...rulesOf('replay', 'GET /api/v2/stream/replay', [
    [
      'same',
      '6.2: the replay returns the events of its channels exactly as the stream did',
      [REPLAY, 'replay pages through the tape and returns exactly what the stream sent'],
      'sse/replay#replay.step',
    ],
    [
      'pages',
      '6.2: `nextCursor` leads to the next page',
      [REPLAY, 'replay pages through the tape and returns exactly what the stream sent'],
      'sse/replay#replay.finish',
    ],
    ['time', '6.2: `from` and `to` may be epoch milliseconds', [REPLAY, BOUNDS], 'replay#EPOCH_MS'],
    ['to', '6.2: the replay ends at `to`', [REPLAY, BOUNDS], 'openReplay'],
    [
      'limit',
      '6.2: at most 5000 events in one answer',
      [REPLAY, 'a large replay arrives whole, in order'],
      'EVENT_STREAM.replayRows',
    ],
    [
      'ndjson',
      '6.2: `Accept: application/x-ndjson` gets one event a line',
      [REPLAY, 'lines: one event each, and the last line says where it ended'],
      'openReplay',
    ],
    [
      'truncated',
      '3, 6.2: `truncated` when the cursor is older than the window',
      [REPLAY, 'a cursor that is no longer kept is named as truncated, in both forms'],
      'openReplay',
    ],
    [
      'refused',
      '6.2, 7: 501 for a chain that is not followed',
      [REPLAY, 'replay refuses what it cannot return'],
      'openReplay',
    ],
  ]),
  ...rulesOf('stream-cursor', 'GET /api/v2/stream/cursor', [
    [
      'time',
      '6.2: the cursor route gives the cursor after which the events of a moment begin',
      [REPLAY, 'the cursor route gives the ends of the tape and the cursor of a moment'],
      'getStreamCursor',
    ],
  ]),
  ...rulesOf('stream-chains', 'GET /api/v2/stream/chains', [
    [
      'serving',
      '4.10: each followed chain says whether it is serving',
      [COVERAGE, 'a tape that is a minute behind does not serve'],
      'stream-coverage#whyNotServing',
    ],
    ['lag', '4.10: and its lag', [COVERAGE, SERVES], 'stream-coverage#coverageOf'],
    ['cursors', '4.10: and from where one may resume', [COVERAGE, SERVES], 'stream-coverage#coverageOf'],
    ['window', '4.10: and how long the window is', [COVERAGE, SERVES], 'stream-coverage#coverageOf'],
    [
      'swaps',
      '4.10: and which share of the swap volume of the last hour was read, and how',
      [
        'test/routes/stream/chains.test.ts',
        'how the swaps of the last hour were read: shares of all their volume, of which a fraction is decoded',
      ],
      'getSwapCoverage',
    ],
    [
      'followed',
      '4.10: chains that are not followed are not listed',
      [COVERAGE, 'who does not follow lists no chain, unless its tape still holds something'],
      'getStreamCoverage',
    ],
    [
      'spelling',
      '4.10: a chain is accepted in every spelling',
      [COVERAGE, 'a chain that is followed is accepted in every spelling'],
      'checkStreamChain',
    ],
    [
      'public',
      '4.10, 5: without a key',
      [
        'test/routes/stream/chains.test.ts',
        'without a key: Solana is served, a few seconds behind, and its cursors are those of the trade route',
      ],
      'streamChains.auth',
    ],
  ]),
]
