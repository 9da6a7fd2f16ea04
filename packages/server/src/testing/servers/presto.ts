import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'
import { isStarted, writeCatalogs } from './trino-plugins.ts'

/** The newest version whose parts are all in Maven Central. */
const VERSION = '0.296'
const jars = (artifact: string, sha256: string) =>
  mavenJars({ group: 'com.facebook.presto', artifact, version: VERSION, sha256 })
const server = () => jars('presto-main', 'e5e0dc5326ed80287f3c0a4c60e64abeeb7defa355cc80923e422434a9a0d6e8')
const tpch = () => jars('presto-tpch', '5162538eff901215101e756fdff06ebd81f9a28c06ea7f06472728482bcdeabd')

/** Catalogs like `tpch`, so that there are 10,000 tables: each has eight in nine schemas. */
export const FURTHER_CATALOGS: readonly string[] = Array.from({ length: 139 }, (_, at) => `copy_${at}`)

/**
 * Presto with the catalog `tpch`, which makes its rows up, and copies of it, none of which the user `visitor` may use. Maven Central has
 * none that can be written, of this version.
 */
export const prestoServer: FetchedServer<StartedServer> = {
  name: 'Presto',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  // One after the other: Maven writes to its own cache.
  fetch: async () => [await javaProgram(17), await server(), await tpch()],
  async start() {
    const [path, libraries, port] = await Promise.all([javaProgram(17), server(), freePort()])
    const url = `http://127.0.0.1:${port}`
    const started = await startAt({
      name: 'Presto',
      path,
      async prepare(folder) {
        const file = join(folder, 'config.properties')
        const { plugins, catalogs } = await writeCatalogs(folder, { tpch }, { tpch: FURTHER_CATALOGS })
        await writeFile(file, settings(url, port, plugins, catalogs))
        const [etc, rules] = [join(folder, 'etc'), join(folder, 'rules.json')]
        await mkdir(etc)
        await writeFile(rules, JSON.stringify(RULES))
        await writeFile(join(etc, 'access-control.properties'), `access-control.name=file\nsecurity.config-file=${rules}\n`)
        const properties = ['-Djdk.attach.allowAttachSelf=true', `-Dconfig=${file}`, ...NODE]
        return {
          args: [
            ...SHORT_LIVED,
            '-Xmx2g',
            ...properties,
            '-cp',
            join(libraries, '*'),
            'com.facebook.presto.server.PrestoServer',
          ],
          isReady: () => isStarted(url),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port }
  },
}

/** The first rule that fits decides. */
const RULES = { catalogs: [{ user: 'visitor', catalog: 'tpch|copy_.*', allow: 'none' }, { allow: 'all' }] }

const NODE = ['-Dnode.environment=tests', '-Dnode.id=tests']
const settings = (url: string, port: number, plugins: string, catalogs: string) => `coordinator=true
node-scheduler.include-coordinator=true
node.bind-ip=127.0.0.1
node.internal-address=127.0.0.1
http-server.http.port=${port}
discovery-server.enabled=true
discovery.uri=${url}
plugin.dir=${plugins}
catalog.config-dir=${catalogs}
query.max-memory=1GB
query.max-memory-per-node=512MB
query.max-total-memory-per-node=700MB
`
