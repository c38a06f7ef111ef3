/** Prints the stack of an error that no one caught. Loaded before a test file. */
process.on('uncaughtExceptionMonitor', (error, origin) => console.error(`${origin}:`, error))
