// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { type EngineRule, rulesOf } from '../engine-rule.ts'

const RELAYED = 'test/routes/public-rpc/relayed.test.ts'
const ON_CHAIN = 'test/routes/public-rpc/on-chain.test.ts'
const SIMULATED = 'test/routes/public-rpc/simulate.test.ts'
const LANE = 'test/http/open-proxy.test.ts'
const PASSTHROUGH = 'test/routes/rpc/passthrough.test.ts'
const LONG = 'test/routes/rpc/long-answers.test.ts'

const BODIES = 'src/contract/public-rpc.ts'
const LIMITS = 'src/config/limits.ts'
const BODY_LIMITS = 'src/config/body-limits.ts'
const FAILURES = 'src/contract/failures.ts'
const PIPELINE = 'src/http/pipeline.ts'
const CLIENT = 'src/runtime/http-client.ts'
const PROVIDER_CLIENT = 'src/runtime/provider-client.ts'
const CHAIN = 'src/chain/solana/chain.ts'
const ASKED = 'src/chain/solana/simulate-as-asked.ts'
const [SEND, STATUS, SIMULATE] = ['send', 'status', 'simulate'].map((name) => `src/services/rpc/${name}.ts`) as [
  string,
  string,
  string,
]
const CALL = 'src/services/rpc/call-open.ts'
const READ = 'src/services/rpc/read-simulated.ts'
const SERVICE = 'src/upstreams/token-info.ts'
const EMULATOR = 'src/sandbox/providers/token-info.ts'
const RPC_BODY = 'src/contract/rpc.ts'
const PUMP = 'src/http/answer-relayed.ts'
const PIECES = 'src/runtime/piece-source.ts'

const UNCHANGED = 'status, content type and body come back unchanged, whatever they are'
const ANY_PAGE = 'any page may call them, whatever CORS_ORIGINS says: answers, refusals and preflights'
const FREE = 'they need no key and count against no limit'
const CROWD = 'a crowd there is refused beyond a bounded queue, while keyed calls go on'
const UNCONFIGURED = 'without a node or a service they are 503 by name'
const DOWN = 'a provider that does not answer is a 502 in the envelope'
const BIG = 'a body of 5 MiB is taken, and not a byte more'
const NO_JSON = 'what is no JSON is refused before anybody is asked'
const ONE_CALL = 'options cannot turn one call into another'
const MISSING = 'a missing transaction is refused'
const HELD = 'bodies of public proxies count against a bound of their own until they are answered'
const SENT = 'send asks the node with the defaults, and the caller’s options over them'
const ASKED_STATUS = 'status asks the node with the defaults, and the caller’s options over them'
const ASKED_SIMULATION =
  'simulate asks the node with the defaults, and the caller’s options over them; the encoding is ours'
const NO_BYTES = 'bytes that are no transaction are refused with the reason'
const OWN_SHAPE = 'a simulation has its own shape, for every version'

/** What every public proxy keeps: open to any page, no key, no limiter, 503 by name. */
function openRules(name: string, route: string, needs: string): EngineRule[] {
  const file = `src/routes/public-rpc/${name}.ts`
  return rulesOf(`public-rpc.${name}`, route, [
    ['cors', '4.8: permissive CORS, preflights included', [RELAYED, ANY_PAGE], [file, '  openProxy: true,\n', '']],
    ['unlimited', '4.8, 5: no key and no limiter', [RELAYED, FREE], [file, '  unlimited: true,\n', '']],
    [
      'unconfigured',
      '7: 503 names what is not configured',
      [RELAYED, UNCONFIGURED],
      [file, `needs: ['${needs}']`, 'needs: []'],
    ],
  ])
}

