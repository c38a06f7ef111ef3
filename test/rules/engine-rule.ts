/** One rule of the interface specification, the test that holds it, and a change of the source that breaks it. */
export type EngineRule = {
  readonly id: string
  /** Method and path, as the route declares them. */
  readonly route: string
  /** One sentence, with the section of the specification. */
  readonly rule: string
  readonly test: { readonly file: string; readonly name: string }
  /** `find` occurs once in `file`; with `replace` in its place the test is red. */
  readonly breaks: { readonly file: string; readonly find: string; readonly replace: string }
}

type Row = readonly [
  id: string,
  rule: string,
  test: readonly [file: string, name: string],
  breaks: readonly [file: string, find: string, replace: string],
]

/** Rows of one route, their ids led by `area`. */
export function rulesOf(area: string, route: string, rows: readonly Row[]): EngineRule[] {
  return rows.map(([id, rule, [testFile, name], [file, find, replace]]) => ({
    id: `${area}.${id}`,
    route,
    rule,
    test: { file: testFile, name },
    breaks: { file, find, replace },
  }))
}
