import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { NODE_RANGE } from '../packages/server/src/command-line.ts'
import { PLUGIN_TYPES, releaseManifest } from './release/manifest.ts'
import { releaseModules } from './release/modules.ts'

// Makes the tarball of a release: `node scripts/release.ts [folder]`. It contains JavaScript, because Node.js does not run
// TypeScript below node_modules, in the folders of the repository.

const root = join(import.meta.dirname, '..')
const target = resolve(root, process.argv[2] ?? 'release')
/** The contents of the tarball. */
const stage = join(target, 'sightline')

const SERVER = 'packages/server/src'
const PROGRAM = `${SERVER}/sightline.js`
const WEB_APP = 'packages/web/dist'
const SAMPLE = `${SERVER}/features/setup/sample`
/** Builds the sample database, of which a release contains the result. */
const SAMPLE_MAKER = `${SAMPLE}/make-database.ts`

/** Removes from an installed release what it works without. */
const SLIM = 'scripts/release/slim.ts'

/** Files and folders that are copied as they are. */
const COPIED = [
  WEB_APP,
  // The server writes texts in the languages of their readers.
  'packages/web/locales',
  'packages/server/migrations',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'deploy',
  'docs/guide',
  'docs/reference',
  'docs/security.md',
]
const PLUGIN_CONTRACT = 'packages/contract/src/plug-in.ts'
const LOGOS = `${SERVER}/{runners,destinations}/*/logo.svg`
/** The files that `platform/http/reference.ts` serves. */
const SWAGGER_UI = ['swagger-ui.css', 'swagger-ui-bundle.js']

try {
  makeRelease()
} catch (error) {
  // A plain Error contains a sentence for the person who makes the release.
  if (!(error instanceof Error) || error.name !== 'Error') throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function makeRelease(): void {
  if (!existsSync(join(root, WEB_APP, 'index.html'))) throw new Error('The web app is not built. Run: npm run build')
  rmSync(stage, { recursive: true, force: true })
  const { modules, packages } = releaseModules(
    [`${SERVER}/sightline.ts`, `${SERVER}/main.ts`, SLIM],
    (path) => readFileSync(join(root, path), 'utf8'),
    new Set([SAMPLE_MAKER]),
  )
  for (const [path, code] of modules) write(path, code)
  // It has types alone, so its source is its declaration.
  write(PLUGIN_TYPES, readFileSync(join(root, PLUGIN_CONTRACT), 'utf8'))
  for (const path of [...COPIED, ...globSync(LOGOS, { cwd: root })])
    cpSync(join(root, path), join(stage, path), { recursive: true })
  for (const file of SWAGGER_UI)
    cpSync(join(root, 'node_modules/swagger-ui-dist', file), join(stage, SERVER, 'platform/http/swagger-ui', file))
  cpSync(join(root, WEB_APP, 'THIRD-PARTY-NOTICES.txt'), join(stage, 'THIRD-PARTY-NOTICES.txt'))
  execFileSync(process.execPath, [join(root, SAMPLE_MAKER), join(stage, SAMPLE, 'sample.duckdb')])
  describe(packages)
  // npm is a script of its own name, which Windows would not find without a shell.
  execFileSync('npm', ['pack', stage, '--pack-destination', target, '--ignore-scripts', '--silent'], {
    stdio: ['ignore', 1, 2],
  })
}

function describe(packages: ReadonlySet<string>): void {
  const { version, description, license } = json('package.json')
  const fields = { version, description, license, node: NODE_RANGE, program: PROGRAM }
  const { manifest, shrinkwrap } = releaseManifest(packages, json('package-lock.json').packages, fields)
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
  write('npm-shrinkwrap.json', `${JSON.stringify(shrinkwrap, null, 2)}\n`)
  // The server reads its version from the same place as in the repository.
  write('packages/server/package.json', `${JSON.stringify({ version, type: 'module', private: true }, null, 2)}\n`)
}

function json(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function write(path: string, text: string): void {
  const file = join(stage, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
