import { readFileSync } from 'node:fs'

/** The version of this server, from its package.json. */
export const VERSION = versionIn(new URL('../../package.json', import.meta.url))

function versionIn(file: URL): string {
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}
