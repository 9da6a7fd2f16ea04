import './platform/module-resolution.ts'

// Loaded after the hook above, which would come too late for static imports.
const { runAdmin } = await import('./cli/admin.ts')

// What is made here is for this user alone.
process.umask(0o077)

/** `npm run admin -- <command>`: what operators do without a browser. */
process.exitCode = await runAdmin(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
})
