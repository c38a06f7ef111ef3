import { type EngineRule, rulesOf } from '../engine-rule.ts'

const RELAYED = 'test/routes/public-rpc/relayed.test.ts'
const ON_CHAIN = 'test/routes/public-rpc/on-chain.test.ts'
const SIMULATED = 'test/routes/public-rpc/simulate.test.ts'
const LANE = 'test/http/open-proxy.test.ts'
const PASSTHROUGH = 'test/routes/rpc/passthrough.test.ts'
const LONG = 'test/routes/rpc/long-answers.test.ts'

const UNCHANGED = 'status, content type and body come back unchanged, whatever they are'
const ANY_PAGE = 'any page may call them, whatever CORS_ORIGINS says: answers, refusals and preflights'
const FREE = 'they need no key and count against no limit'
const CROWD = 'a crowd there is refused beyond a bounded queue, while keyed calls go on'
const UNCONFIGURED = 'without a node or a service they are 503 by name'
const DOWN = 'a provider that does not answer is a 502 in the envelope'
const BIG = 'a body of 5 MiB is taken, and not a byte more'
const NO_JSON = 'what is no JSON is refused before anyone is asked'
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
function openRules(name: string, route: string, code: string): EngineRule[] {
  return rulesOf(`public-rpc.${name}`, route, [
    ['cors', '4.8: permissive CORS, preflights included', [RELAYED, ANY_PAGE], `${code}.openProxy`],
    ['unlimited', '4.8, 5: no key and no limiter', [RELAYED, FREE], `${code}.unlimited`],
    ['unconfigured', '7: 503 names what is not configured', [RELAYED, UNCONFIGURED], `${code}.needs`],
  ])
}

