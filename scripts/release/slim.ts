import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { removeLeftOut, sizeOf } from './left-out.ts'

// Removes what an installed release works without from its node_modules: `node scripts/release/slim.js`, after `npm ci`.

const modules = resolve(import.meta.dirname, '../../node_modules')
const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1).padStart(6)} MB`

// In the repository, where this file is TypeScript, it would remove what development needs.
if (import.meta.filename.endsWith('.ts') || !existsSync(join(modules, '.package-lock.json'))) {
  process.stderr.write('This is for an installed release: unpack its file, run npm ci there, then this.\n')
  process.exitCode = 1
} else {
  for (const { what, bytes } of removeLeftOut(modules)) process.stdout.write(`${inMegabytes(bytes)}  ${what}\n`)
  process.stdout.write(`${inMegabytes(sizeOf(modules))}  is left\n`)
}
