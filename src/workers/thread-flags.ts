const IMPORTS_AT_ONCE = '--no-experimental-require-module'
/** Flags of Node that a thread takes, too; any other (of V8, of the process) makes it refuse to start. */
const OF_THREADS =
  /^--(import|require|conditions|disable-warning|no-warnings|enable-source-maps|(no-)?experimental-[\w-]+)(=.*)?$/

/** Flags of a compute thread: those of the process, and one that imports modules at once. The package of the pool first
 *  requires a module that can only be imported, and Node ends the process (SIGABRT) when a thread is stopped in the
 *  middle of that. Undefined, which inherits, where a flag of the process would be refused. */
export function threadFlags(ofProcess: readonly string[]): string[] | undefined {
  return ofProcess.every((flag) => OF_THREADS.test(flag)) ? [...ofProcess, IMPORTS_AT_ONCE] : undefined
}
