import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'
import { isStarted, writeCatalogs } from './trino-plugins.ts'

/** The newest version that runs on Java 17. */
const VERSION = '435'
const jars = (artifact: string, sha256: string) => mavenJars({ group: 'io.trino', artifact, version: VERSION, sha256 })
const server = () => jars('trino-main', '8e772ee881ad02ff89257b5aa4d128ffafc1f7333f9f445b4176bc4c5fabfb42')
const memory = () => jars('trino-memory', '905f169894c515ca6568ad1529e322bb4475949f11d226c477bd5b0d446c2176')
const tpch = () => jars('trino-tpch', '1df84b8b46de332ecb8e2d43b5aa744e8a6f0bffa819ba3e8f7c16e0f8ea8408')

/**
 * Trino with the catalogs `memory`, which can be written, and `tpch`, which makes its rows up. Everybody may do anything, but for the
 * user `visitor`, who may read the column `id` of the table `open` in `memory.default`.
 */
export const trinoServer: FetchedServer<StartedServer> = {
  name: 'Trino',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  // One after the other: Maven writes to its own cache.
  fetch: async () => [await javaProgram(17), await server(), await memory(), await tpch()],
  async start() {
    const [path, libraries, port] = await Promise.all([javaProgram(17), server(), freePort()])
    const url = `http://127.0.0.1:${port}`
    const started = await startAt({
      name: 'Trino',
      path,
      async prepare(folder) {
        await writeSettings(folder, url, port)
        const properties = ['-Djdk.attach.allowAttachSelf=true', `-Dconfig=${join(folder, 'config.properties')}`]
        const named = Object.entries(PLUGINS).flatMap(([name, plugin]) => [join(folder, 'plugins', name), plugin])
        return {
          // Java compiles a file that it is given by name.
          args: [
            ...SHORT_LIVED,
            '-Xmx2g',
            ...properties,
            '-cp',
            join(libraries, '*'),
            join(folder, 'Launch.java'),
            VERSION,
            ...named,
          ],
          isReady: () => isStarted(url),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port }
  },
}

/** The classes that the server loads. */
const PLUGINS = { memory: 'io.trino.plugin.memory.MemoryPlugin', tpch: 'io.trino.plugin.tpch.TpchPlugin' }

/** The first rule that fits decides. */
const RULES = {
  catalogs: [
    { user: 'visitor', catalog: 'memory|system', allow: 'all' },
    { user: 'visitor', allow: 'none' },
    { catalog: '.*', allow: 'all' },
  ],
  schemas: [{ user: 'visitor', owner: false }, { owner: true }],
  tables: [
    { user: 'visitor', schema: 'information_schema|jdbc|runtime|metadata', privileges: ['SELECT'] },
    { user: 'visitor', table: 'open', privileges: ['SELECT'], columns: [{ name: 'pay', allow: false }] },
    { user: 'visitor', privileges: [] },
    { privileges: ['SELECT', 'INSERT', 'DELETE', 'UPDATE', 'OWNERSHIP', 'GRANT_SELECT'] },
  ],
}

/**
 * Does what the program of a release does, which is not among the JARs of Maven Central. The build of a release also adds a JAR to each
 * plug-in that names its class.
 */
const LAUNCH = `import java.io.FileOutputStream;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

public class Launch {
    public static void main(String[] args) throws Exception {
        for (int i = 1; i < args.length; i += 2) {
            try (JarOutputStream jar = new JarOutputStream(new FileOutputStream(args[i] + "/services.jar"))) {
                jar.putNextEntry(new ZipEntry("META-INF/services/io.trino.spi.Plugin"));
                jar.write(args[i + 1].getBytes());
            }
        }
        new io.trino.server.Server().start(args[0]);
    }
}
`

async function writeSettings(folder: string, url: string, port: number): Promise<void> {
  const { plugins, catalogs } = await writeCatalogs(folder, { memory, tpch })
  await writeFile(join(folder, 'Launch.java'), LAUNCH)
  const [rules, accessControl] = [join(folder, 'rules.json'), join(folder, 'access-control.properties')]
  await writeFile(rules, JSON.stringify(RULES))
  await writeFile(accessControl, `access-control.name=file\nsecurity.config-file=${rules}\n`)
  await writeFile(
    join(folder, 'config.properties'),
    `coordinator=true
access-control.config-files=${accessControl}
node-scheduler.include-coordinator=true
node.environment=tests
node.id=tests
node.bind-ip=127.0.0.1
node.internal-address=127.0.0.1
http-server.http.port=${port}
discovery.uri=${url}
plugin.dir=${plugins}
catalog.config-dir=${catalogs}
query.max-memory=1GB
query.max-memory-per-node=512MB
`,
  )
}
