/** A test reporter that prints nothing but the files with failed tests, a line each. */
export default async function* failedFiles(source) {
  const seen = new Set()
  for await (const event of source) {
    if (event.type !== 'test:fail' || event.data.file === undefined || seen.has(event.data.file)) continue
    if (event.data.todo !== undefined || event.data.skip !== undefined) continue
    seen.add(event.data.file)
    yield `${event.data.file}\n`
  }
}
