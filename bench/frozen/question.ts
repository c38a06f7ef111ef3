/** Who asks: a credential and where the route reads it from. */
export type Asker = { readonly header: string; readonly value: string } | null

export const withKey = (key: string): Asker => ({ header: 'X-API-Key', value: key })
export const withBearer = (key: string): Asker => ({ header: 'Authorization', value: `Bearer ${key}` })
export const withSession = (token: string): Asker => ({ header: 'X-Session-Token', value: token })

export type Question = {
  /** Method and path as the document has them: `GET /v1/wallets/{id}`. */
  readonly operation: string
  /** What is asked, in a word or two; `as documented` unless said. */
  readonly name?: string
  readonly as: Asker
  /** Values of the braces. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** A text goes as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Slots that may pass until it is answered, and do pass before the next question: it sends transactions. */
  readonly slots?: number
  /** Members of the body that no mistake leaves out: without them it would do more than it is meant to. */
  readonly needed?: readonly string[]
}

export const AS_DOCUMENTED = 'as documented'

/** Not base58, and not of an address's length. */
const NO_ADDRESS = 'not-an-address'
const MAX_WRONG_MEMBERS = 6

/** What a caller can get wrong, made from a question that is right: the credential, each parameter, the body as a whole
 *  and its members. Made from the question and never from the document, so that two trees are asked the same. */
export function mistakesOf(question: Question): readonly Question[] {
  const { name: own } = question
  const named = (name: string, changes: Partial<Question>): Question => ({
    ...question,
    ...changes,
    name: own === undefined ? name : `${own}: ${name}`,
  })
  return [
    ...credentialMistakes(question, named),
    ...Object.keys(question.path ?? {}).map((name) =>
      named(`wrong {${name}}`, { path: { ...question.path, [name]: NO_ADDRESS } }),
    ),
    ...Object.keys(question.query ?? {}).map((name) =>
      named(`wrong ?${name}`, { query: { ...question.query, [name]: '!' } }),
    ),
    named('unknown ?surprise', { query: { ...question.query, surprise: '1' } }),
    ...bodyMistakes(question, named),
  ]
}

type Named = (name: string, changes: Partial<Question>) => Question

function credentialMistakes({ as }: Question, named: Named): readonly Question[] {
  if (as === null) return []
  const nobodys = as.value.startsWith('Bearer ') ? 'Bearer rt_nobody' : 'mg_nobody'
  return [named('no key', { as: null }), named("nobody's key", { as: { ...as, value: nobodys } })]
}

function bodyMistakes({ body, needed = [] }: Question, named: Named): readonly Question[] {
  if (body === undefined || typeof body === 'string') return []
  const whole = [
    named('no body', { body: '' }),
    named('cut body', { body: JSON.stringify(body).slice(0, -1) }),
    named('body of another type', { body: 7 }),
  ]
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return whole
  const members = Object.entries(body)
  return [
    ...whole,
    named('unknown member', { body: { ...body, surprise: true } }),
    ...members
      .slice(0, MAX_WRONG_MEMBERS)
      .flatMap(([name, value]) => [
        named(`wrong type of ${name}`, { body: { ...body, [name]: ofAnotherType(value) } }),
        ...(needed.includes(name) ? [] : [named(`without ${name}`, { body: without(body, name) })]),
      ]),
  ]
}

function without(body: object, name: string): object {
  return Object.fromEntries(Object.entries(body).filter(([other]) => other !== name))
}

function ofAnotherType(value: unknown): unknown {
  if (typeof value === 'string') return 7
  if (typeof value === 'number') return 'seven'
  return typeof value === 'boolean' ? 'yes' : 'none'
}
