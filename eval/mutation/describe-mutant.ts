import type { Mutant } from './mutants.ts'

const TEXT_MAX = 60

/** One line: where the fault is, what stood there, and what stands there now. */
export function describeMutant({ file, source, start, end, text, isBlunt }: Mutant): string {
  const line = source.slice(0, start).split('\n').length
  const lineStart = source.lastIndexOf('\n', start) + 1
  const context = source.slice(lineStart, source.indexOf('\n', start)).trim()
  const change =
    text === '' ? `without ${short(source.slice(start, end))}` : `${short(source.slice(start, end))} -> ${short(text)}`
  return `${file}:${line}: ${change}${isBlunt ? ' (blunt)' : ''} | ${short(context, 90)}`
}

function short(text: string, max = TEXT_MAX): string {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine.length > max ? `${oneLine.slice(0, max)}…` : oneLine
}
