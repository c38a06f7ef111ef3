/** One rule of the interface specification, the test that holds it, and the code that it lives in. */
export type EngineRule = {
  readonly id: string
  /** Method and path, as the route declares them. */
  readonly route: string
  /** One sentence, with the section of the specification. */
  readonly rule: string
  readonly test: { readonly file: string; readonly name: string }
  /** Name of the function or constant (`test/support/source-names.ts`); breaking it turns the test red. */
  readonly code: string
}

type Row = readonly [id: string, rule: string, test: readonly [file: string, name: string], code: string]

/** Rows of one route, their ids led by `area`. */
export function rulesOf(area: string, route: string, rows: readonly Row[]): EngineRule[] {
  return rows.map(([id, rule, [testFile, name], code]) => ({
    id: `${area}.${id}`,
    route,
    rule,
    test: { file: testFile, name },
    code,
  }))
}
