import assert from 'node:assert/strict'
import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES } from '../config/upstream-limits.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import type { Clock } from '../runtime/clock.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { chunksOf } from '../runtime/in-parallel.ts'
import { createJsonRpc } from '../runtime/json-rpc.ts'
import {
  BundleStatusesCheck,
  InflightStatusesCheck,
  ListCheck,
  TextCheck,
  TipFloorReply,
  toBundleStatus,
  toInflightStatus,
  toTipFloor,
} from './jito-replies.ts'
import type { Bundles, CallLimits, TipPrices } from './landing-capabilities.ts'
import { readRows } from './read-rows.ts'
import { isSolanaAddress } from './solana-address.ts'

/** Takes every bundle method, whatever its own path in the documentation. */
const BUNDLES_PATH = '/api/v1/bundles'
/** "Network congested": the rate limit, reported inside an answer. */
const CONGESTED = -32097

/** The bundle methods of a Jito block engine. Failures of `JsonRpc`; what the engine says of too many calls is
 *  `upstream_rate_limited`. Source: Jito low-latency transaction send, JSON-RPC API. */
export function createJitoBundles(http: HttpClient, clock: Clock): Bundles {
  const engine = createJsonRpc({ http: atPath(http, BUNDLES_PATH), clock })

  async function call(method: string, params: readonly unknown[], limits: CallLimits = {}): Promise<Outcome<unknown>> {
    const { timeoutMs = PROVIDERS.jito.timeoutMs, signal } = limits
    const outcome = await engine.call({ method, params }, { timeoutMs, signal })
    if (outcome.ok || outcome.rpcCode !== CONGESTED) return outcome
    return { ...fail('upstream_rate_limited', `${http.provider} asks to slow down`), rpcCode: CONGESTED }
  }

  /** The statuses of bundles, found by their id. */
  async function lookUp<Row, View extends { readonly bundleId: string }>(
    method: string,
    ids: readonly string[],
    limits: CallLimits | undefined,
    read: (value: unknown) => readonly Row[] | null,
    toView: (row: Row) => View,
  ): Promise<Outcome<ReadonlyMap<string, View>>> {
    const rows = await readInChunks(ids, async (chunk) => {
      const outcome = await call(method, [chunk], limits)
      return outcome.ok ? ok(read(outcome.value)) : outcome
    })
    if (!rows.ok) return rows
    if (rows.value === null) return unexpected(http, method)
    return ok(new Map(rows.value.map(toView).map((view) => [view.bundleId, view])))
  }

  return {
    provider: http.provider,
    async sendBundle(wires, limits) {
      assert(wires.length >= 1 && wires.length <= UPSTREAM_BATCHES.bundleTransactions, 'one to five transactions')
      const encoded = wires.map((wire) => Buffer.from(wire).toString('base64'))
      const outcome = await call('sendBundle', [encoded, { encoding: 'base64' }], limits)
      if (!outcome.ok) return outcome
      return TextCheck.matches(outcome.value) ? ok(outcome.value) : unexpected(http, 'sendBundle')
    },
    bundleStatuses: (ids, limits) =>
      lookUp(
        'getBundleStatuses',
        ids,
        limits,
        (value) => (BundleStatusesCheck.matches(value) ? knownRows(value) : null),
        toBundleStatus,
      ),
    inflightStatuses: (ids, limits) =>
      lookUp(
        'getInflightBundleStatuses',
        ids,
        limits,
        (value) => (InflightStatusesCheck.matches(value) ? knownRows(value) : null),
        toInflightStatus,
      ),
    async tipAccounts(limits) {
      const outcome = await call('getTipAccounts', [], limits)
      if (!outcome.ok) return outcome
      if (!ListCheck.matches(outcome.value)) return unexpected(http, 'getTipAccounts')
      return readRows(http.provider, outcome.value, isSolanaAddress, (account) => account)
    },
  }
}

/** What bundles paid lately, from the service beside the engine. */
export function createJitoTipPrices(http: HttpClient): TipPrices {
  return {
    provider: http.provider,
    async tipFloor({ timeoutMs = PROVIDERS.jito.timeoutMs, signal } = {}) {
      const path = '/api/v1/bundles/tip_floor'
      const reply = await http.getJson({ path, timeoutMs, signal, schema: TipFloorReply })
      if (!reply.ok) return reply
      const newest = reply.value.at(-1)
      return newest === undefined
        ? fail('upstream_failed', `${http.provider} has no tip floor`)
        : ok(toTipFloor(newest))
    },
  }
}

/** Unknown bundles are null by the documentation and left out by the live endpoint; a null list means none. */
function knownRows<Row>(value: { readonly value?: readonly (Row | null)[] | null | undefined } | null): readonly Row[] {
  return (value?.value ?? []).filter((row) => row !== null)
}

/** Rows of any number of ids, five a call, one call after the other: the engine takes one a second. Null when an answer
 *  has another shape. */
async function readInChunks<Row>(
  ids: readonly string[],
  read: (chunk: readonly string[]) => Promise<Outcome<readonly Row[] | null>>,
): Promise<Outcome<readonly Row[] | null>> {
  const rows: Row[] = []
  for (const chunk of chunksOf(ids, UPSTREAM_BATCHES.jitoBundles)) {
    const outcome = await read(chunk)
    if (!outcome.ok || outcome.value === null) return outcome
    rows.push(...outcome.value)
  }
  return ok(rows)
}

function unexpected({ provider }: HttpClient, method: string): Failure {
  return fail('upstream_failed', `${provider} answered ${method} in an unexpected shape`)
}

function atPath(http: HttpClient, path: string): HttpClient {
  return { ...http, postJson: (call) => http.postJson({ ...call, path }) }
}
