/** A schema as JSON: without what its library keeps beside. */
export function plainSchema(schema: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(schema)) as Readonly<Record<string, unknown>>
}
