import { lockDataDir } from '../platform/db/data-dir-lock.ts'

/** Locks the data directory whose lock file is its argument, prints a line, and holds the lock until it is killed. */
try {
  await lockDataDir(process.argv[2] ?? '')
  process.stdout.write('locked\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`)
}
