import { HOUR_MS } from '../../config/durations.ts'
import { SCREENER } from '../../config/screener.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { shownName } from '../../contract/unknown-name.ts'
import type { Condition } from '../../hot-paths/screener/row-filter.ts'
import {
  AGE_FIELD,
  CODE_NAMES,
  type CodeName,
  columnOf,
  FLAG_NAMES,
  NUMBER_FIELDS,
  type ScreenerWindow,
  singleColumn,
} from './fields.ts'
import type { PairStore } from './pair-store.ts'

/** A question about pairs as a caller asks it. Ranges include both ends. */
export type Tree =
  | { readonly op: 'and' | 'or' | 'not'; readonly items: readonly Tree[] }
  | { readonly field: string; readonly min: number | null; readonly max: number | null }
  | { readonly field: string; readonly words: readonly string[] }
  | { readonly field: string; readonly is: boolean }
  | { readonly field: string; readonly known: boolean }

const FIELDS: readonly string[] = [...NUMBER_FIELDS, ...CODE_NAMES, ...FLAG_NAMES]
const OPERATORS = ['and', 'or', 'not'] as const
const LEAF_MEMBERS: ReadonlySet<string> = new Set(['field', 'min', 'max', 'in', 'is', 'known'])

/** Reads a tree of a JSON body. Fails `invalid_request` with the place and what is wrong there. */
export function readTree(json: unknown): Outcome<Tree> {
  let leaves = 0

  function read(value: unknown, place: string, depth: number): Outcome<Tree> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(place, 'expected an object')
    const given = value as Readonly<Record<string, unknown>>
    const operators = OPERATORS.filter((op) => given[op] !== undefined)
    if (operators.length === 0) {
      if (++leaves > SCREENER.treeLeaves) return refuse('filter', `at most ${SCREENER.treeLeaves} conditions`)
      return readLeaf(given, place)
    }
    const [op] = operators
    const others = Object.keys(given).filter((name) => name !== op)
    if (others.length > 0) return refuse(place, `${op} stands alone, beside it is ${shownName(others[0]!)}`)
    if (depth === SCREENER.treeDepth) return refuse('filter', `at most ${SCREENER.treeDepth} levels of and, or, not`)
    const list = given[op!]
    if (!Array.isArray(list) || list.length === 0) return refuse(`${place}.${op}`, 'expected a list of conditions')
    const items: Tree[] = []
    for (const [at, item] of list.entries()) {
      const one = read(item, `${place}.${op}[${at}]`, depth + 1)
      if (!one.ok) return one
      items.push(one.value)
    }
    return ok({ op: op!, items })
  }

  return read(json, 'filter', 0)
}

function refuse(place: string, why: string) {
  return fail('invalid_request', `${place}: ${why}`)
}

function readLeaf(given: Readonly<Record<string, unknown>>, place: string): Outcome<Tree> {
  for (const name of Object.keys(given))
    if (!LEAF_MEMBERS.has(name)) return refuse(place, `unknown member ${shownName(name)}`)
  const { field } = given
  if (typeof field !== 'string') return refuse(place, 'expected and, or, not, or a field')
  if (!FIELDS.includes(field)) return refuse(place, unknownField(field))
  if (given['known'] !== undefined) return readKnown(given, place, field)
  if ((CODE_NAMES as readonly string[]).includes(field)) return readWords(given, place, field)
  if ((FLAG_NAMES as readonly string[]).includes(field)) return readFlag(given, place, field)
  return readRange(given, place, field)
}

/** The sentence about a field that there is not. */
export function unknownField(field: string, fields: readonly string[] = FIELDS): string {
  const nearest = nearestName(field, fields)
  return `unknown field ${shownName(field)}${nearest === null ? '' : `: did you mean ${nearest}?`}`
}

function hasOther(given: Readonly<Record<string, unknown>>, taken: readonly string[]): boolean {
  return Object.keys(given).some((name) => name !== 'field' && !taken.includes(name))
}

function readKnown(given: Readonly<Record<string, unknown>>, place: string, field: string): Outcome<Tree> {
  const { known } = given
  if (!NUMBER_FIELDS.includes(field)) return refuse(place, 'known is for numeric fields')
  if (typeof known !== 'boolean' || hasOther(given, ['known']))
    return refuse(place, 'expected known: true or false, alone')
  return ok({ field, known })
}

function readWords(given: Readonly<Record<string, unknown>>, place: string, field: string): Outcome<Tree> {
  const words = given['in']
  const isList = Array.isArray(words) && words.length > 0 && words.length <= SCREENER.words
  if (!isList || !words.every((word) => typeof word === 'string') || hasOther(given, ['in']))
    return refuse(place, `expected in: a list of 1 to ${SCREENER.words} texts`)
  return ok({ field, words: words as string[] })
}

function readFlag(given: Readonly<Record<string, unknown>>, place: string, field: string): Outcome<Tree> {
  const { is } = given
  if (typeof is !== 'boolean' || hasOther(given, ['is'])) return refuse(place, 'expected is: true or false')
  return ok({ field, is })
}

function readRange(given: Readonly<Record<string, unknown>>, place: string, field: string): Outcome<Tree> {
  const { min = null, max = null } = given
  const isNumber = (value: unknown): value is number | null => value === null || Number.isFinite(value)
  if (!isNumber(min) || !isNumber(max) || (min === null && max === null) || hasOther(given, ['min', 'max']))
    return refuse(place, 'expected min, max or both: numbers')
  return ok({ field, min, max })
}

/** The tree as conditions on columns. `nowMs` is when ages are counted from. */
export function toCondition(
  tree: Tree,
  { store, window, nowMs }: { readonly store: PairStore; readonly window: ScreenerWindow; readonly nowMs: number },
): Condition {
  const at = { store, window, nowMs }
  if ('op' in tree) {
    const items = tree.items.map((item) => toCondition(item, at))
    return tree.op === 'not' ? { kind: 'not', item: { kind: 'or', items } } : { kind: tree.op, items }
  }
  if ('words' in tree) {
    const column = tree.field as CodeName
    const codes = tree.words.map((word) => store.codeOf(column, word)).filter((code) => code !== 0)
    return { kind: 'code', column: CODE_NAMES.indexOf(column), codes }
  }
  if ('is' in tree) {
    const flag = { kind: 'flag', column: (FLAG_NAMES as readonly string[]).indexOf(tree.field) } as const
    return tree.is ? flag : { kind: 'not', item: flag }
  }
  const column = tree.field === AGE_FIELD ? singleColumn('createdAt') : columnOf(tree.field, window)!
  if ('known' in tree) {
    const known = { kind: 'known', column } as const
    return tree.known ? known : { kind: 'not', item: known }
  }
  const [min, max] = [tree.min ?? Number.NEGATIVE_INFINITY, tree.max ?? Number.POSITIVE_INFINITY]
  if (tree.field !== AGE_FIELD) return { kind: 'range', column, min, max }
  return { kind: 'range', column, min: nowMs - max * HOUR_MS, max: nowMs - min * HOUR_MS }
}

/** Every field that the tree names. */
export function fieldsIn(tree: Tree): ReadonlySet<string> {
  return 'op' in tree ? new Set(tree.items.flatMap((item) => [...fieldsIn(item)])) : new Set([tree.field])
}
