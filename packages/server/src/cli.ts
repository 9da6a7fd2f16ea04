import { runCli } from './cli/run.ts'

/** `npm run admin -- <command>`: administration without a browser. */
await runCli(process.argv.slice(2))
