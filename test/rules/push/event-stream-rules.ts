// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { rulesOf } from '../engine-rule.ts'

const EVENTS = 'test/routes/stream/events.test.ts'
const REPLAY = 'test/routes/stream/replay.test.ts'
const RESUME = 'test/push/sse/resume.test.ts'
const CANDLES = 'test/push/sse/candles.test.ts'
const TICKETS = 'test/push/sse/tickets.test.ts'
const TICKET_SERVICE = 'test/services/stream/tickets.test.ts'
const COVERAGE = 'test/services/chains/stream-coverage.test.ts'
const LIMITS = 'test/push/limits.test.ts'

const STREAM = 'src/push/sse/event-stream.ts'
const FRAMES = 'src/push/sse/frames.ts'
const OPEN = 'src/push/sse/open-events.ts'
const REPLAYER = 'src/push/sse/replay.ts'
const BARS = 'src/push/feeds/candles.ts'
const CHANNELS = 'src/services/stream/channels.ts'
const TICKET = 'src/services/stream/tickets.ts'
const SETTINGS = 'src/config/event-stream.ts'
const CHAINS = 'src/services/chains/stream-coverage.ts'

const BEGINS = 'a stream says hello, then a snapshot of each channel, then what happens, each with its cursor as id'
const BOTH = 'Last-Event-ID wins over the cursor; both go on behind what they name'
const GONE = 'a cursor of another tape or older than what is kept gives truncated first, then everything that is kept'
const PRUNED = 'a cursor from before the days that are kept is told as truncated, with how many events are lost'
const RESTART = 'a reconnect after a restart of the server loses nothing and repeats nothing'
const FORMING = 'a candle stream begins with a snapshot, the forming bar in it, goes on live and closes bars'
const ONLY = 'a channel tells its token, its pool, its wallet, its DEX and nothing else'
const TAKEN = 'what a fork took away is retracted, and slots that could not be read are a gap told to everybody'
const REFUSED = 'a malformed channel is 400 and named; a chain that is not followed 501 with the reason'
const COUNTED = 'streams and topics count per key against its plan; launches are free; free keys have none'
const BOUNDS = 'from and to are cursors or times; the limit is clamped'
const DEFAULTS = 'what nobody has tuned is as the specification says'
const SERVES = 'it serves from the first block on, says how far behind it is, and from where one may resume'

