/** The part of the package that we use; it brings no types. Locks are those of an open file description (Linux,
 *  `fcntl(2)`): the system takes them back when the file is closed or the process ends, however it ends. */
declare module 'fs-native-extensions' {
  /** Takes a lock on `length` bytes from `offset` on, alone unless shared. False when another open file has it. */
  export function tryLock(fd: number, offset: number, length: number, options?: { readonly shared: boolean }): boolean
  export function unlock(fd: number, offset: number, length: number): void
}
