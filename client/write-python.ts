import { type Method, type Model, pascal, refName, type Schema } from './model.ts'

const HEAD = '# Generated from the description of the server: `npm run build:client`. Do not edit by hand.\n'
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** `types.py`: a TypedDict for every object, those without a name called after where they stand. */
export function writePythonTypes({ schemas }: Model): string {
  const classes: string[] = []
  const writer = createWriter(new Set(Object.keys(schemas)), classes)
  for (const [name, schema] of Object.entries(schemas)) writer.define(name, schema)
  return `${HEAD}"""Shapes of what a Mintglass server takes and answers."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

${classes.join('\n\n')}
`
}

function createWriter(taken: Set<string>, classes: string[]) {
  const define = (name: string, schema: Schema): void => {
    const isObject = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0
    if (!isObject) {
      classes.push(`${name} = ${quoted(typeOf(schema, name))}`)
      return
    }
    const members = Object.entries<Schema>(schema.properties).map(([member, one]) => {
      const type = typeOf(one, name + pascal(member))
      return [member, (schema.required ?? []).includes(member) ? type : `NotRequired[${type}]`] as const
    })
    const isPlain = members.every(([member]) => /^[A-Za-z_]\w*$/.test(member) && !KEYWORDS.has(member))
    const doc = schema.description === undefined ? '' : `    ${docstring(schema.description)}\n\n`
    classes.push(
      isPlain
        ? `class ${name}(TypedDict):\n${doc}${members.map(([member, type]) => `    ${member}: ${type}`).join('\n')}`
        : `${name} = TypedDict(\n    "${name}",\n    {\n${members.map(([member, type]) => `        "${member}": "${type.replaceAll('"', "'")}",`).join('\n')}\n    },\n)`,
    )
  }
  const ownName = (wanted: string): string => {
    let name = wanted
    for (let i = 2; taken.has(name); i++) name = `${wanted}${i}`
    taken.add(name)
    return name
  }
  const typeOf = (schema: Schema, where: string): string => {
    if (schema.$ref !== undefined) return refName(schema)
    if ('const' in schema) return `Literal[${literal(schema.const)}]`
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const choices: Schema[] | undefined = schema.anyOf ?? schema.oneOf
    if (choices !== undefined && schema.type === undefined) return union(choices.map((one) => typeOf(one, where)))
    return union([schema.type ?? 'any'].flat().map((type: string) => ofType(type, schema, where)))
  }
  const ofType = (type: string, schema: Schema, where: string): string => {
    if (type === 'array')
      return schema.prefixItems === undefined
        ? `list[${typeOf(schema.items ?? {}, where)}]`
        : `list[${union(schema.prefixItems.map((one: Schema) => typeOf(one, where)))}]`
    if (type !== 'object') return PLAIN[type] ?? 'Any'
    if (Object.keys(schema.properties ?? {}).length > 0) {
      const name = ownName(where)
      define(name, { ...schema, type: 'object' })
      return name
    }
    const { patternProperties, additionalProperties } = schema
    const others =
      Object.values<Schema>(patternProperties ?? {})[0] ??
      (typeof additionalProperties === 'object' ? additionalProperties : {})
    return `dict[str, ${typeOf(others, where)}]`
  }
  return { define }
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)]
  return all.length === 1 ? all[0]! : `Union[${all.join(', ')}]`
}

/** Aliases are read when the module is loaded, before all classes are there. */
const quoted = (type: string): string =>
  /^(Literal|str|int|float|bool|Any)\b/.test(type) ? type : JSON.stringify(type.replaceAll('"', "'"))

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value)

/** `operations.py`: a method for every operation. */
export function writePythonOperations({ methods }: Model): string {
  return `${HEAD}"""A method for each operation of a Mintglass server."""

from __future__ import annotations

from typing import Any, Optional, cast

from . import types as t
from .transport import Operation, Transport


class Operations:
    """Parameters of paths and queries are keyword arguments; a body is the first argument."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
${methods.map(methodText).join('')}`
}

const snake = (id: string): string => {
  const name = id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return KEYWORDS.has(name) ? `${name}_` : name
}
const argument = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : snake(name))

function methodText(one: Method): string {
  const { id, summary, method, path, parameters, body, reply } = one
  const required = parameters.filter((parameter) => parameter.required)
  const optional = parameters.filter((parameter) => !parameter.required)
  const bodyType = body === null ? '' : body.schema.$ref === undefined ? 'Any' : `t.${refName(body.schema)}`
  const replyType = reply.$ref === undefined ? 'Any' : `t.${refName(reply)}`
  const keywords = [
    ...required.map(({ name, schema }) => `${argument(name)}: ${argumentType(schema)}`),
    ...optional.map(({ name, schema }) => `${argument(name)}: Optional[${argumentType(schema)}] = None`),
    ...(one.takesIdempotencyKey ? ['idempotency_key: Optional[str] = None'] : []),
    ...(one.auth === 'bearer' ? ['user_ref: Optional[str] = None'] : []),
  ].filter((text, i, all) => all.findIndex((other) => other.split(':')[0] === text.split(':')[0]) === i)
  const inputs = [
    'self',
    ...(body === null ? [] : [body.isRequired ? `body: ${bodyType}` : `body: Optional[${bodyType}] = None`]),
    ...(keywords.length === 0 ? [] : ['*', ...keywords]),
  ]
  const params = parameters.map(({ name }) => `"${name}": ${argument(name)}`)
  const hasUserRef = one.auth === 'bearer' && !parameters.some(({ name }) => name === 'user_ref')
  const given = [
    `params={${params.join(', ')}}`,
    ...(body === null ? [] : [body.isRequired ? 'body=body' : 'body=body if body is not None else {}']),
    ...(one.takesIdempotencyKey ? ['idempotency_key=idempotency_key'] : []),
    ...(hasUserRef ? ['user_ref=user_ref'] : []),
  ]
  const { auth, isSafe, takesIdempotencyKey, isRelayed } = one
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const operation = `Operation("${method}", "${path}", ${JSON.stringify(query)}, "${auth}", ${literal(isSafe)}, ${literal(takesIdempotencyKey)}, ${literal(isRelayed)})`
  return `
    def ${snake(id)}(${inputs.join(', ')}) -> ${replyType}:
        ${docstring(`${summary}\n\n\`${method} ${path}\``, '        ')}
        operation = ${operation}
        return cast(${JSON.stringify(replyType)}, self._transport.call(operation, ${given.join(', ')}))
`
}

function argumentType(schema: Schema): string {
  const types = [schema.type ?? 'string'].flat().filter((type: string) => type !== 'null')
  if (types.includes('boolean')) return 'bool'
  return types.includes('integer') ? 'int' : types.includes('number') ? 'float' : 'str'
}

function docstring(text: string, indent = '    '): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"', "'").split('\n')
  return safe.length === 1 ? `"""${safe[0]}"""` : `"""${safe.join(`\n${indent}`).replace(/[ ]+$/gm, '')}\n${indent}"""`
}