export const PUBLIC_RPC_RULES: readonly EngineRule[] = [
  ...openRules('token-info', 'POST /api/token-info', 'tokenInfo'),
  ...openRules('send', 'POST /api/rpc/send', 'rpc'),
  ...openRules('status', 'POST /api/rpc/status', 'rpc'),
  ...openRules('simulate', 'POST /api/rpc/simulate', 'rpc'),
  ...rulesOf('public-rpc.token-info', 'POST /api/token-info', [
    [
      'mints',
      '4.8: mints is a non-empty list of strings, else 400',
      [RELAYED, 'token-info needs mints'],
      [BODIES, "refuse('mints is required: a non-empty list of strings')", 'ok({ mints: [] })'],
    ],
    [
      'status',
      '4.8: the status of the service is relayed unchanged',
      [RELAYED, UNCHANGED],
      [CLIENT, 'return ok({ status, contentType: type,', 'return ok({ status: 200, contentType: type,'],
    ],
    [
      'request',
      '4.8: the service gets the mints as they came, and nothing else of the request',
      [RELAYED, 'token-info hands the service the mints and nothing else, with the operator’s key'],
      [SERVICE, 'JSON.stringify({ mints })', 'JSON.stringify({ mints: [...new Set(mints)] })'],
    ],
    [
      'world',
      '4.8: in the sandbox the service tells of its own chain',
      [ON_CHAIN, 'token-info tells of the chain’s tokens what the service says'],
      [EMULATOR, 'supply: fields.supplyRaw.toString()', "supply: '1'"],
    ],
    [
      'emulator',
      '4.8: what the service refuses comes back as it refuses it',
      [ON_CHAIN, 'the emulated token-info service answers as the chain stands, and refuses what it cannot take'],
      [EMULATOR, 'mints.length > MAX_MINTS', 'mints.length < 0'],
    ],
    [
      'lane',
      '4.8: no limiter, and a bounded queue: 429 beyond it',
      [RELAYED, CROWD],
      [PROVIDER_CLIENT, 'maxQueue: limits.maxQueued', 'maxQueue: limits.maxQueued + 1_000'],
    ],
    [
      'down',
      '7: 502 when the service does not answer',
      [RELAYED, DOWN],
      [FAILURES, 'upstream_failed: { status: 502', 'upstream_failed: { status: 500'],
    ],
    [
      'body-bytes',
      '8: a body of 5 MB, and no more',
      [RELAYED, BIG],
      [BODY_LIMITS, 'proxyBytes: 5 * MIB', 'proxyBytes: 4 * MIB'],
    ],
  ]),
  ...rulesOf('public-rpc.send', 'POST /api/rpc/send', [
    [
      'required',
      '4.8: transaction is required, 400 if absent',
      [RELAYED, MISSING],
      [
        BODIES,
        "return refuse('transaction is required')\n    const options",
        "return ok({ transaction: '', options: {} })\n    const options",
      ],
    ],
    [
      'lands',
      '4.8: result is the signature of what was sent, in every version',
      [ON_CHAIN, 'what is sent lands, in every version, and its status says so without a key'],
      [SEND, "method: 'sendTransaction'", "method: 'simulateTransaction'"],
    ],
    [
      'defaults',
      '4.8: encoding base64, skipPreflight false, preflightCommitment confirmed',
      [RELAYED, SENT],
      [SEND, "preflightCommitment: 'confirmed'", "preflightCommitment: 'processed'"],
    ],
    [
      'preflight',
      '4.8: skipPreflight is false; what the node refuses stands in error under 200',
      [ON_CHAIN, 'what the node refuses stands in its own envelope under 200'],
      [SEND, 'skipPreflight: false', 'skipPreflight: true'],
    ],
    [
      'merged',
      '4.8: options are merged over the defaults',
      [ON_CHAIN, 'options of the caller are merged over the defaults: preflight can be skipped'],
      [SEND, '{ ...DEFAULTS, ...options }', '{ ...options, ...DEFAULTS }'],
    ],
    [
      'one-call',
      '4.8: options stay options, whatever they hold',
      [RELAYED, ONE_CALL],
      [CALL, 'id: 1, method, params }', 'id: 1, method, params, ...(params[1] as object) }'],
    ],
    [
      'options',
      '4.8: options is an object',
      [RELAYED, ONE_CALL],
      [BODIES, "refuse('options must be an object')", 'ok({})'],
    ],
    [
      'envelope',
      '4.8, 7: the raw envelope under the status and type of the node',
      [RELAYED, UNCHANGED],
      [PIPELINE, 'answer(front, visit, status, lines, body)', 'answer(front, visit, 200, lines, body)'],
    ],
    [
      'json',
      '7: what is no JSON is 400',
      [RELAYED, NO_JSON],
      [PIPELINE, 'if (!body.ok) return answerFailure(front, visit, beforeWork(body))', 'if (!body.ok) return run({})'],
    ],
    [
      'lane',
      '4.8: callers without a key have a lane of their own, so that keyed calls keep theirs',
      [RELAYED, CROWD],
      [CHAIN, "open: laneOf('open')", "open: laneOf('relay')"],
    ],
    [
      'held-bodies',
      '4.8, 8: their bodies are bounded apart from those of others, until they are answered',
      [LANE, HELD],
      [PIPELINE, 'if (isHeld(route)) holdBody(visit, { budget, holder, bytes: bytes.value.byteLength })', ''],
    ],
    [
      'given-back',
      '4.8: who leaves gives the room back',
      [LANE, 'a caller of a public proxy who leaves gives its room back'],
      ['src/http/visit.ts', '  visit.giveBack?.()\n', ''],
    ],
  ]),
  ...rulesOf('public-rpc.status', 'POST /api/rpc/status', [
    [
      'required',
      '4.8: signatures or signature is required and not empty',
      [RELAYED, 'status needs signatures or a signature'],
      [BODIES, "refuse('signatures or signature is required')", "ok({ signatures: ['x'], options: {} })"],
    ],
    [
      'single',
      '4.8: a single signature will do',
      [RELAYED, ASKED_STATUS],
      [BODIES, 'signature === null ? [] : [signature]', '[]'],
    ],
    [
      'defaults',
      '4.8: searchTransactionHistory is false unless the caller says otherwise',
      [RELAYED, ASKED_STATUS],
      [STATUS, 'searchTransactionHistory: false', 'searchTransactionHistory: true'],
    ],
    [
      'merged',
      '4.8: options are merged over the defaults',
      [RELAYED, ASKED_STATUS],
      [STATUS, '{ ...DEFAULTS, ...options }', '{ ...options, ...DEFAULTS }'],
    ],
    [
      'aligned',
      '4.8: result.value is aligned with the input, null for unknown signatures',
      [ON_CHAIN, 'status answers line up with the signatures, null for those the node does not know'],
      [STATUS, 'params: [signatures,', 'params: [[...new Set(signatures)],'],
    ],
  ]),
  ...rulesOf('public-rpc.simulate', 'POST /api/rpc/simulate', [
    [
      'required',
      '4.8: transaction is required',
      [RELAYED, MISSING],
      [
        BODIES,
        "return refuse('transaction is required')\n    const wire",
        'return ok({ wire: new Uint8Array(), options: {} })\n    const wire',
      ],
    ],
    [
      'base64',
      '4.8: transaction is base64',
      [SIMULATED, NO_BYTES],
      [BODIES, "return refuse('transaction must be base64')", 'return ok(new Uint8Array(bytes))'],
    ],
    [
      'reason',
      '4.8, 7: what is no transaction is 400 with the reason',
      [SIMULATED, NO_BYTES],
      [READ, '`invalid transaction: ${parsed.reason}`', "'invalid transaction'"],
    ],
    [
      'versions',
      '4.8: versioned first: every version is simulated',
      [SIMULATED, OWN_SHAPE],
      [READ, 'transaction.version !== 1 && bytes.length > MAX_WIRE_BYTES', 'transaction.version === 1'],
    ],
    [
      'legacy',
      '4.8: then legacy, also without its signatures',
      [SIMULATED, 'a legacy transaction without its signatures is read, too'],
      [READ, 'isUnsigned ? fillSignatures(bytes, transaction) : bytes', 'bytes'],
    ],
    [
      'sig-verify',
      '4.8: sigVerify is false by default',
      [SIMULATED, 'signatures need not be there or be right, and a dead blockhash does not matter'],
      [
        SIMULATE,
        'sigVerify: false, replaceRecentBlockhash: true }',
        'sigVerify: true, replaceRecentBlockhash: false }',
      ],
    ],
    [
      'defaults',
      '4.8: replaceRecentBlockhash is true by default',
      [RELAYED, ASKED_SIMULATION],
      [SIMULATE, 'replaceRecentBlockhash: true }', 'replaceRecentBlockhash: false }'],
    ],
    [
      'merged',
      '4.8: options are merged over the defaults',
      [RELAYED, ASKED_SIMULATION],
      [SIMULATE, '{ ...DEFAULTS, ...options }', '{ ...options, ...DEFAULTS }'],
    ],
    [
      'encoding',
      '4.8: the transaction is base64, whatever the options say',
      [RELAYED, ASKED_SIMULATION],
      [
        ASKED,
        "{ commitment: COMMITMENT, ...options, encoding: 'base64' }",
        "{ encoding: 'base64', commitment: COMMITMENT, ...options }",
      ],
    ],
    [
      'shape',
      '4.8: simulationDetails counts the logs',
      [SIMULATED, OWN_SHAPE],
      [SIMULATE, 'logCount: logs.length', 'logCount: 0'],
    ],
    [
      'reverts',
      '4.8: a reverting transaction is 200 with its error',
      [SIMULATED, 'a transaction that reverts has been simulated: 200 and success with its error'],
      [SIMULATE, 'hasError: err !== null', 'hasError: false'],
    ],
    [
      'accounts',
      '4.8: accountsReturned counts the accounts that came back',
      [SIMULATED, 'the caller’s options reach the simulation: accounts are counted, signatures checked'],
      [SIMULATE, 'counted ?? simulated.value.accountsReturned', 'simulated.value.accountsReturned'],
    ],
    [
      'unknown-units',
      '4.8: units that the node does not tell are null',
      [RELAYED, 'a simulation without units and logs says so'],
      [ASKED, 'unitsConsumed: unitsConsumed ?? null', 'unitsConsumed: unitsConsumed ?? 0'],
    ],
    [
      'refused',
      '7: what the node will not simulate is 400',
      [SIMULATED, 'what the node will not simulate is a 400 with its code, never a 5xx'],
      [ASKED, '[-32600, -32602,', '[-32600,'],
    ],
    [
      'not-now',
      '7: troubles of the node are 502',
      [RELAYED, 'a node that answers a simulation with something else is a 502, its own troubles too'],
      [ASKED, '-32015, -32016]', '-32015, -32016, -32005]'],
    ],
  ]),
  ...rulesOf('public-rpc.passthrough', 'POST /api/v2/rpc', [
    [
      'unchanged',
      '4.6: status, content type and body of the node unchanged',
      [PASSTHROUGH, 'the node’s status, content type and body come back unchanged: values, refusals and batches'],
      [
        PIPELINE,
        'Content-Type: ${relayedType(contentType)}${successLines}`\n    if',
        'Content-Type: text/plain${successLines}`\n    if',
      ],
    ],
    [
      'allowed',
      '4.6: every method that is shown reaches the node, removed ones too',
      [PASSTHROUGH, 'every method that the specification shows reaches the node'],
      [RPC_BODY, "  'getRecentBlockhash',\n", ''],
    ],
    [
      'excluded',
      '4.6: submission, signing and subscriptions are excluded',
      [PASSTHROUGH, 'nothing that sends, signs, simulates or subscribes gets through, alone or hidden in a batch'],
      [RPC_BODY, "  'getBalance',\n", "  'getBalance',\n  'requestAirdrop',\n"],
    ],
    [
      'batch',
      '4.6, 8: an array holds 1 to 25 calls',
      [PASSTHROUGH, 'a batch holds 1 to 25 calls'],
      [LIMITS, 'rpcBatchCalls: 25', 'rpcBatchCalls: 26'],
    ],
    [
      'json-body',
      '4.6: 400 json body required',
      [PASSTHROUGH, 'what is no JSON object or list, and calls without a method, are refused'],
      [RPC_BODY, "'json body required'", "'body required'"],
    ],
    [
      'string-method',
      '4.6: 400 each call needs a string method',
      [PASSTHROUGH, 'what is no JSON object or list, and calls without a method, are refused'],
      [RPC_BODY, "typeof method !== 'string' || method === ''", "typeof method !== 'string'"],
    ],
    [
      'charged',
      '2.7: each call is charged to its key',
      [PASSTHROUGH, 'each call is charged to its key as one upstream call'],
      ['src/runtime/http-exchange.ts', 'scope.upstreamCalls += 1', 'scope.upstreamCalls += 2'],
    ],
    [
      'long',
      '4.6: a long answer comes through as it is',
      [LONG, 'what was sent is what arrives, at any length around the bounds'],
      [PUMP, '    piece = next.value\n', '    piece = next.value === null ? null : next.value.subarray(1)\n'],
    ],
    [
      'backpressure',
      '4.6: a slow reader slows the node down instead of filling memory',
      [LONG, 'a reader that takes nothing holds little, and is cut off while the node is told to stop'],
      [PUMP, 'if (piece.byteLength > 0 && !sink.write(piece)) await room', 'sink.write(piece)'],
    ],
    [
      'cap',
      '4.6: an answer beyond the cap is cut so that the caller notices',
      [LONG, 'an answer beyond the cap is cut, so that the caller notices; one that says its length is refused before'],
      [PIECES, 'if (bytes > maxBytes) {', 'if (bytes > maxBytes * 2) {'],
    ],
    [
      'broken-off',
      '4.6: an answer that the node breaks off has no end for the caller either',
      [LONG, 'a node that breaks off in the middle of a long answer leaves a body without an end'],
      [PUMP, '      sink.cut()\n      return next.message', '      sink.end()\n      return next.message'],
    ],
    [
      'left',
      '4.6: a caller who leaves ends the call at the node',
      [LONG, 'a caller who leaves in the middle ends the call at the node'],
      [PUMP, '    rest.drop()\n    wake()', '    wake()'],
    ],
    [
      'per-key',
      '4.6: one key does not take all the room for long answers',
      [LONG, 'one key has a few long answers at a time, so that others find room'],
      ['src/services/rpc/passthrough.ts', 'before >= plan.longAtOnce', 'before >= plan.longAtOnce * 100'],
    ],
    [
      'chunked',
      '4.6: a connection that must end gets no chunks',
      [LONG, 'a long answer to a request without Content-Length is refused: its connection must end with it'],
      [PUMP, '  if (visit.isLast) {', '  if (visit.isDone) {'],
    ],
  ]),
]