export const PUBLIC_RPC_RULES: readonly EngineRule[] = [
  ...openRules('token-info', 'POST /api/token-info', 'tokenInfo'),
  ...openRules('send', 'POST /api/rpc/send', 'publicSend'),
  ...openRules('status', 'POST /api/rpc/status', 'publicStatus'),
  ...openRules('simulate', 'POST /api/rpc/simulate', 'publicSimulate'),
  ...rulesOf('public-rpc.token-info', 'POST /api/token-info', [
    ['mints', '4.8: mints is a non-empty list of strings, else 400', [RELAYED, 'token-info needs mints'], 'mintsBody'],
    [
      'status',
      '4.8: the status of the service is relayed unchanged',
      [RELAYED, UNCHANGED],
      'createHttpClient.postRelay',
    ],
    [
      'request',
      '4.8: the service gets the mints as they came, and nothing else of the request',
      [RELAYED, 'token-info hands the service the mints and nothing else, with the operator’s key'],
      'upstreams/token-info#createTokenInfo',
    ],
    [
      'world',
      '4.8: in the sandbox the service answers for its own chain',
      [ON_CHAIN, 'token-info returns for the chain’s tokens what the service says'],
      'token-info#rowOf',
    ],
    [
      'emulator',
      '4.8: what the service refuses comes back as it refuses it',
      [ON_CHAIN, 'the emulated token-info service answers as the chain stands, and refuses what it cannot take'],
      'providers/token-info#createTokenInfo',
    ],
    ['lane', '4.8: no limiter, and a bounded queue: 429 beyond it', [RELAYED, CROWD], 'provider-client#openClient'],
    ['down', '7: 502 when the service does not answer', [RELAYED, DOWN], 'FAILURES.upstream_failed'],
    ['body-bytes', '8: a body of 5 MB, and no more', [RELAYED, BIG], 'BODY_LIMITS.proxyBytes'],
  ]),
  ...rulesOf('public-rpc.send', 'POST /api/rpc/send', [
    ['required', '4.8: transaction is required, 400 if absent', [RELAYED, MISSING], 'sendBody'],
    [
      'lands',
      '4.8: result is the signature of what was sent, in every version',
      [ON_CHAIN, 'what is sent lands, in every version, and its status says so without a key'],
      'sendOpen',
    ],
    [
      'defaults',
      '4.8: encoding base64, skipPreflight false, preflightCommitment confirmed',
      [RELAYED, SENT],
      'send#DEFAULTS.preflightCommitment',
    ],
    [
      'preflight',
      '4.8: skipPreflight is false; what the node refuses stands in error under 200',
      [ON_CHAIN, 'what the node refuses stands in its own envelope under 200'],
      'send#DEFAULTS.skipPreflight',
    ],
    [
      'merged',
      '4.8: options are merged over the defaults',
      [ON_CHAIN, 'options of the caller are merged over the defaults: preflight can be skipped'],
      'sendOpen',
    ],
    ['one-call', '4.8: options stay options, whatever they hold', [RELAYED, ONE_CALL], 'callOpen'],
    ['options', '4.8: options is an object', [RELAYED, ONE_CALL], 'public-rpc#options'],
    [
      'envelope',
      '4.8, 7: the raw envelope under the status and type of the node',
      [RELAYED, UNCHANGED],
      'pipeline#answerFresh',
    ],
    ['json', '7: what is no JSON is 400', [RELAYED, NO_JSON], 'pipeline#serveFresh.takeParsed'],
    [
      'lane',
      '4.8: callers without a key have a lane of their own, so that keyed calls keep theirs',
      [RELAYED, CROWD],
      'createSolanaChain',
    ],
    [
      'held-bodies',
      '4.8, 8: their bodies are bounded apart from those of others, until they are answered',
      [LANE, HELD],
      'pipeline#serveFresh',
    ],
    [
      'given-back',
      '4.8: who leaves gives the room back',
      [LANE, 'a caller of a public proxy who leaves gives its room back'],
      'settle',
    ],
  ]),
  ...rulesOf('public-rpc.status', 'POST /api/rpc/status', [
    [
      'required',
      '4.8: signatures or signature is required and not empty',
      [RELAYED, 'status needs signatures or a signature'],
      'statusBody',
    ],
    ['single', '4.8: a single signature will do', [RELAYED, ASKED_STATUS], 'statusBody'],
    [
      'defaults',
      '4.8: searchTransactionHistory is false unless the caller says otherwise',
      [RELAYED, ASKED_STATUS],
      'status#DEFAULTS.searchTransactionHistory',
    ],
    ['merged', '4.8: options are merged over the defaults', [RELAYED, ASKED_STATUS], 'statusOpen'],
    [
      'aligned',
      '4.8: result.value is aligned with the input, null for unknown signatures',
      [ON_CHAIN, 'status answers line up with the signatures, null for those the node does not know'],
      'statusOpen',
    ],
  ]),
  ...rulesOf('public-rpc.simulate', 'POST /api/rpc/simulate', [
    ['required', '4.8: transaction is required', [RELAYED, MISSING], 'simulateBody'],
    ['base64', '4.8: transaction is base64', [SIMULATED, NO_BYTES], 'text-members#base64'],
    ['reason', '4.8, 7: what is no transaction is 400 with the reason', [SIMULATED, NO_BYTES], 'readSimulated'],
    ['versions', '4.8: versioned first: every version is simulated', [SIMULATED, OWN_SHAPE], 'readSimulated'],
    [
      'legacy',
      '4.8: then legacy, also without its signatures',
      [SIMULATED, 'a legacy transaction without its signatures is read, too'],
      'readSimulated',
    ],
    [
      'sig-verify',
      '4.8: sigVerify is false by default',
      [SIMULATED, 'signatures need not be there or be right, and a dead blockhash does not matter'],
      'simulate#DEFAULTS',
    ],
    [
      'defaults',
      '4.8: replaceRecentBlockhash is true by default',
      [RELAYED, ASKED_SIMULATION],
      'simulate#DEFAULTS.replaceRecentBlockhash',
    ],
    ['merged', '4.8: options are merged over the defaults', [RELAYED, ASKED_SIMULATION], 'simulateOpen'],
    [
      'encoding',
      '4.8: the transaction is base64, whatever the options say',
      [RELAYED, ASKED_SIMULATION],
      'simulateAsAsked',
    ],
    ['shape', '4.8: simulationDetails counts the logs', [SIMULATED, OWN_SHAPE], 'simulateOpen'],
    [
      'reverts',
      '4.8: a reverting transaction is 200 with its error',
      [SIMULATED, 'a transaction that reverts has been simulated: 200 and success with its error'],
      'simulateOpen',
    ],
    [
      'accounts',
      '4.8: accountsReturned counts the accounts that came back',
      [SIMULATED, 'the caller’s options reach the simulation: accounts are counted, signatures checked'],
      'simulateOpen',
    ],
    [
      'unknown-units',
      '4.8: units that the node does not report are null',
      [RELAYED, 'a simulation without units and logs says so'],
      'simulateAsAsked',
    ],
    [
      'refused',
      '7: what the node will not simulate is 400',
      [SIMULATED, 'what the node will not simulate is a 400 with its code, never a 5xx'],
      'simulate-as-asked#ASKED_WRONGLY',
    ],
    [
      'not-now',
      '7: troubles of the node are 502',
      [RELAYED, 'a node that answers a simulation with something else is a 502, its own troubles too'],
      'simulate-as-asked#ASKED_WRONGLY',
    ],
  ]),
  ...rulesOf('public-rpc.passthrough', 'POST /api/v2/rpc', [
    [
      'unchanged',
      '4.6: status, content type and body of the node unchanged',
      [PASSTHROUGH, 'the node’s status, content type and body come back unchanged: values, refusals and batches'],
      'pipeline#answerFresh',
    ],
    [
      'allowed',
      '4.6: every method that is shown reaches the node, removed ones too',
      [PASSTHROUGH, 'every method that the specification shows reaches the node'],
      'RPC_ALLOW_LIST',
    ],
    [
      'excluded',
      '4.6: submission, signing and subscriptions are excluded',
      [PASSTHROUGH, 'nothing that sends, signs, simulates or subscribes gets through, alone or hidden in a batch'],
      'RPC_ALLOW_LIST',
    ],
    [
      'batch',
      '4.6, 8: an array holds 1 to 25 calls',
      [PASSTHROUGH, 'a batch holds 1 to 25 calls'],
      'LIMITS.rpcBatchCalls',
    ],
    [
      'json-body',
      '4.6: 400 json body required',
      [PASSTHROUGH, 'what is no JSON object or list, and calls without a method, are refused'],
      'rpcBody',
    ],
    [
      'string-method',
      '4.6: 400 each call needs a string method',
      [PASSTHROUGH, 'what is no JSON object or list, and calls without a method, are refused'],
      'rpcBody',
    ],
    [
      'charged',
      '2.7: each call is charged to its key',
      [PASSTHROUGH, 'each call is charged to its key as one upstream call'],
      'createExchange.account',
    ],
    [
      'long',
      '4.6: a long answer comes through as it is',
      [LONG, 'what was sent is what arrives, at any length around the bounds'],
      'answer-relayed#pump',
    ],
    [
      'backpressure',
      '4.6: a slow reader slows the node down instead of filling memory',
      [LONG, 'a reader that takes nothing holds little, and is cut off while the request to the node is stopped'],
      'answer-relayed#pump',
    ],
    [
      'cap',
      '4.6: an answer beyond the cap is cut so that the caller notices',
      [LONG, 'an answer beyond the cap is cut, so that the caller notices; one that says its length is refused before'],
      'createPieceSource.next',
    ],
    [
      'broken-off',
      '4.6: an answer that the node breaks off has no end for the caller either',
      [LONG, 'a node that breaks off in the middle of a long answer leaves a body without an end'],
      'answer-relayed#pump',
    ],
    [
      'left',
      '4.6: a caller who leaves ends the call at the node',
      [LONG, 'a caller who leaves in the middle ends the call at the node'],
      'answer-relayed#pump',
    ],
    [
      'per-key',
      '4.6: one key does not take all the room for long answers',
      [LONG, 'one key has a few long answers at a time, so that others find room'],
      'relayRpc',
    ],
    [
      'chunked',
      '4.6: a connection that must end gets no chunks',
      [LONG, 'a long answer to a request without Content-Length is refused: its connection must end with it'],
      'answerRelayed',
    ],
  ]),
]
