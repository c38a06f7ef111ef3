/** Longer names are not typing errors. */
const MAX_CHARS = 40

/** Which of the names was probably meant: one that is the same but for case and separators, that begins with what is
 *  given (or the other way around), or that is a letter in four away. Null for none. */
export function nearestName(given: string, names: Iterable<string>): string | null {
  return nearestNames(given, names, 1)[0] ?? null
}

/** The same, the nearest first, at most so many; of equally near ones the earlier. */
export function nearestNames(given: string, names: Iterable<string>, max: number): readonly string[] {
  if (given.length > MAX_CHARS) return []
  const plain = plainName(given)
  const most = Math.max(1, Math.floor(plain.length / 4))
  const near: { readonly name: string; readonly distance: number }[] = []
  for (const name of names) {
    const distance = distanceOf(plain, plainName(name))
    if (distance <= most) near.push({ name, distance })
  }
  return near
    .sort((one, other) => one.distance - other.distance)
    .slice(0, max)
    .map(({ name }) => name)
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** 0 for the same, a half where one begins with the other, else how many letters differ. */
function distanceOf(one: string, other: string): number {
  if (one === other) return 0
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 3 && long.startsWith(short) ? 0.5 : lettersApart(one, other)
}

/** Levenshtein: letters put in, left out or changed. O(n m) of names, which are short. */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}
