import type { Logger } from '../../src/runtime/log.ts'
import type { Faults, Operation } from '../control/faults.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { ACCOUNT_METHODS } from './accounts.ts'
import { BLOCK_METHODS } from './blocks.ts'
import { CLUSTER_METHODS } from './cluster.ts'
import { isObject, type Json, readJson } from './json.ts'
import { LEFTOVER_METHODS } from './reclaimable.ts'
import { RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import { SEND_METHODS } from './send-simulate.ts'
import { TOKEN_METHODS } from './tokens.ts'
import { TRANSACTION_METHODS } from './transactions.ts'
import type { RpcMethod, RpcWorld } from './world.ts'

/** Methods whose parameters go by name; they live beside the node's on one address. */
export type NamedMethod = (params: { readonly [name: string]: Json }) => unknown
/** A request body after parsing: what it asks for, for the faults, and how to answer it. */
export type RpcInput = {
  readonly operations: readonly Operation[]
  /** JSON text; empty when every call was a notification. */
  answer(): string
}
export type RpcEndpoint = { read(body: Uint8Array): RpcInput }

type Call = { readonly jsonrpc?: Json; readonly id?: Json; readonly method?: Json; readonly params?: Json }
type Prepared = { readonly operation: Operation | null; run(): string | null }

/** Removed methods answer as unknown ones, as they do on a node of today. */
const METHODS = new Map<string, RpcMethod>(
  [
    ACCOUNT_METHODS,
    TOKEN_METHODS,
    BLOCK_METHODS,
    TRANSACTION_METHODS,
    SEND_METHODS,
    CLUSTER_METHODS,
    LEFTOVER_METHODS,
  ].flatMap((family) => Object.entries(family)),
)

/** Names of all JSON-RPC methods that answer by position. @internal For tests. */
export function listRpcMethods(): string[] {
  return [...METHODS.keys()]
}

type EndpointOptions = {
  readonly world: RpcWorld
  readonly das: ReadonlyMap<string, NamedMethod>
  readonly faults: Faults
  readonly log: Logger
}

/** JSON-RPC 2.0 over the chain: single calls, batches, notifications. Never throws on a body, whatever it holds. */
export function createRpcEndpoint(options: EndpointOptions): RpcEndpoint {
  const { das } = options

  function prepare(value: Json): Prepared {
    if (!isObject(value)) return refused(null, RPC_CODES.invalidRequest, 'Invalid request')
    const { jsonrpc, id, method, params } = value as Call
    const idText = id === undefined ? null : readId(id)
    if (typeof method !== 'string' || (jsonrpc !== undefined && jsonrpc !== '2.0') || !areParams(params))
      return refused(idText, RPC_CODES.invalidRequest, 'Invalid request')
    if (id !== undefined && idText === null) return refused(null, RPC_CODES.invalidRequest, 'Invalid request')
    const operation = { provider: das.has(method) ? 'das' : 'rpc', name: method }
    return {
      operation,
      run: () => {
        const text = runCall(options, operation, params ?? null)
        return idText === null ? null : `{"jsonrpc":"2.0",${text},"id":${idText}}`
      },
    }
  }

  return {
    read(body) {
      const json = readJson(body)
      if (json === undefined) return fixed(RPC_CODES.parseError, 'Parse error')
      if (!Array.isArray(json)) {
        const call = prepare(json)
        return { operations: call.operation === null ? [] : [call.operation], answer: () => call.run() ?? '' }
      }
      if (json.length === 0) return fixed(RPC_CODES.invalidRequest, 'Invalid request')
      if (json.length > SANDBOX_LIMITS.batchCalls)
        return fixed(RPC_CODES.invalidRequest, `Batch too large; max ${SANDBOX_LIMITS.batchCalls}`)
      const calls = json.map(prepare)
      return {
        operations: calls.flatMap(({ operation }) => (operation === null ? [] : [operation])),
        answer: () => runBatch(calls),
      }
    },
  }
}

/** `"result":...` or `"error":...`. */
function runCall({ world, das, faults, log }: EndpointOptions, operation: Operation, params: Json): string {
  try {
    const refusal = faults.rpcErrorFor(operation)
    if (refusal !== null) return errorText(refusal.code, refusal.message)
    const named = das.get(operation.name)
    if (named !== undefined) return `"result":${JSON.stringify(named(namedParams(params)))}`
    const method = METHODS.get(operation.name)
    if (method === undefined) return errorText(RPC_CODES.methodNotFound, 'Method not found')
    return `"result":${JSON.stringify(method(world, positionalParams(params)))}`
  } catch (error) {
    if (error instanceof RpcRefusal) return errorText(error.code, error.message, error.data)
    log.error({ err: error, method: operation.name }, 'JSON-RPC method failed')
    return errorText(RPC_CODES.internal, 'Internal error')
  }
}

function runBatch(calls: readonly Prepared[]): string {
  const answers: string[] = []
  let bytes = 0
  for (const call of calls) {
    const text = call.run()
    if (text === null) continue
    bytes += text.length
    if (bytes > SANDBOX_LIMITS.replyBytes)
      return errorReply(RPC_CODES.invalidRequest, `Batch answer too large; max ${SANDBOX_LIMITS.replyBytes} bytes`)
    answers.push(text)
  }
  return answers.length === 0 ? '' : `[${answers.join(',')}]`
}

/** The id as JSON text, or null when it is none: strings, whole numbers and null are. */
export function readId(id: Json): string | null {
  if (id === null || typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)))
    return JSON.stringify(id)
  return null
}

function areParams(params: Json | undefined): boolean {
  return params === undefined || params === null || typeof params === 'object'
}

function positionalParams(params: Json): readonly Json[] {
  if (params === null) return []
  if (Array.isArray(params)) return params
  throw new RpcRefusal(RPC_CODES.invalidParams, 'Invalid params: invalid type: map, expected a sequence.')
}

/** By name, or one object in an array as some clients send it. */
function namedParams(params: Json): { readonly [name: string]: Json } {
  const one = Array.isArray(params) && params.length === 1 ? params[0] : params
  if (one === null || one === undefined) return {}
  if (!isObject(one)) throw new RpcRefusal(RPC_CODES.invalidParams, 'Invalid params: expected an object')
  return one
}

export function errorText(code: number, message: string, data?: unknown): string {
  return `"error":${JSON.stringify(data === undefined ? { code, message } : { code, message, data })}`
}

function errorReply(code: number, message: string): string {
  return `{"jsonrpc":"2.0",${errorText(code, message)},"id":null}`
}

function refused(idText: string | null, code: number, message: string): Prepared {
  return {
    operation: null,
    run: () => `{"jsonrpc":"2.0",${errorText(code, message)},"id":${idText ?? 'null'}}`,
  }
}

function fixed(code: number, message: string): RpcInput {
  return { operations: [], answer: () => errorReply(code, message) }
}
