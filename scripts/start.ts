import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { launchServer } from '../packages/server/src/launch.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'packages/web')
const page = join(web, 'dist/index.html')

/** Everything that the built web app is made from. */
function sources(): string[] {
  const ownFiles = readdirSync(web).filter((name) => name !== 'dist' && name !== 'node_modules')
  const shared = ['LICENSE', 'package-lock.json', 'packages/contract/src', 'packages/domain/src', 'scripts/release']
  return [...ownFiles.map((name) => join(web, name)), ...shared.map((name) => join(root, name))]
}

if (!existsSync(page) || newest(sources()) > statSync(page).mtimeMs) buildWebApp()
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
