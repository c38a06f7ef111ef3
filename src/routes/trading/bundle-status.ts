import Type from 'typebox'
import { BundleStatusReply } from '../../contract/landing.ts'
import { ok } from '../../contract/outcome.ts'
import { isSignature, type Rule, SignatureSchema } from '../../contract/params.ts'
import { readBundleStatus } from '../../services/landing/bundle-status.ts'
import { defineRoute } from '../define-route.ts'
import { refuse } from './read-params.ts'

const BUNDLE_ID = /^[0-9a-f]{64}$/i

const bundleIdParam: Rule<string | null> = {
  schema: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'Of the bundle. This or `signature`, or both.' }),
  required: false,
  aliases: [],
  parse: (raw) => {
    const text = raw?.trim() ?? ''
    if (text === '') return ok(null)
    return BUNDLE_ID.test(text) ? ok(text.toLowerCase()) : refuse('invalid bundle_id')
  },
  canonical: (value) => value ?? '',
}

const signatureParam: Rule<string | null> = {
  schema: { ...SignatureSchema, description: 'Of the transaction. This or `bundle_id`, or both.' },
  required: false,
  aliases: [],
  parse: (raw) => {
    const text = raw?.trim() ?? ''
    if (text === '') return ok(null)
    return isSignature(text) ? ok(text) : refuse('invalid signature')
  },
  canonical: (value) => value ?? '',
}

export const tradeBundleStatus = defineRoute({
  method: 'GET',
  path: '/v1/trade/bundle-status',
  auth: 'bearer',
  scope: 'read',
  needs: [],
  cache: 'none',
  readsCaller: true,
  summary: 'What became of a bundle, of a transaction, or of a transaction that went out as a bundle.',
  query: { bundle_id: bundleIdParam, signature: signatureParam },
  reply: BundleStatusReply,
  async handle(ctx, { query, request: { signal } }) {
    const { bundle_id: bundleId, signature } = query
    if (bundleId === null && signature === null) return refuse('bundle_id or signature is required')
    const status = await readBundleStatus(ctx, { bundleId, signature }, signal)
    return status.ok ? status : refuse(status.message)
  },
})
