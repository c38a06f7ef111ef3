import { decodeBase58Fixed } from '../../src/hot-paths/base58.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { isObject, type Json } from '../rpc/json.ts'
import { RpcRefusal } from '../rpc/rpc-refusal.ts'

export type DasParams = { readonly [name: string]: Json }
/** One page of a list; `after` and `before` are exclusive ids. */
export type PageRequest = {
  readonly limit: number
  readonly page: number | null
  readonly after: string | null
  readonly before: string | null
  readonly descending: boolean
}
export type DisplayOptions = {
  readonly showFungible: boolean
  readonly showZeroBalance: boolean
  readonly showNativeBalance: boolean
  readonly showGrandTotal: boolean
}

/** The reference indexer puts all its errors under one code. */
const DAS_ERROR = -32_000

export function dasError(message: string): RpcRefusal {
  return new RpcRefusal(DAS_ERROR, message)
}

export function readDasAddress(value: Json | undefined, name: string): string {
  if (typeof value !== 'string' || decodeBase58Fixed(value, 32) === null)
    throw dasError(`Pubkey Validation Err: ${name} is invalid`)
  return value
}

export function readOptionalDasAddress(params: DasParams, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = params[name]
    if (value !== undefined && value !== null) return readDasAddress(value, name)
  }
  return null
}

/** `options`, or `displayOptions` as older calls spell it; absent switches are off. */
export function readDisplayOptions(params: DasParams): DisplayOptions {
  const options = isObject(params['options']) ? params['options'] : params['displayOptions']
  const on = (name: string): boolean => isObject(options) && options[name] === true
  return {
    showFungible: on('showFungible'),
    showZeroBalance: on('showZeroBalance'),
    showNativeBalance: on('showNativeBalance'),
    showGrandTotal: on('showGrandTotal'),
  }
}

export function readPage(params: DasParams): PageRequest {
  const max = SANDBOX_LIMITS.assetsPerCall
  const limit = params['limit'] ?? max
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1)
    throw dasError('Pagination Error. Limit should be a positive number')
  if (limit > max) throw dasError(`Pagination Error. Limit should not be greater than ${max}`)
  const page = params['page'] ?? null
  if (page !== null && (typeof page !== 'number' || !Number.isInteger(page) || page < 1))
    throw dasError('Pagination Error. Invalid page number')
  const cursor = readOptionalDasAddress(params, 'cursor')
  const after = readOptionalDasAddress(params, 'after')
  const before = readOptionalDasAddress(params, 'before')
  if (page !== null && (cursor ?? after ?? before) !== null)
    throw dasError('Pagination Error. Only one pagination parameter supported per query.')
  if (cursor !== null && (after ?? before) !== null)
    throw dasError('Pagination Error. Limit should not be used with before, after or cursor together')
  const sortBy = isObject(params['sortBy']) ? params['sortBy'] : {}
  return { limit, page, after: cursor ?? after, before, descending: sortBy['sortDirection'] === 'desc' }
}

/** Cuts one page out of ids in ascending order. `cursor` is its last id, null when the page is empty. */
export function cutPage(
  ids: readonly string[],
  { limit, page, after, before, descending }: PageRequest,
): { readonly ids: readonly string[]; readonly cursor: string | null } {
  const ordered = descending ? ids.toReversed() : ids
  const isPast = (id: string, mark: string): boolean => (descending ? id < mark : id > mark)
  let rows = ordered
  if (after !== null) rows = rows.slice(firstPast(rows, (id) => isPast(id, after)))
  if (before !== null)
    rows = rows.slice(
      0,
      firstPast(rows, (id) => id === before || isPast(id, before)),
    )
  const start = page === null ? 0 : (page - 1) * limit
  const cut = before !== null && after === null ? rows.slice(-limit) : rows.slice(start, start + limit)
  return { ids: cut, cursor: cut.at(-1) ?? null }
}

/** Index of the first row for which the test holds; rows before it fail, all after it pass. */
function firstPast(rows: readonly string[], passes: (id: string) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(rows[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
