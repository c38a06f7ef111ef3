/** Links and images come from token creators and are hostile input: only web addresses pass, unchanged. */
export function webUrl(text: unknown): string | null {
  return typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}

/** Also the content-addressed schemes that token metadata uses for images and documents. */
export function contentUrl(text: unknown): string | null {
  return typeof text === 'string' && /^(?:https?|ipfs|ar):\/\//i.test(text) && URL.canParse(text) ? text : null
}
