import type { SourceFacts } from './source-facts.ts'

type Facts = Pick<SourceFacts, 'path' | 'words'>

/** Members of an object of `src/config`: a table of numbers, or what the settings are read to. */
export type ConfigMembers = {
  /** Where it is declared, as `SourceFacts` names it. What stands there is no reading. */
  readonly file: string
  /** As a message names it. */
  readonly name: string
  readonly members: readonly string[]
}

/** Members that no other file names: an operator may set them, a reader may believe them, and nothing happens. Text in
 *  quotes counts as naming, since `memo('trending', ...)` reads a row of a table. */
export function unreadMembers(facts: readonly Facts[], tables: readonly ConfigMembers[]): readonly string[] {
  return tables.flatMap(({ file, name, members }) => {
    const others = facts.filter(({ path }) => path !== file)
    return members
      .filter((member) => !others.some(({ words }) => words.has(member)))
      .map((member) => `${file}: nothing reads ${name}.${member}: use it or take it out`)
  })
}

/** Settings that their reader does not name. */
export function unreadSettings(
  facts: readonly Facts[],
  reader: string,
  settings: readonly string[],
): readonly string[] {
  const words = facts.find(({ path }) => path === reader)?.words
  return settings
    .filter((name) => words?.has(name) !== true)
    .map((name) => `config/settings.ts: ${reader} does not read ${name}: give it its place there or take it out`)
}

/** Of the literal settings that a text gives to a server or to `readConfig`, those that do not exist. */
export function unknownSettings(text: string, settings: Readonly<Record<string, unknown>>): readonly string[] {
  const given = text.matchAll(/\b(?:openServer|startServer|readConfig)\(\{([^()]*?)\}/g)
  return Array.from(given).flatMap(([, members]) =>
    Array.from(members!.matchAll(/(?<![\w.$'"])([A-Z][A-Z0-9_]+):/g), ([, name]) => name!).filter(
      // Node's own, for a bench that measures memory.
      (name) => name !== 'NODE_OPTIONS' && settings[name] === undefined,
    ),
  )
}

/** The names of an object's members and of those of its objects, for as deep as there are any. */
export function memberNames(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return []
  return [...new Set(Object.entries(value).flatMap(([name, member]) => [name, ...memberNames(member)]))]
}
