import '../platform/module-resolution.ts'

// Imported dynamically: static imports would be resolved before the hook above is registered.
const { runAdmin } = await import('./admin.ts')

/** Runs a command of the operator with the streams of this process, and sets its exit code. */
export async function runCli(args: readonly string[]): Promise<void> {
  // Files created here are accessible to this user only.
  process.umask(0o077)
  process.exitCode = await runAdmin(args, {
    env: process.env,
    input: process.stdin,
    print: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
  })
}
