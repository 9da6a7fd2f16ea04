import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** A folder as the build of the web app leaves one: a page and a file with its compressed form, small enough to be compared; gone when the tests are. */
export function buildWebAppFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-web-app-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><base href="/" /><title>Sightline</title>')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'main-1a2b3c4d.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'main-1a2b3c4d.js.br'), brotliCompressSync('export {}'))
  return folder
}
