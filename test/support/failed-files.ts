import type { TestEvent } from 'node:test/reporters'

/** A test reporter that prints nothing but the files with failed tests, a line each. */
export default async function* failedFiles(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = new Set<string>()
  for await (const event of source) {
    if (event.type !== 'test:fail') continue
    const { file } = event.data
    if (file === undefined || seen.has(file)) continue
    seen.add(file)
    yield `${file}\n`
  }
}
