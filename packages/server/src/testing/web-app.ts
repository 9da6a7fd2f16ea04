import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * Creates a minimal build output of the web app: a page, a script with its compressed form, and the list of preloads. Removed on exit.
 */
export function buildWebAppFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-web-app-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'languages.json'), '{"de":"assets/language-de-1.js"}')
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><base href="/" /><title>Sightline</title></head><body></body></html>',
  )
  writeFileSync(join(folder, 'app.webmanifest'), '{"name":"Sightline","short_name":"Sightline","start_url":"./"}')
  const files = ['assets/page-1a2b3c4d.js']
  const preloads = ['^/login$', '^/queries$'].map((path) => ({ path, files, lastFiles: [], calls: [], data: [] }))
  writeFileSync(join(folder, 'page-preloads.json'), JSON.stringify(preloads))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'main-1a2b3c4d.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'main-1a2b3c4d.js.br'), brotliCompressSync('export {}'))
  return folder
}
