/** JSON by the letter of RFC 8259, one character at a time, with integers past 2^53 as bigints: slow and simple. Throws
 *  a SyntaxError for anything else. */
export function parseReference(text: string): unknown {
  let at = 0
  const fail = (): never => {
    throw new SyntaxError(`at ${at}`)
  }
  const blank = (): void => {
    while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  }
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return fail()
    at += found[0].length
    return found[0]
  }
  const string = (): string => JSON.parse(take(/"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y)) as string
  const number = (): number | bigint => {
    const digits = take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y)
    const read = Number(digits)
    return /^-?\d+$/.test(digits) && !Number.isSafeInteger(read) ? BigInt(digits) : read
  }
  const members = (close: string, one: () => void): void => {
    at++
    blank()
    if (text[at] === close) {
      at++
      return
    }
    for (;;) {
      one()
      blank()
      const next = text[at++]
      if (next === close) return
      if (next !== ',') fail()
    }
  }
  const value = (): unknown => {
    blank()
    const first = text[at]
    if (first === '{') {
      const made: [string, unknown][] = []
      members('}', () => {
        blank()
        const name = string()
        blank()
        if (text[at++] !== ':') fail()
        made.push([name, value()])
      })
      return Object.fromEntries(made)
    }
    if (first === '[') {
      const made: unknown[] = []
      members(']', () => void made.push(value()))
      return made
    }
    if (first === '"') return string()
    if (first !== undefined && /[-\d]/.test(first)) return number()
    const word = take(/true|false|null/y)
    return word === 'null' ? null : word === 'true'
  }
  const read = value()
  blank()
  if (at < text.length) fail()
  return read
}
