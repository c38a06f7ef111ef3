import type { Static } from 'typebox'
import { TIMEOUTS } from '../config/timeouts.ts'
import { parseWritten } from '../contract/exact-amount.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import { exactInteger } from '../contract/trading.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import {
  isRecurringRow,
  isTriggerRow,
  pagesOf,
  RecurringPage,
  TransactionReply,
  TriggerPage,
  toDcaPosition,
  toLimitOrder,
} from './jupiter-order-replies.ts'
import type { CallLimits } from './landing-capabilities.ts'
import type { DcaOrders, LimitOrders, OrderPageQuestion } from './swap-capabilities.ts'

/* Orders that need no login: the provider's newer ones want a wallet's signature, and hold its tokens in a vault. These
 * are served, but no longer worked on, so nothing else of ours knows about them. */

/** Limit orders. Source: Jupiter Trigger API v1. */
export function createJupiterLimitOrders(http: HttpClient): LimitOrders {
  return {
    provider: http.provider,
    async create({ inputMint, outputMint, maker, payer, makingRaw, takingRaw }, limits) {
      const built = await buildWith(http, '/trigger/v1/createOrder', limits, {
        inputMint,
        outputMint,
        maker,
        payer: payer ?? maker,
        params: { makingAmount: String(makingRaw), takingAmount: String(takingRaw) },
        computeUnitPrice: 'auto',
        wrapAndUnwrapSol: true,
      })
      return built.ok ? ok({ ...built.value, order: built.value.order ?? null }) : built
    },
    cancel: ({ order, maker }, limits) =>
      buildWith(http, '/trigger/v1/cancelOrder', limits, { maker, order, computeUnitPrice: 'auto' }),
    async list(question, limits) {
      const reply = await http.getJson({
        path: '/trigger/v1/getTriggerOrders',
        ...pageCall(question, limits),
        schema: TriggerPage,
      })
      if (!reply.ok) return reply
      const { orders } = reply.value
      // A list that leaves an order out would say that it is gone.
      const rows = orders.filter((row) => isTriggerRow(row, question.wallet))
      if (rows.length < orders.length) return unexpected(http)
      return ok({ rows: rows.map(toLimitOrder), ...pagesOf(reply.value, question.page) })
    },
  }
}

/** Purchases at intervals. Source: Jupiter Recurring API v1, orders by time. */
export function createJupiterDca(http: HttpClient): DcaOrders {
  return {
    provider: http.provider,
    create: ({ inputMint, outputMint, user, inputRaw, cycles, cycleSecs }, limits) =>
      buildWith(http, '/recurring/v1/createOrder', limits, {
        user,
        inputMint,
        outputMint,
        params: {
          time: {
            inAmount: exactInteger(inputRaw),
            numberOfOrders: exactInteger(cycles),
            interval: exactInteger(cycleSecs),
            minPrice: null,
            maxPrice: null,
            startAt: null,
          },
        },
      }),
    close: ({ position, user }, limits) =>
      buildWith(http, '/recurring/v1/cancelOrder', limits, { user, order: position, recurringType: 'time' }),
    async list(question, limits) {
      const call = pageCall(question, limits)
      const reply = await http.getJson({
        ...call,
        path: '/recurring/v1/getRecurringOrders',
        query: { ...call.query, recurringType: 'time' },
        schema: RecurringPage,
      })
      if (!reply.ok) return reply
      const { time, user } = reply.value
      const rows = time.filter((row) => isRecurringRow(row, { user, wallet: question.wallet }))
      if (rows.length < time.length) return unexpected(http)
      return ok({
        rows: rows.map((row) => toDcaPosition(row, question.wallet)),
        ...pagesOf(reply.value, question.page),
      })
    },
  }
}

async function buildWith(
  http: HttpClient,
  path: string,
  limits: CallLimits | undefined,
  json: unknown,
): Promise<Outcome<Static<typeof TransactionReply>>> {
  return http.postJson({
    path,
    json,
    // Nothing happens before the transaction is signed: it may be built again.
    idempotent: true,
    isCallersOwn: true,
    timeoutMs: limits?.timeoutMs ?? TIMEOUTS.orderBuildMs,
    signal: limits?.signal,
    schema: TransactionReply,
    refusal: refusalOf,
  })
}

function pageCall({ wallet, status, page }: OrderPageQuestion, limits: CallLimits | undefined) {
  return {
    query: { user: wallet, orderStatus: status, page, includeFailedTx: 'false' },
    timeoutMs: limits?.timeoutMs ?? TIMEOUTS.orderListMs,
    signal: limits?.signal,
    parse: parseWritten,
    refusal: refusalOf,
  }
}

/** "... must be at least 5 USD, received: 2" and "... minimum is 100.00 USDC". */
const LEAST_WORTH = /(?:must be at least|minimum is) (\d{1,9}(?:\.\d{1,6})?) (USDC?)\b/

function refusalOf(json: unknown): string | null {
  const { error, cause } = (json ?? {}) as { error?: unknown; cause?: unknown }
  for (const text of [cause, error]) {
    const [, worth, unit] = (typeof text === 'string' ? LEAST_WORTH.exec(text) : null) ?? []
    if (worth !== undefined) return `an order must be worth at least ${worth} ${unit}`
  }
  return null
}

function unexpected(http: HttpClient): Failure {
  return fail('upstream_failed', `${http.provider} answered in an unexpected shape`)
}
