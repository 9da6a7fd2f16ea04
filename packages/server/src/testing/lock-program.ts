import { lockDataDir } from '../platform/db/data-dir-lock.ts'

/** Claims the data directory whose lock file is its argument, says so, and keeps it until it is ended. */
try {
  await lockDataDir(process.argv[2] ?? '')
  process.stdout.write('locked\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`)
}
