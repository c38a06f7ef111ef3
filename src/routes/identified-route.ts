import type { Static, TObject } from 'typebox'
import { CUSTODY } from '../config/custody.ts'
import { IDEMPOTENCY } from '../config/idempotency.ts'
import type { Context } from '../context.ts'
import type { BodyRule } from '../contract/json-body.ts'
import { mappedBody } from '../contract/json-body.ts'
import { type Member, neverNull, optional } from '../contract/member.ts'
import { type Failure, fail, type Outcome, ok } from '../contract/outcome.ts'
import type { Rule, Rules, ValuesOf } from '../contract/params.ts'
import { type TextParts, text } from '../contract/text-members.ts'
import { isUserRef, USER_REF_PATTERN } from '../services/custody/user-ref.ts'
import { readIdempotencyKey } from '../services/idempotency/read-key.ts'
import { defineRoute, type HandlerInput, type Route } from './define-route.ts'

/** Whose wallet, and which request; empty text where the request says nothing. */
export type Identity = { readonly userRef: string; readonly idempotencyKey: string }
type Name = 'user_ref' | 'idempotency_key'
type Given = Readonly<Record<Name, string | null>>

const NAMES = {
  user_ref: {
    header: 'x-user-ref',
    shown: 'X-User-Ref',
    says: "Whose wallet: a name the caller gives each of its users. Absent: the key's own default wallet.",
    refusal: 'invalid X-User-Ref',
    fits: isUserRef,
    ...textOf({
      minChars: 1,
      maxChars: CUSTODY.userRefChars,
      pattern: USER_REF_PATTERN,
      expected: `1 to ${CUSTODY.userRefChars} letters, digits and . _ : @ + -`,
    }),
  },
  idempotency_key: {
    header: 'idempotency-key',
    shown: 'Idempotency-Key',
    says: 'A name for this request: sent again with the same one, it is answered as the first time.',
    refusal: `Idempotency-Key: expected ${IDEMPOTENCY.keyChars.min} to ${IDEMPOTENCY.keyChars.max} visible ASCII characters`,
    fits: (text: unknown): text is string => typeof text === 'string' && text !== '' && readIdempotencyKey(text).ok,
    ...textOf({
      minChars: IDEMPOTENCY.keyChars.min,
      maxChars: IDEMPOTENCY.keyChars.max,
      pattern: '^[\\x21-\\x7e]+$',
      expected: `${IDEMPOTENCY.keyChars.min} to ${IDEMPOTENCY.keyChars.max} visible ASCII characters`,
    }),
  },
} as const

function textOf(parts: Required<Pick<TextParts, 'minChars' | 'maxChars' | 'pattern' | 'expected'>>) {
  return { member: text(parts), expected: parts.expected }
}

type Definition<P extends Rules, Q extends Rules, B, R extends TObject> = Omit<
  Route,
  'query' | 'body' | 'bodyBytes' | 'headers' | 'reply' | 'failures' | 'handle' | 'params'
> & {
  readonly identity: readonly Name[]
  readonly params?: P
  readonly query?: Q
  readonly body?: BodyRule<B>
  readonly bodyBytes?: number
  readonly reply: R
  readonly failures?: Route['failures']
  readonly handle: (
    ctx: Context,
    input: HandlerInput<ValuesOf<P>, ValuesOf<Q>, B>,
    identity: Identity,
  ) => Promise<Outcome<Static<R>>>
}

// biome-ignore lint/complexity/noBannedTypes: an absent rule set has no values at all
type None = {}

/** A route that is about a user's wallet, or that does something once. What says so (`identity`) is taken as a header,
 *  in the query and, where there is one, in the body: all that are given must be the same. The handler's body and the
 *  digest of what is asked for hold neither. */
export function defineIdentifiedRoute<R extends TObject, P extends Rules = None, Q extends Rules = None, B = undefined>(
  definition: Definition<P, Q, B, R>,
): Route {
  const { identity: names, handle, body, query, ...rest } = definition
  const run = handle as unknown as (ctx: Context, input: unknown, identity: Identity) => Promise<Outcome<Static<R>>>
  return defineRoute({
    ...rest,
    headers: Object.fromEntries(names.map((name) => [NAMES[name].header, headerText(name, body !== undefined)])),
    query: { ...query, ...Object.fromEntries(names.map((name) => [name, queryRule(name)])) } as Rules,
    ...(body !== undefined && { body: withIdentity(body, names) }),
    async handle(ctx: Context, input) {
      const { query: asked, body: written, request } = input as HandlerInput<Rules, Record<string, unknown>, Wrapped<B>>
      const identity = { userRef: '', idempotencyKey: '' }
      for (const name of names) {
        const own = request.headers[NAMES[name].header] || null
        const agreed = agree(name, own, [asked[name] as string | null, written?.given[name] ?? null])
        if (!agreed.ok) return agreed
        if (name === 'user_ref') identity.userRef = agreed.value
        else identity.idempotencyKey = agreed.value
      }
      return run(ctx, { ...input, body: written?.own }, identity)
    },
  })
}

function headerText(name: Name, hasBody: boolean): string {
  const better = hasBody ? `the body (\`${name}\`)` : `the query (\`${name}\`)`
  return `${NAMES[name].says} Better in ${better}, where proxies and parsers leave each byte alone. ${NAMES[name].expected}.`
}

/** What the header, the query and the body say, when they say the same. The others were judged when they were read. */
function agree(name: Name, header: string | null, others: readonly (string | null)[]): Outcome<string> {
  const { shown, fits, refusal } = NAMES[name]
  if (header !== null && !fits(header)) return refuse(refusal)
  const given = new Set([header, ...others].filter((value) => value !== null))
  if (given.size > 1) return refuse(`${name}: given twice and not the same (${shown}, query, body)`)
  return ok([...given][0] ?? '')
}

function queryRule(name: Name): Rule<string | null> {
  const { member, says, shown, fits, expected } = NAMES[name]
  return {
    schema: { ...member.schema, description: `${says} The same as ${shown}.` },
    required: false,
    aliases: [],
    isSingle: true,
    parse: (raw) => {
      if (raw === undefined) return ok(null)
      return fits(raw) ? ok(raw) : refuse(`${name}: expected ${expected}`)
    },
    canonical: (value) => encodeURIComponent(value ?? ''),
  }
}

type Wrapped<B> = { readonly own: B; readonly given: Given }

/** Null is neither a user nor a request: taken for none where money moves, it would be the default wallet, or another
 *  payment. */
function withIdentity<B>(rule: BodyRule<B>, names: readonly Name[]): BodyRule<Wrapped<B>> {
  const strict = rule.closedNames === null ? <T>(member: Member<T>) => member : neverNull
  const members = Object.fromEntries(names.map((name) => [name, strict(optional(identityMember(name), null))]))
  return mappedBody(rule.withMembers(members), ({ own, more }) => ({
    own,
    given: { user_ref: null, idempotency_key: null, ...more },
  }))
}

function identityMember(name: Name): Member<string> {
  const { member, says, shown } = NAMES[name]
  return { ...member, schema: { ...member.schema, description: `${says} The same as ${shown}.` } }
}

/** Nothing was begun: the request can be mended and sent again. */
function refuse(message: string): Failure {
  return { ...fail('invalid_request', message), details: { stage: 'validate', fee_lamports: 0, retry_safe: true } }
}
