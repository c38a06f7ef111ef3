/** Text for a place between tags or in a quoted attribute. */
export function escaped(raw: string): string {
  return raw.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Renders text between backquotes as code. */
export function textWithCode(raw: string): string {
  return escaped(raw).replace(/`([^`]+)`/g, '<code>$1</code>')
}
