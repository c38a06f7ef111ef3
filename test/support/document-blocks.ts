import { readFileSync } from 'node:fs'

/** A fenced block of a page. Comments directly above its fence, which readers do not see, say how the tests treat it:
 *  - `<!-- not run: <reason> -->`: a newcomer cannot paste it as it stands, or something else runs it;
 *  - `<!-- prints: <pattern> -->`: a pattern that its output must hold;
 *  - `<!-- refused: POST /path 404 -->`: the page says that this call is refused. */
export type DocumentBlock = {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly text: string
  readonly notRun: string | null
  readonly prints: readonly RegExp[]
  readonly refused: readonly string[]
}

const COMMENT = /^<!-- (not run|prints|refused): (.+) -->$/

export function blocksOf(root: string, page: string): readonly DocumentBlock[] {
  const lines = readFileSync(root + page, 'utf8').split('\n')
  const blocks: DocumentBlock[] = []
  for (let at = 0; at < lines.length; at++) {
    const opened = /^( *)```(\w*)$/.exec(lines[at]!)
    if (opened === null) continue
    const end = lines.indexOf(`${opened[1]}\`\`\``, at + 1)
    if (end < 0) throw new Error(`${page}:${at + 1}: a block without an end`)
    blocks.push({
      page,
      line: at + 1,
      language: opened[2]!,
      text: lines.slice(at + 1, end).join('\n'),
      ...commentsAbove(lines, at),
    })
    at = end
  }
  return blocks
}

function commentsAbove(lines: readonly string[], fence: number): Pick<DocumentBlock, 'notRun' | 'prints' | 'refused'> {
  let notRun: string | null = null
  const prints: RegExp[] = []
  const refused: string[] = []
  for (let at = fence - 1; at >= 0; at--) {
    const [, kind, text] = COMMENT.exec(lines[at]!) ?? []
    if (kind === undefined || text === undefined) break
    if (kind === 'not run') notRun = text
    if (kind === 'prints') prints.unshift(new RegExp(text, 'm'))
    if (kind === 'refused') refused.unshift(text)
  }
  return { notRun, prints, refused }
}
