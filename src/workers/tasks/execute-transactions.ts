import type { ExecutionOutput } from '../../svm/execution.ts'
import { createHost, type Host } from '../../svm/host.ts'
import type { TaskInput } from '../tasks.ts'

/** The instance of this thread: making one per task would cost 7 ms and memory that is freed late. */
const thread: { host: Host | null } = { host: null }

/** Runs transactions on cloned accounts. Code of programs may come in shared memory, which is not copied. */
export default function task(input: TaskInput<'executeTransactions'>): ExecutionOutput {
  thread.host ??= createHost()
  return thread.host.execute(input)
}
