/** Takes the whole thread down with it. */
export default function task(): never {
  process.exit(3)
}
