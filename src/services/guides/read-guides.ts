import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A page of `docs`, as it is in the repository. */
export type Guide = {
  /** File name without its ending: `webhooks`. */
  readonly name: string
  readonly title: string
  /** The first paragraph under the title, on one line. */
  readonly about: string
  readonly text: string
  /** Under each heading of the second level, in order, with the heading. */
  readonly sections: readonly { readonly heading: string; readonly text: string }[]
}

const DOCS_DIR = fileURLToPath(new URL('../../../docs/', import.meta.url))

let kept: readonly Guide[] | null = null

/** Read once per process; none where the folder was not installed. */
export function readGuides(): readonly Guide[] {
  kept ??= readFolder(DOCS_DIR)
  return kept
}

function readFolder(dir: string): readonly Guide[] {
  let names: string[]
  try {
    names = readdirSync(dir).filter((name) => name.endsWith('.md'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return names.sort().map((file) => parseGuide(file.slice(0, -'.md'.length), readFileSync(dir + file, 'utf8')))
}

/** @internal Tests parse pages of their own. */
export function parseGuide(name: string, text: string): Guide {
  const lines = text.split('\n')
  const sections: { heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode
    if (!isCode && line.startsWith('## ')) sections.push({ heading: line.slice(3).trim(), lines: [] })
    sections.at(-1)?.lines.push(line)
  }
  const title =
    lines
      .find((line) => line.startsWith('# '))
      ?.slice(2)
      .trim() ?? name
  return {
    name,
    title,
    about: firstParagraph(lines),
    text,
    sections: sections.map(({ heading, lines: own }) => ({ heading, text: own.join('\n').trimEnd() })),
  }
}

/** Before any heading, list, table or code; empty where the page begins with one of those. Comments are for those who
 *  edit the page. */
function firstParagraph(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line !== '' && !line.startsWith('# ') && !/^<!--.*-->$/.test(line))
  const rest = start < 0 ? [] : lines.slice(start)
  const end = rest.findIndex((line) => line === '' || /^(#|\||```|[-*] )/.test(line))
  return rest.slice(0, end < 0 ? rest.length : end).join(' ')
}
