type Json = Record<string, unknown>

/** Gives the failures of a description names: what two operations answer alike is one component of `responses`, called
 *  after its codes, and a reference where it stood. */
export function shareFailures(doc: Json): Json {
  const uses = new Map<string, number>()
  const paths = doc['paths'] as Record<string, Record<string, Json>>
  for (const response of failuresOf(paths)) {
    const text = JSON.stringify(response)
    uses.set(text, (uses.get(text) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  const responses: Json = {}
  const shared = (response: Json): Json => {
    const text = JSON.stringify(response)
    if ((uses.get(text) ?? 0) < 2) return response
    const name = names.get(text) ?? freeName(nameOf(response), responses)
    names.set(text, name)
    responses[name] = response
    return { $ref: `#/components/responses/${name}` }
  }
  const shareAll = (operation: Json): Json => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation['responses'] as Record<string, Json>).map(([status, response]) => [
        status,
        isFailure(status) ? shared(response) : response,
      ]),
    ),
  })
  const shorter = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, shareAll(operation)])),
    ]),
  )
  return { ...doc, paths: shorter, components: { ...(doc['components'] as Json), responses } }
}

const isFailure = (status: string): boolean => !status.startsWith('2')

function failuresOf(paths: Readonly<Record<string, Record<string, Json>>>): Json[] {
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.entries(responses as Record<string, Json>).flatMap(([status, one]) => (isFailure(status) ? [one] : [])),
    ),
  )
}

/** `Failure: not_found, conflict. ...` is `NotFoundOrConflict`. */
function nameOf({ description }: Json): string {
  const codes = /^Failure: ([a-z_, ]+)\./.exec(String(description))?.[1]
  if (codes === undefined) return 'NotModified'
  const words = (code: string) => code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return codes
    .split(', ')
    .map((code) => words(code).join(''))
    .join('Or')
}

/** The same codes may have other headers, another bound of the body, or another shape on `/v1`. */
function freeName(name: string, taken: Readonly<Json>): string {
  let free = name
  for (let i = 2; free in taken; i++) free = `${name}${i}`
  return free
}
