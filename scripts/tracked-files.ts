import { execFileSync } from 'node:child_process'

/** The files of the repository that git tracks, relative to its root. */
export const trackedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((file) => file !== '')
