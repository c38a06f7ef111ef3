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
  const unexpected = (method: string): Failure =>
    fail('upstream_failed', `${http.provider} answered ${method} in an unexpected shape`)

  async function call(method: string, params: readonly unknown[], limits: CallLimits = {}): Promise<Outcome<unknown>> {
    const { timeoutMs = PROVIDERS.jito.timeoutMs, signal } = limits
    const outcome = await engine.call({ method, params }, { timeoutMs, signal })
    if (outcome.ok || outcome.rpcCode !== CONGESTED) return outcome
    return { ...fail('upstream_rate_limited', `${http.provider} asks to slow down`), rpcCode: CONGESTED }
  }

  /** Rows of any number of ids, five a call, one call after the other: the engine takes one a second. */
  async function lookUp<Row, View extends { readonly bundleId: string }>(
    method: string,
    ids: readonly string[],
    limits: CallLimits | undefined,
    read: (value: unknown) => readonly Row[] | null,
    toView: (row: Row) => View,
  ): Promise<Outcome<ReadonlyMap<string, View>>> {
    const views = new Map<string, View>()
    for (const chunk of chunksOf(ids, UPSTREAM_BATCHES.jitoBundles)) {
      const outcome = await call(method, [chunk], limits)
      if (!outcome.ok) return outcome
      const rows = read(outcome.value)
      if (rows === null) return unexpected(method)
      for (const row of rows) {
        const view = toView(row)
        views.set(view.bundleId, view)
      }
    }
    return ok(views)
  }

  return {
    provider: http.provider,
    async sendBundle(wires, limits) {
      assert(wires.length >= 1 && wires.length <= UPSTREAM_BATCHES.bundleTransactions, 'one to five transactions')
      const encoded = wires.map((wire) => Buffer.from(wire).toString('base64'))
      const outcome = await call('sendBundle', [encoded, { encoding: 'base64' }], limits)
      if (!outcome.ok) return outcome
      return TextCheck.matches(outcome.value) ? ok(outcome.value) : unexpected('sendBundle')
    },
    bundleStatuses: (ids, limits) =>
      lookUp(
        'getBundleStatuses',
        ids,
        limits,
        // Unknown bundles are null by the documentation and left out by the live endpoint; a null list means none.
        (value) => (BundleStatusesCheck.matches(value) ? (value?.value ?? []).filter((row) => row !== null) : null),
        toBundleStatus,
      ),
    inflightStatuses: (ids, limits) =>
      lookUp(
        'getInflightBundleStatuses',
        ids,
        limits,
        (value) => (InflightStatusesCheck.matches(value) ? (value?.value ?? []).filter((row) => row !== null) : null),
        toInflightStatus,
      ),
    async tipAccounts(limits) {
      const outcome = await call('getTipAccounts', [], limits)
      if (!outcome.ok) return outcome
      if (!ListCheck.matches(outcome.value)) return unexpected('getTipAccounts')
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

function atPath(http: HttpClient, path: string): HttpClient {
  return { ...http, postJson: (call) => http.postJson({ ...call, path }) }
}
