// Runs the tests of object storage against servers that are kept outside the repository: VersityGW, a second server of the S3
// protocol, which Go builds from its module (`npm test` runs the same tests against OpenStack Swift), and Azurite, the emulator of
// Azure Blob Storage.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const VERSION = 'v1.8.0'
const START_LIMIT_MS = 30_000
const TESTS = ['platform/files/bucket', 'runners/folder/bucket', 'features/executions/results/in-bucket', 'cli/move-files']
const KEYS = { ROOT_ACCESS_KEY: 'tester', ROOT_SECRET_KEY: 'secret-of-tests' }
/** A user without rights, as `testing/object-storage.ts` expects it, with the same secret. */
const STRANGER = 'test:reader'

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sightline', `versitygw-${VERSION}`)
const program = join(cache, 'versitygw')

if (!existsSync(program)) {
  mkdirSync(cache, { recursive: true })
  const env = { ...process.env, GOBIN: cache }
  const module = `github.com/versity/versitygw/cmd/versitygw@${VERSION}`
  const { error, status } = spawnSync('go', ['install', module], { stdio: 'inherit', env })
  if (error !== undefined) console.error('Go is missing: install it from https://go.dev/dl/ to build VersityGW.')
  if (status !== 0) process.exit(1)
}

const free = createServer().listen(0, '127.0.0.1')
await once(free, 'listening')
const address = free.address()
const port = address !== null && typeof address === 'object' ? address.port : 0
free.close()

const folder = mkdtempSync(join(tmpdir(), 'sightline-s3-'))
const users = mkdtempSync(join(tmpdir(), 'sightline-s3-users-'))
const server = spawn(program, ['--port', `127.0.0.1:${port}`, '--health', '/health', '--iam-dir', users, 'posix', folder], {
  env: { ...process.env, ...KEYS },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health`)
      .then(({ ok }) => ok)
      .catch(() => false)
  for (const end = Date.now() + START_LIMIT_MS; !(await isReady()); await sleep(100)) {
    if (Date.now() > end || server.exitCode !== null) throw new Error('VersityGW did not start.')
  }
  const admin = ['admin', '--access', KEYS.ROOT_ACCESS_KEY, '--secret', KEYS.ROOT_SECRET_KEY]
  const addUser = ['create-user', '--access', STRANGER, '--secret', KEYS.ROOT_SECRET_KEY, '--role', 'user']
  spawnSync(program, [...admin, '--endpoint-url', `http://127.0.0.1:${port}`, ...addUser], { stdio: 'inherit' })
  const SIGHTLINE_TEST_S3 = `http://${KEYS.ROOT_ACCESS_KEY}:${KEYS.ROOT_SECRET_KEY}@127.0.0.1:${port}`
  const files = TESTS.map((path) => `packages/server/src/${path}`)
  const runs = [
    ['--project', 'service', ...files],
    ['--config', 'scripts/servers/vitest.config.ts', 'platform/files/bucket/azure'],
  ]
  for (const run of runs) {
    const tests = spawn('vitest', ['run', ...run], { stdio: 'inherit', env: { ...process.env, SIGHTLINE_TEST_S3 } })
    const [status] = await once(tests, 'close')
    process.exitCode ||= status
  }
} finally {
  server.kill()
  for (const path of [folder, users]) rmSync(path, { recursive: true, force: true })
}
