import { cpSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path'

/**
 * Copies what a build may read.
 * @param ignored the text of `.dockerignore`: a pattern per line, for files and folders; `#` begins a comment
 */
export function copyContext(source: string, target: string, ignored: string): void {
  const patterns = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  cpSync(source, target, {
    recursive: true,
    filter: (path) => !patterns.some((pattern) => matchesGlob(relative(source, path), pattern)),
  })
}
