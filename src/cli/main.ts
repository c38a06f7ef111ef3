import { runCommand } from './run-command.ts'

/** `npm run mintglass -- <command>`. */
process.exitCode = await runCommand(process.argv.slice(2))
