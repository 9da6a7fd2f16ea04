import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import { program } from './cache.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { goProgram, goSources } from './go.ts'

/** The newest version that Go 1.26.8 builds. */
const VERSION = 'v2.9.1'
/** The version of Flux that it needs. */
const FLUX_VERSION = 'v0.200.0'

const influxd = () =>
  goProgram({
    module: 'github.com/influxdata/influxdb/v2',
    version: VERSION,
    main: 'cmd/influxd',
    tags: ['sqlite_foreign_keys', 'sqlite_json'],
    library: libflux,
  })

/** Builds the compiler of Flux, which is in Rust, and describes it for the C compiler. Optimizations would take minutes. */
async function libflux(folder: string): Promise<Record<string, string>> {
  const sources = join(folder, 'flux')
  await cp(await goSources('github.com/influxdata/flux', FLUX_VERSION, folder), sources, { recursive: true })
  await program('chmod', ['-R', 'u+w', sources])
  // It names an older compiler, which would have to be installed; the one that is there builds it.
  await rm(join(sources, 'rust-toolchain.toml'))
  const rust = join(sources, 'libflux')
  await program('cargo', ['build', '--release', '--locked', '--package', 'flux', '--lib'], {
    cwd: rust,
    env: { CARGO_PROFILE_RELEASE_LTO: 'off', CARGO_PROFILE_RELEASE_OPT_LEVEL: '1' },
    name: 'Rust (cargo)',
  })
  const library = join(folder, 'lib')
  await mkdir(library)
  // Without the dynamic library beside it, the linker takes this one into the program.
  await cp(join(rust, 'target/release/libflux.a'), join(library, 'libflux.a'))
  const description = [
    ...['Name: flux', `Version: ${FLUX_VERSION.slice(1)}`, 'Description: Flux', `Cflags: -I${rust}/include`],
    `Libs: -L${library} -lflux -ldl -lm -lpthread`,
  ]
  await writeFile(join(folder, 'flux.pc'), `${description.join('\n')}\n`)
  return { PKG_CONFIG_PATH: folder }
}

export const INFLUX_ORGANIZATION = { org: 'acme', bucket: 'shop', token: 'a token of tests' }

/** InfluxDB 2 without its web pages, with an organization, a bucket and a token. */
export const influxdbServer: FetchedServer<StartedServer> = {
  name: 'InfluxDB',
  version: VERSION.slice(1),
  origin: 'Go modules, Rust',
  fetch: influxd,
  async start() {
    const [path, port] = await Promise.all([influxd(), freePort()])
    const url = `http://127.0.0.1:${port}`
    const started = await startAt({
      name: 'InfluxDB',
      path,
      prepare: async (folder) => ({
        args: [
          ...[`--bolt-path=${folder}/bolt`, `--engine-path=${folder}/engine`, `--sqlite-path=${folder}/sqlite`],
          ...[`--http-bind-address=127.0.0.1:${port}`, '--reporting-disabled', '--log-level=error'],
        ],
        isReady: () => answersAt(`${url}/health`),
      }),
    })
    const settings = JSON.stringify({ username: 'ada', password: 'open sesame', ...INFLUX_ORGANIZATION })
    const { ok, status } = await fetch(`${url}/api/v2/setup`, { method: 'POST', body: settings })
    if (ok) return { ...started, port }
    await started.stop()
    throw new Error(`InfluxDB was not set up: ${status}`)
  },
}
