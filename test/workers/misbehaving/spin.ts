/** Keeps its thread busy for good. */
export default function task(): never {
  for (;;);
}
