import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIRequestContext } from '@playwright/test'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { sizeOf } from '../../scripts/release/left-out.ts'
import { type Container, canIsolate, NO_NAMESPACES, startContainer } from '../../scripts/testing/container/container.ts'
import { buildImage } from '../../scripts/testing/container/image.ts'
import { importedLibraries } from '../../scripts/testing/container/imports.ts'
import { ADMIN, FIRST_START } from '../admin.ts'
import { expect, signIn, test, watchConsole } from '../page.ts'
import { addressPrintedBy, QUIET } from '../product.ts'

const run = promisify(execFile)

/** Installs a release as an operator does, and uses it. The tests share one installation and run in order. */
test.describe
  .serial('a release', () => {
    let folder: string
    let server: ChildProcess | null = null
    const inFolder = (...names: string[]) => join(folder, ...names)
    const sightline = (...args: string[]) => run(inFolder('node_modules/.bin/sightline'), args, { cwd: folder })

    /** Writes what `npm install <tarball>` would write, with the versions of the release's own lock file. */
    async function requireInFolder(tarball: string): Promise<void> {
      const lockFile = await run('tar', ['-xzOf', tarball, 'package/npm-shrinkwrap.json'], { maxBuffer: 2 ** 24 })
      const { '': release, ...packages } = JSON.parse(lockFile.stdout).packages
      const resolved = `file:${tarball}`
      const root = { dependencies: { sightline: resolved } }
      writeFileSync(inFolder('package.json'), JSON.stringify(root))
      const all = { '': root, 'node_modules/sightline': { ...release, resolved }, ...packages }
      writeFileSync(inFolder('package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages: all }))
    }

    test.beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'sightline-install-'))
    })
    test.afterAll(async () => {
      const ended = server && new Promise((resolve) => server?.once('exit', resolve))
      server?.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    })

    test('is one tarball that npm installs in an empty folder (OPEN-272)', async () => {
      test.setTimeout(300_000)
      await run(process.execPath, ['scripts/release.ts', inFolder('release')])
      const [tarball = ''] = readdirSync(inFolder('release')).filter((name) => name.endsWith('.tgz'))
      await requireInFolder(inFolder('release', tarball))
      // By the lock file, npm takes all packages from its cache, which `npm ci` has filled for the repository.
      const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
      await run('npm', ['ci', ...flags], { cwd: folder })
      const installed = readdirSync(inFolder('node_modules'))
      expect(installed).toContain('fastify')
      // Only the browser or development needs these.
      for (const name of ['react', 'vite', 'vega-datasets', 'node', '@sightline']) expect(installed).not.toContain(name)
    })

    test('answers --version and --help, and has the admin CLI (OPEN-272)', async () => {
      expect((await sightline('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
      expect((await sightline('--help')).stdout).toContain('sightline admin <command>')
      expect((await sightline('admin', 'promote', '--help')).stdout).toContain('sightline admin promote <email>')
    })

    test('starts, lets the first admin sign in, and draws charts of the sample data in the browser and in files (OPEN-272)', async ({
      browser,
    }) => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const settings = { ...QUIET, ...FIRST_START, SIGHTLINE_DATA_DIR: inFolder('data'), PORT: String(port) }
      const options = { cwd: folder, env: { ...process.env, ...settings } }
      server = spawn(inFolder('node_modules/.bin/sightline'), { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
      expect(await addressPrintedBy(server)).toBe(`${url}/`)
      const page = await (await browser.newContext()).newPage()
      const errors = watchConsole(page)
      await signIn(page, { url })
      const board = page.getByRole('link', { name: /^Flight operations/ })
      await board.first().click({ timeout: 60_000 })
      await expect(page.getByRole('img', { name: /Flights per day/ })).toBeVisible()
      // The server draws charts in a thread of its own, with fonts of an npm package.
      const { api_key } = await (await page.request.get(`${url}/api/users/1`)).json()
      const pdf = await page.request.post(`${url}/api/dashboards/flight-operations/pdf`, {
        headers: { authorization: `Key ${api_key}` },
        data: {},
      })
      expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
      expect(errors).toEqual([])
      await page.context().close()
    })

    test('is an image that runs without rights on a read-only disk, stops by itself and keeps everything (OPEN-286, OPEN-274)', async ({
      playwright,
    }) => {
      test.skip(!canIsolate(), NO_NAMESPACES)
      test.setTimeout(300_000)
      const ready = { release: { '/src/release/sightline': inFolder('release/sightline') } }
      mkdirSync(inFolder('stages'))
      const image = buildImage(readFileSync('Dockerfile', 'utf8'), inFolder('stages'), '.', ready)
      const [place = ''] = image.volumes
      mkdirSync(inFolder('volume'))
      chownSync(inFolder('volume'), ...image.user)
      const port = await freePort()
      const settings = { ...QUIET, ...FIRST_START, SIGHTLINE_SAMPLE_DATA: '0', PORT: String(port) }

      async function whileItRuns(use: (api: APIRequestContext, container: Container) => Promise<void>): Promise<void> {
        const container = startContainer(image, { [place]: inFolder('volume') }, settings)
        try {
          await addressPrintedBy(container.process)
          expect(JSON.parse(await container.exec(image.healthCheck))).toMatchObject({ status: 'ok' })
          const baseURL = `http://127.0.0.1:${port}`
          const admin = await playwright.request.newContext({ baseURL })
          expect((await admin.post('/login', { data: ADMIN })).ok()).toBe(true)
          const { api_key } = await (await admin.get('/api/users/1')).json()
          const extraHTTPHeaders = { authorization: `Key ${api_key}` }
          const api = await playwright.request.newContext({ baseURL, extraHTTPHeaders })
          await use(api, container)
          await Promise.all([admin.dispose(), api.dispose()])
          expect(await container.end('SIGTERM')).toBe(0)
        } finally {
          container.process.kill('SIGKILL')
        }
      }

      await whileItRuns(async (api, container) => {
        const memory = { name: 'Memory', type: 'duckdb', options: { dbpath: ':memory:' } }
        const source = await (await api.post('/api/data_sources', { data: memory })).json()
        const query = { name: 'Kept', query: 'SELECT 42 AS answer', data_source_id: source.id }
        const { id } = await (await api.post('/api/queries', { data: query })).json()
        const run = await api.post(`/api/queries/${id}/results`, { data: { max_age: 0, wait: 30_000 } })
        const { job } = await run.json()
        const result = await api.get(`/api/query_results/${job.query_result_id}`)
        expect(await result.json()).toMatchObject({ query_result: { data: { rows: [{ answer: 42 }] } } })
        // Each library that the server names loads, without what was left out.
        const libraries = importedLibraries(`${image.root}/opt/sightline`)
        expect(libraries).toContain('tedious')
        const loadAll = `for (const name of ${JSON.stringify(libraries)}) await import(name)`
        await container.exec(['node', '--input-type=module', '-e', loadAll])
        await expect(container.exec(['node', '-e', 'fs.writeFileSync("/opt/sightline/x", "")'])).rejects.toThrow('EROFS')
      })
      await whileItRuns(async (api) => {
        const { results } = await (await api.get('/api/queries/my')).json()
        expect(results).toMatchObject([{ name: 'Kept' }])
      })
      // With the 24 MB of the base image, the image has less than 350 MB.
      const bytes = ['opt', 'usr'].map((name) => sizeOf(`${image.root}/${name}`))
      expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(326_000_000)
    })
  })
