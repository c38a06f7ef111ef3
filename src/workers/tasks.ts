/** Task name to input and output. */
export type Tasks = {
  concentration: { input: { balances: Float64Array; supply: number }; output: Float64Array }
}
export type TaskName = keyof Tasks
export type TaskInput<N extends TaskName> = Tasks[N]['input']
export type TaskOutput<N extends TaskName> = Tasks[N]['output']

/** Task name to the file a worker loads; its default export is the task. */
export const TASK_FILES: Readonly<Record<TaskName, string>> = {
  concentration: new URL('./tasks/concentration.ts', import.meta.url).href,
}
