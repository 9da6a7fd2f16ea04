import './platform/module-resolution.ts'

// Imported dynamically: static imports would be resolved before the hook above is registered.
const { runAdmin } = await import('./cli/admin.ts')

// Files created here are accessible to this user only.
process.umask(0o077)

/** `npm run admin -- <command>`: administration without a browser. */
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
})
