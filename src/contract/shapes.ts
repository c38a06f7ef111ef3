import Type, { type TSchema } from 'typebox'

/** Pieces that several reply schemas share. Objects of replies are closed. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

export const Text = Type.String()
export const NullableText = nullable(Type.String())
export const NullableNumber = nullable(Type.Number())
export const NullableInteger = nullable(Type.Integer())
export const EpochMs = Type.Integer({ description: 'Epoch milliseconds.' })
export const NullableEpochMs = nullable(EpochMs)

export function closed<P extends Parameters<typeof Type.Object>[0]>(properties: P, description?: string) {
  return Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) })
}

export function windows<T extends TSchema>(schema: T, description?: string) {
  return closed({ m5: schema, h1: schema, h6: schema, h24: schema }, description)
}
