import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'

const VERSION = '1.22.0'
const jars = () =>
  mavenJars(
    {
      ...{ group: 'org.apache.drill.exec', artifact: 'drill-java-exec', version: VERSION },
      sha256: '0806ccb256702837ffd995ca6557c1ec5aabcb374da01244873bea0d1fd0b3ff',
    },
    // Drill's own distribution has it too; what it depends on would bring an older one.
    {
      ...{ group: 'com.fasterxml.jackson.core', artifact: 'jackson-core', version: '2.14.1' },
      sha256: '0114187e296b34c931c1bf9e5a84152b62bfab7d182f5623f3982dc2da35e526',
    },
  )

/** The user of the server. */
export const DRILL_LOGIN = { username: 'ada', password: 'a secret' }

export interface StartedDrill extends StartedServer {
  /** The folder of its schema `dfs.data`: what is written there is a table. */
  data: string
}

/** One process of Drill without ZooKeeper, which wants a login by HTTP basic authentication or by its form. */
export const drillServer: FetchedServer<StartedDrill> = {
  name: 'Apache Drill',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries] = await Promise.all([javaProgram(17), jars()])
    const [port, userPort, dataPort] = await Promise.all([freePort(), freePort(), freePort()])
    const started = await startAt({
      name: 'Drill',
      path,
      async prepare(folder) {
        await mkdir(join(folder, 'data'))
        await writeFile(join(folder, 'Launch.java'), LAUNCH)
        await writeFile(join(folder, 'plugins.json'), JSON.stringify(plugins(folder)))
        const digest = createHash('sha1').update(DRILL_LOGIN.password).digest('base64')
        await writeFile(join(folder, 'passwords'), `${DRILL_LOGIN.username}:{SHA}${digest}\n`)
        await writeFile(join(folder, 'drill-override.conf'), JSON.stringify(settings(folder, [port, userPort, dataPort])))
        await writeFile(join(folder, 'logback.xml'), LOG)
        return {
          // Java compiles a file that it is given by name.
          args: [
            ...[...SHORT_LIVED, '-Xmx1g', '-XX:MaxDirectMemorySize=1g', ...ACCESS, `-Djava.io.tmpdir=${folder}`],
            // The zone shows that times depend on none. Without the charset, texts have Latin letters only.
            ...['-Duser.timezone=Asia/Kolkata', '-Dcalcite.default.charset=UTF-8'],
            ...['-cp', `${folder}:${join(libraries, '*')}`, join(folder, 'Launch.java')],
          ],
          isReady: (log) => log.includes('Drill is ready'),
        }
      },
      readyLimit: 120_000,
    })
    return { ...started, port, data: join(started.folder, 'data') }
  },
}

const settings = (folder: string, [port, userPort, dataPort]: number[]) => ({
  drill: {
    exec: {
      http: { port, bind_addr: '127.0.0.1', auth: { mechanisms: ['BASIC', 'FORM'] } },
      rpc: { bind_addr: '127.0.0.1', user: { server: { port: userPort } }, bit: { server: { port: dataPort } } },
      allow_loopback_address_binding: true,
      security: { user: { auth: { enabled: true, impl: 'htpasswd', htpasswd: { path: join(folder, 'passwords') } } } },
      storage: { bootstrap: { storage: 'plugins.json' } },
      sys: { store: { provider: { local: { path: join(folder, 'store') } } } },
      tmp: { directories: [join(folder, 'tmp')] },
      udf: { directory: { base: join(folder, 'udf') } },
      profiles: { store: { inmemory: true } },
      // Lets one query return all pairs of rows, which takes as long as a test needs.
      options: { planner: { enable_nljoin_for_scalar_only: false } },
    },
  },
})

const plugins = (folder: string) => ({
  storage: {
    dfs: {
      ...{ type: 'file', enabled: true, connection: 'file:///' },
      workspaces: { data: { location: join(folder, 'data'), writable: true } },
      formats: { json: { type: 'json', extensions: ['json'] }, parquet: { type: 'parquet' } },
    },
  },
})

/** Packages of Java that Drill uses, as its own script has them. */
const ACCESS = [
  'java.base/java.lang',
  'java.base/java.util',
  'java.base/java.nio',
  'java.base/java.net',
  'java.base/sun.nio.ch',
]
  .concat('java.security.jgss/sun.security.krb5')
  .map((name) => `--add-opens=${name}=ALL-UNNAMED`)

const LOG = `<configuration>
  <appender name="console" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%level %msg%n</pattern></encoder></appender>
  <root level="error"><appender-ref ref="console"/></root>
</configuration>
`

const LAUNCH = `import org.apache.drill.common.config.DrillConfig;
import org.apache.drill.exec.server.Drillbit;
import org.apache.drill.exec.server.RemoteServiceSet;

public class Launch {
    public static void main(String[] args) throws Exception {
        new Drillbit(DrillConfig.create(), RemoteServiceSet.getLocalServiceSet()).run();
        System.out.println("Drill is ready");
    }
}
`
