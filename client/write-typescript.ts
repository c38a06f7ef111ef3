import { isExact, type Method, type Model, type Parameter, pascal, refName, type Schema } from './model.ts'

const HEAD = '// Generated from the description of the server: `npm run build:client`. Do not edit by hand.\n'

/** `src/types.ts`: a type for every named schema, and for the parameters of every method. */
export function writeTypes({ schemas, methods }: Model): string {
  const named = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')}\n`,
  )
  const params = methods
    .filter(({ parameters }) => parameters.length > 0)
    .map(({ id, parameters }) => `export type ${pascal(id)}Params = ${paramsType(parameters)}\n`)
  return `${HEAD}\n${[...named, ...params].join('\n')}`
}

/** `src/operations.ts`: a method for every operation. */
export function writeOperations({ methods }: Model): string {
  const imports = [...new Set(methods.flatMap(importsOf))].sort()
  const table = methods.map((one) => `  ${one.id}: ${JSON.stringify(tableRow(one))},`)
  return `${HEAD}
import type { CallOptions, Operation, Transport } from './transport.ts'
import type {
${imports.map((name) => `  ${name},`).join('\n')}
} from './types.ts'

const OPERATIONS = {
${table.join('\n')}
} as const satisfies Readonly<Record<string, Operation>>

/** A method for each operation of the server. */
export class Operations {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }
${methods.map(methodText).join('')}}
`
}

function tableRow({ method, path, parameters, auth, isSafe, takesIdempotencyKey, isRelayed }: Method) {
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  return { method, path, query, auth, isSafe, takesIdempotencyKey, isRelayed }
}

function importsOf({ id, parameters, body, reply }: Method): string[] {
  const refs = [reply, body?.schema].filter((schema) => schema?.$ref !== undefined).map(refName)
  return parameters.length === 0 ? refs : [...refs, `${pascal(id)}Params`]
}

function methodText({ id, summary, method, path, parameters, body, reply }: Method): string {
  const mayMiss = parameters.every(({ required }) => !required)
  const inputs: string[] = []
  const paramsInput = `params: ${pascal(id)}Params${mayMiss ? ' = {}' : ''}`
  const bodyInput = body === null ? null : `body: ${typeOf(body.schema, '  ')}${body.isRequired ? '' : ' = {}'}`
  // What an address needs comes first; a query that may be left out, after the body.
  if (parameters.length > 0 && !mayMiss) inputs.push(paramsInput)
  if (bodyInput !== null) inputs.push(bodyInput)
  if (parameters.length > 0 && mayMiss) inputs.push(paramsInput)
  inputs.push('options?: CallOptions')
  const given = [...(parameters.length > 0 ? ['params'] : []), ...(body === null ? [] : ['body'])]
  const input = given.length === 0 ? '{}' : `{ ${given.join(', ')} }`
  return `
${comment(`${summary}\n\n\`${method} ${path}\``, '  ')}  ${id}(${inputs.join(', ')}): Promise<${typeOf(reply, '  ')}> {
    return this.transport.call(OPERATIONS.${id}, ${input}, options)
  }
`
}

function paramsType(parameters: readonly Parameter[]): string {
  const members = parameters.map(
    ({ name, required, description, schema }) =>
      `${comment(description, '  ')}  ${member(name)}${required ? '' : '?'}: ${typeOf(schema, '  ')}${required ? '' : ' | undefined'}\n`,
  )
  return `{\n${members.join('')}}`
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return refName(schema)
  if ('const' in schema) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  const choices: Schema[] | undefined = schema.anyOf ?? schema.oneOf
  if (choices !== undefined && schema.type === undefined)
    return [...new Set(choices.map((one) => typeOf(one, indent)))].join(' | ')
  if (isExact(schema)) return schema.type === 'integer' ? 'number | bigint' : 'number | bigint | null'
  const types: string[] = [schema.type ?? 'unknown'].flat()
  return [...new Set(types.map((type) => ofType(type, schema, indent)))].join(' | ')
}

function ofType(type: string, schema: Schema, indent: string): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return arrayType(schema, indent)
  if (type === 'object') return objectType(schema, indent)
  return type
}

function arrayType({ items, prefixItems }: Schema, indent: string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map((one: Schema) => typeOf(one, indent)).join(', ')}]`
  return `Array<${typeOf(items ?? {}, indent)}>`
}

function objectType(
  { properties, required = [], patternProperties, additionalProperties }: Schema,
  indent: string,
): string {
  const others =
    Object.values<Schema>(patternProperties ?? {})[0] ??
    (typeof additionalProperties === 'object' ? additionalProperties : null)
  if (properties === undefined || Object.keys(properties).length === 0)
    return `Record<string, ${others === null ? 'unknown' : typeOf(others, indent)}>`
  const members = Object.entries<Schema>(properties).map(([name, one]) => {
    const isRequired = required.includes(name)
    const type = typeOf(one, `${indent}  `)
    return `${comment(one.description, `${indent}  `)}${indent}  ${member(name)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}\n`
  })
  const open = additionalProperties === false ? '' : `${indent}  [member: string]: unknown\n`
  return `{\n${members.join('')}${open}${indent}}`
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/'/g, "\\'")}'` : String(value)
const member = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)

function comment(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
