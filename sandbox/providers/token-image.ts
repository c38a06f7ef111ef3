import { createHash } from 'node:crypto'
import type { TokenFaces } from '../world/token-faces.ts'
import type { Provider } from './provider-reply.ts'

const SVG_HEADERS = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' }

/** Pictures of the world's tokens: `/assets/<mint>.svg`, drawn from the mint and its symbol. */
export function createAssets(faces: TokenFaces): Provider {
  return {
    prefix: '/assets',
    handle({ path }) {
      const mint = /^\/([1-9A-HJ-NP-Za-km-z]{32,44})\.svg$/.exec(path)?.[1]
      const face = mint === undefined ? null : faces.of(mint)
      if (face === null) return { status: 404, body: { error: 'no such asset' } }
      return { status: 200, headers: SVG_HEADERS, body: Buffer.from(drawToken(face.mint, face.symbol)) }
    },
  }
}

/** A disc in the mint's own colours with up to four letters of its symbol. */
export function drawToken(mint: string, symbol: string): string {
  const digest = createHash('sha256').update(mint).digest()
  const hue = (digest[0]! * 360) / 256
  const letters = symbol.replace(/[^A-Za-z0-9]/g, '').slice(0, 4)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<circle cx="32" cy="32" r="32" fill="hsl(${Math.round(hue)} 62% 42%)"/>`,
    `<circle cx="${20 + (digest[1]! % 24)}" cy="${20 + (digest[2]! % 24)}" r="${10 + (digest[3]! % 10)}" fill="hsl(${Math.round(hue + 40)} 70% 60%)" opacity=".5"/>`,
    `<text x="32" y="38" font-family="sans-serif" font-size="16" text-anchor="middle" fill="#fff">${letters}</text>`,
    '</svg>',
  ].join('')
}

/** The picture as an address that needs no server: callers show `https` and inline pictures only. */
export function inlineTokenImage(mint: string, symbol: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(drawToken(mint, symbol)).toString('base64')}`
}