export const EVENT_STREAM_RULES = [
  ...rulesOf('sse', 'GET /api/v2/stream/events', [
    [
      'stored',
      '6.2: events are stored: a reconnect replays what was missed, over a restart of the server too',
      [RESUME, RESTART],
      [STREAM, 'let position = order.resume?.seq ?? tape.window().head.seq', 'let position = tape.window().head.seq'],
    ],
    [
      'resume.header',
      '6.2: `Last-Event-ID` resumes, and wins over the cursor',
      [RESUME, BOTH],
      [OPEN, 'const asked = byHeader ? lastEventId : cursor', "const asked = cursor !== '' ? cursor : lastEventId"],
    ],
    [
      'resume.cursor',
      '6.2: the `cursor` parameter resumes',
      [RESUME, BOTH],
      [OPEN, "if (asked === '') return ok(null)", 'if (!byHeader) return ok(null)'],
    ],
    [
      'resume.whole',
      '6.2: what is replayed joins the live events without a gap and without a repeat',
      [RESUME, 'a backlog joins the live tape without a gap and without a repeat'],
      [
        'src/push/feeds/catch-up.ts',
        'if (event.seq <= position || event.seq > endSeq)',
        'if (event.seq < position || event.seq > endSeq)',
      ],
    ],
    [
      'truncated',
      '3, 6.2: a cursor older than the resume window yields `truncated`, no silent skip',
      [RESUME, GONE],
      [STREAM, 'if (resume?.isGone === true)', 'if (resume === undefined)'],
    ],
    [
      'truncated.gap',
      '3, 6.2: `truncated` names the gap: from, to, and how many events are lost',
      [RESUME, PRUNED],
      [STREAM, 'return seq === null ? null : Math.max(0, position - seq)', 'return seq === null ? null : 0'],
    ],
    [
      'truncated.live',
      '6.2: a gap is named on an open stream too',
      [RESUME, 'another world while a stream is open is a gap; it goes on with the new tape'],
      [STREAM, "say('truncated', { from, to, lost: null }, to)", ''],
    ],
    [
      'candle.forming',
      '6.2: a candle channel builds the open bar on demand: a forming bar is live',
      [CANDLES, FORMING],
      [BARS, 'const final = tMs + STREAM_INTERVAL_MS[interval] <= atMs', 'const final = true'],
    ],
    [
      'candle.live',
      '6.2: each trade changes the forming bar',
      [CANDLES, FORMING],
      [BARS, '        changed.add(tMs)\n        // Far', '        // Far'],
    ],
    [
      'candle.closes',
      '6.2: a bar that is over is told with `final`',
      [CANDLES, FORMING],
      [BARS, 'for (const tMs of feed.forming) if (tMs + lengthMs <= atMs) feed.changed.add(tMs)', ''],
    ],
    [
      'candle.retracted',
      '6.2: a retraction corrects a bar, a closed one too',
      [CANDLES, 'a retraction corrects a bar that was told as final'],
      [BARS, "if (subject?.type !== 'trade' ||", "if (event.type === 'retracted' || subject?.type !== 'trade' ||"],
    ],
    [
      'candle.snapshot',
      '6.2: the snapshot of a candle channel comes on a resumed stream too',
      [RESUME, 'snapshot=false begins without snapshots; a resumed stream has those of candles only'],
      [STREAM, "(resume === null || channel.kind === 'candles')", '(resume === null)'],
    ],
    [
      'chain.501',
      '6.2, 7: chains that are not followed answer 501',
      [EVENTS, REFUSED],
      [
        CHANNELS,
        "if (accepted.size === 0) return fail('unsupported_on_chain'",
        "if (accepted.size === 0) return fail('invalid_request'",
      ],
    ],
    [
      'chain.reason',
      '6.2, 7: 501 says why',
      [COVERAGE, 'a chain that is not followed is 501 with the reason, what names no chain is 400'],
      [CHAINS, 'is not followed: ${whyNotFollowed(ctx, chain.key)}`', 'is not followed`'],
    ],
    [
      'chain.off',
      '6.2: without a follower and without events the stream is 501',
      [EVENTS, 'without a follower and without events the stream is 501 and says why'],
      [CHAINS, '(canFollow(ctx) || hasEvents(ctx))', "(key === 'solana' || hasEvents(ctx))"],
    ],
    [
      'chain.refused',
      '6.2: when some channels are of chains that are not followed, `hello` names them',
      [EVENTS, 'when some channels are of chains that are not followed, hello says which and why'],
      [STREAM, 'refused: order.channels.refused,', 'refused: [],'],
    ],
    [
      'channel.token',
      '6.2: `trades:{chain}:{token}` tells the trades of a token',
      [EVENTS, ONLY],
      [CHANNELS, 'return tokens.has(subject.mint) || pools', 'return pools'],
    ],
    [
      'channel.pool',
      '6.2: `trades:{chain}:pool:{pool}` tells those of a pool',
      [EVENTS, ONLY],
      [CHANNELS, '|| pools.has(subject.pool) ||', '||'],
    ],
    [
      'channel.wallet',
      '6.2: `trades:{chain}:wallet:{wallet}` tells those of a wallet',
      [EVENTS, ONLY],
      [CHANNELS, '|| wallets.has(subject.maker)', ''],
    ],
    [
      'channel.launches',
      '6.2: `launches:{chain}:{dex}` tells the launches of that DEX only',
      [EVENTS, ONLY],
      [
        CHANNELS,
        "if (subject.type === 'launch') return dexes.has(subject.dex)",
        "if (subject.type === 'launch') return dexes.size > 0",
      ],
    ],
    [
      'channel.malformed',
      '6.2, 7: a malformed channel is 400, naming it',
      [EVENTS, REFUSED],
      [CHANNELS, '`malformed channel: ${name.slice(0, MAX_CHANNEL_CHARS)}`', "'malformed channel'"],
    ],
    ['channel.20', '6.2: at most 20 channels', [EVENTS, REFUSED], [SETTINGS, 'maxChannels: 20,', 'maxChannels: 21,']],
    [
      'min-usd',
      '6.2: `minUsd` leaves out trades worth less or of unknown worth',
      [EVENTS, 'minUsd leaves out trades worth less or of unknown worth, and what takes them back'],
      [
        CHANNELS,
        '(subject.amountUsd === null || subject.amountUsd < minUsd)) return false',
        '(subject.amountUsd ?? minUsd) < minUsd) return false',
      ],
    ],
    [
      'id',
      '6.2: every event of the tape has its cursor as `id`',
      [EVENTS, BEGINS],
      [FRAMES, 'frameOf(name, json, tape.formatCursor(event.seq))', 'frameOf(name, json, null)'],
    ],
    [
      'hello',
      '6.2: a stream begins with `hello`, which names the window',
      [EVENTS, BEGINS],
      [STREAM, 'head: tape.formatCursor(head.seq),', 'head: tape.formatCursor(tail.seq),'],
    ],
    [
      'snapshot',
      '6.2: a new stream begins with a snapshot of each channel',
      [EVENTS, BEGINS],
      ['src/routes/stream/channels-query.ts', 'ok(raw === undefined || !(', 'ok(raw !== undefined && !('],
    ],
    [
      'snapshot.off',
      '6.2: `snapshot=false` begins without one',
      [RESUME, 'snapshot=false begins without snapshots; a resumed stream has those of candles only'],
      ['src/routes/stream/channels-query.ts', "raw === '0' || raw.toLowerCase() === 'false'", "raw === 'off'"],
    ],
    [
      'retracted',
      '6.2: what a fork took away is `retracted`',
      [EVENTS, TAKEN],
      [FRAMES, "event.type === 'lost' ? 'truncated' : event.type", "event.type === 'lost' ? 'truncated' : 'trade'"],
    ],
    [
      'lost',
      '6.2: slots that could not be read are a gap that every stream is told',
      [EVENTS, TAKEN],
      [CHANNELS, 'if (subject === null) return true', 'if (subject === null) return tokens.size > 0'],
    ],
    [
      'lag',
      '6.2: a reader far behind is told how far with `lag`',
      [RESUME, 'a reader who takes nothing costs nobody else time, and gets everything once it reads'],
      [STREAM, "say('lag', { behindMs, behindEvents })", ''],
    ],
    [
      'heartbeat',
      '6.2: a quiet stream has comments, which move the id past events of others',
      [EVENTS, 'a quiet stream has heartbeats, which move the id past events of others'],
      [STREAM, 'write(heartbeatFrame(newId()))', 'write(heartbeatFrame(null))'],
    ],
    [
      'heartbeat.15',
      '6.2: each 15 s',
      [LIMITS, DEFAULTS],
      [
        'src/config/env.ts',
        "STREAM_SSE_HEARTBEAT_SECS: setting('Push', 'integer', '15'",
        "STREAM_SSE_HEARTBEAT_SECS: setting('Push', 'integer', '30'",
      ],
    ],
    ['retry', '6.2: `retry: 2000`', [EVENTS, BEGINS], [SETTINGS, 'retryMs: 2_000,', 'retryMs: 3_000,']],
    [
      'bye',
      '6.2: a server that stops says `bye` and why',
      [EVENTS, 'a server that stops says bye and why'],
      [STREAM, "say('bye', { reason })", "say('bye', {})"],
    ],
    [
      'key.revoked',
      '5, 6.2: a stream ends when its key is revoked',
      [EVENTS, 'a stream ends when its key is revoked'],
      [STREAM, 'if (reason !== null) return end(reason)', "if (reason === '') return end(reason)"],
    ],
    [
      'cursor.malformed',
      '7: an unreadable cursor is 400',
      [EVENTS, 'without a key or ticket 401; an unreadable cursor 400'],
      [
        OPEN,
        "if (check.status === 'malformed') return fail('invalid_request'",
        "if (check.status === 'malformed') return fail('not_found'",
      ],
    ],
    [
      'cap.streams',
      '6.2, 7: over the connections of the plan 429',
      [EVENTS, COUNTED],
      [OPEN, 'if (used.connections >= caps.connections)', 'if (used.connections > caps.connections)'],
    ],
    [
      'cap.topics',
      '6.2, 7: over the topics of the plan, all streams of the key together, 429',
      [EVENTS, COUNTED],
      [OPEN, 'if (used.topics + topics > caps.topics)', 'if (topics > 1 + caps.topics)'],
    ],
    [
      'cap.launches',
      '6.2: launches are free here too',
      [EVENTS, COUNTED],
      [CHANNELS, "channels.filter(({ kind }) => kind !== 'launches').length", 'channels.length'],
    ],
    [
      'cap.free',
      '6.2: free keys have no event streams',
      [EVENTS, COUNTED],
      [OPEN, 'if (caps.connections === 0)', 'if (caps.connections < 0)'],
    ],
    [
      'ticket',
      '5, 6.2: a ticket opens a stream without a key',
      [TICKETS, 'a ticket opens a stream without a key, and the key decides when both are there'],
      ['src/routes/stream/events.ts', "auth: 'apiKeyOrTicket'", "auth: 'apiKey'"],
    ],
    [
      'ticket.minute',
      '6.2: a ticket that opened nothing within 60 s never does',
      [TICKET_SERVICE, 'an event ticket that opened nothing within its minute never does'],
      [
        TICKET,
        'if (nowMs > issuedAtMs + STREAM_TICKETS.openWithinMs)',
        'if (nowMs > issuedAtMs + STREAM_TICKETS.lastsMs)',
      ],
    ],
    [
      'ticket.minute.60',
      '6.2: 60 s',
      [LIMITS, DEFAULTS],
      ['src/config/stream-tickets.ts', 'openWithinMs: 60_000,', 'openWithinMs: 90_000,'],
    ],
    [
      'ticket.channels',
      '6.2: a ticket is bound to the channels of its first use',
      [TICKETS, 'a ticket is bound to the channels of its first use, in any spelling and order'],
      [TICKET, 'if (first.channels !== channels) return', "if (first.channels === '') return"],
    ],
    [
      'ticket.one',
      '6.2: a ticket never feeds two connections',
      [TICKETS, 'a ticket never feeds two connections: a second is refused, a reconnect takes the place of the first'],
      [OPEN, 'if (!isReconnect && ctx.store.streamTickets.isHeld(ticket.id)) return IN_USE', ''],
    ],
    [
      'ticket.day',
      '6.2: a ticket is accepted for reconnects until it is 24 h old',
      [TICKETS, 'a ticket that opened nothing within its minute is void; one that did reconnects for a day'],
      [
        TICKET,
        'found.ticket.issuedAtMs + STREAM_TICKETS.lastsMs',
        'found.ticket.issuedAtMs + 2 * STREAM_TICKETS.lastsMs',
      ],
    ],
    [
      'ticket.revoked',
      '6.2: or until its key is revoked',
      [TICKET_SERVICE, 'a revoked key takes its tickets along'],
      [TICKET, 'if (key === undefined || key.revokedAtMs !== null) return null', 'if (key === undefined) return null'],
    ],
  ]),
  ...rulesOf('replay', 'GET /api/v2/stream/replay', [
    [
      'same',
      '6.2: the replay tells the events of its channels exactly as the stream did',
      [REPLAY, 'replay pages through the tape and tells exactly what the stream told'],
      [REPLAYER, 'if (range.matches(event)) pending', 'if (event.seq > 0) pending'],
    ],
    [
      'pages',
      '6.2: `nextCursor` leads to the next page',
      [REPLAY, 'replay pages through the tape and tells exactly what the stream told'],
      [REPLAYER, 'nextCursor: isEnd ? null : cursor', 'nextCursor: null'],
    ],
    [
      'time',
      '6.2: `from` and `to` may be epoch milliseconds',
      [REPLAY, BOUNDS],
      [REPLAYER, 'const EPOCH_MS = /^\\d{1,16}$/', 'const EPOCH_MS = /^ms\\d{1,16}$/'],
    ],
    [
      'to',
      '6.2: the replay ends at `to`',
      [REPLAY, BOUNDS],
      [REPLAYER, 'toSeq: Math.min(to.seq, headSeq),', 'toSeq: headSeq,'],
    ],
    [
      'limit',
      '6.2: at most 5000 events in one answer',
      [REPLAY, 'a large replay arrives whole, in order'],
      [SETTINGS, 'replayRows: { max: 5_000,', 'replayRows: { max: 5_500,'],
    ],
    [
      'ndjson',
      '6.2: `Accept: application/x-ndjson` gets one event a line',
      [REPLAY, 'lines: one event each, and the last line says where it ended'],
      [REPLAYER, 'input.accept.includes(NDJSON_TYPE)', "input.accept.includes('text/lines')"],
    ],
    [
      'truncated',
      '3, 6.2: `truncated` when the cursor is older than the window',
      [REPLAY, 'a cursor that is no longer kept is named as truncated, in both forms'],
      [REPLAYER, 'truncated: from.isGone ? truncationOf(tape, input.from, from.seq) : null', 'truncated: null'],
    ],
    [
      'refused',
      '6.2, 7: 501 for a chain that is not followed',
      [REPLAY, 'replay refuses what it cannot tell'],
      [REPLAYER, "if (refused[0] !== undefined) return fail('unsupported_on_chain', refused[0].reason)", ''],
    ],
  ]),
  ...rulesOf('stream-cursor', 'GET /api/v2/stream/cursor', [
    [
      'time',
      '6.2: the cursor route gives the cursor behind which the events of a moment begin',
      [REPLAY, 'the cursor route tells the ends of the tape and the cursor of a moment'],
      ['src/services/stream/cursor.ts', 'tape.seqAt(Number(ts)) - 1)', 'tape.seqAt(Number(ts)))'],
    ],
  ]),
  ...rulesOf('stream-chains', 'GET /api/v2/stream/chains', [
    [
      'serving',
      '4.10: each followed chain says whether it is serving',
      [COVERAGE, 'a tape that is a minute behind does not serve'],
      [CHAINS, 'lagMs > LIMITS.streamServingLagMs', 'lagMs > 10 * LIMITS.streamServingLagMs'],
    ],
    ['lag', '4.10: and its lag', [COVERAGE, SERVES], [CHAINS, ': Math.max(0, nowMs - toMs)', ': 0']],
    [
      'cursors',
      '4.10: and from where one may resume',
      [COVERAGE, SERVES],
      [CHAINS, 'tailCursor: tape.formatCursor(tail.seq)', 'tailCursor: tape.formatCursor(head.seq)'],
    ],
    [
      'window',
      '4.10: and how long the window is',
      [COVERAGE, SERVES],
      [CHAINS, 'Math.max(0, headTimeSec - tailTimeSec)', 'headTimeSec'],
    ],
    [
      'followed',
      '4.10: chains that are not followed are not listed',
      [COVERAGE, 'who does not follow lists no chain, unless its tape still holds something'],
      [CHAINS, 'FOLLOWED.filter((chain) => isFollowed(ctx, chain))', 'FOLLOWED'],
    ],
    [
      'spelling',
      '4.10: a chain is accepted in every spelling',
      [COVERAGE, 'a chain that is followed is accepted in every spelling'],
      [CHAINS, 'const chain = resolveChain(text)', 'const chain = CHAINS.find(({ key }) => key === text) ?? null'],
    ],
    [
      'public',
      '4.10, 5: without a key',
      [
        'test/routes/stream/chains.test.ts',
        'without a key: Solana is served, a few seconds behind, and its cursors are those of the trade route',
      ],
      ['src/routes/stream/chains.ts', "auth: 'public'", "auth: 'apiKey'"],
    ],
  ]),
]
