/** Links and images come from token creators and are hostile input: only web addresses pass, unchanged. */
export function webUrl(text: unknown): string | null {
  return typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}

/** Also the content-addressed schemes that token metadata uses for images and documents. */
export function contentUrl(text: unknown): string | null {
  return typeof text === 'string' && /^(?:https?|ipfs|ar):\/\//i.test(text) && URL.canParse(text) ? text : null
}

/** An inline picture longer than this is no icon. */
const MAX_INLINE_IMAGE_CHARS = 16_384

/** Also pictures that are spelled out in the address itself. */
export function imageUrl(text: unknown): string | null {
  const isInline =
    typeof text === 'string' && text.length <= MAX_INLINE_IMAGE_CHARS && /^data:image\/[a-z0-9.+-]+[;,]/i.test(text)
  return isInline ? text : webUrl(text)
}
