/** Task name to input, output and file. */
export type Tasks = {
  concentration: { input: { balances: Float64Array; supply: number }; output: Float64Array }
}
export type TaskName = keyof Tasks
export type TaskInput<N extends TaskName> = Tasks[N]['input']
export type TaskOutput<N extends TaskName> = Tasks[N]['output']
