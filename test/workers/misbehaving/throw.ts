export default function task(): never {
  throw new Error('the task is broken')
}
