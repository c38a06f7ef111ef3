const QUOTE = 34
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** The first name that the outermost object of a JSON text holds twice: JSON readers do not agree which of the two
 *  counts. Null for none, and for other JSON. The text is known to be JSON. O(n). */
export function repeatedMember(text: string): string | null {
  const seen = new Set<string>()
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = endOfString(text, i)
      if (depth === 1 && text.charCodeAt(nextInk(text, end)) === COLON) {
        const name = JSON.parse(text.slice(i, end)) as string
        if (seen.has(name)) return name
        seen.add(name)
      }
      i = end - 1
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return null
}

/** Behind its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}

function nextInk(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= 32) at++
  return at
}
