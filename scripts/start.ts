import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { launchServer } from '../packages/server/src/launch.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'packages/web/dist/index.html')

/** Everything that the built web app is made from. */
const SOURCES = [
  'package-lock.json',
  'packages/contract/src',
  'packages/domain/src',
  'packages/web/index.html',
  'packages/web/package.json',
  'packages/web/postcss.config.cjs',
  'packages/web/public',
  'packages/web/src',
  'packages/web/third-party-notices.ts',
  'packages/web/vite.config.ts',
  'scripts/release',
]

if (!existsSync(page) || newest(SOURCES.map((name) => join(root, name))) > statSync(page).mtimeMs) buildWebApp()
launchServer(join(root, 'node_modules/.cache/compile'))

/** Time of the last change of these files and folders and all that is in them; a folder changes when a file leaves it. */
function newest(paths: string[]): number {
  return Math.max(
    ...paths.map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (!stat) return 0
      if (!stat.isDirectory()) return stat.mtimeMs
      return Math.max(stat.mtimeMs, newest(readdirSync(path).map((name) => join(path, name))))
    }),
  )
}

function buildWebApp(): void {
  process.stderr.write('Building the web app …\n')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Standard output is for the URL alone.
  const { status } = spawnSync(process.execPath, [vite, 'build', 'packages/web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) {
    process.stderr.write('The web app could not be built.\n')
    process.exit(1)
  }
}
