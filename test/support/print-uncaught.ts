/** Prints the stack of an error that nobody caught. Loaded before a test file. */
process.on('uncaughtExceptionMonitor', (error, origin) => console.error(`${origin}:`, error))
