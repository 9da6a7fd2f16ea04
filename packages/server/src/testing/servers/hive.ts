import { link, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { hiveSettings } from './hive-settings.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { type MavenArtifact, mavenJars } from './maven.ts'

/** The newest version whose libraries are all in Maven Central, and what it was built with. */
const VERSION = '4.0.1'
const HADOOP = '3.3.6'
const TEZ = '0.10.4'

/** Classes of Hadoop in an older version, a second logger, and a kind of login of which parts are missing in Maven Central. */
const without = ['org.apache.hadoop:hadoop-client-api', 'org.slf4j:slf4j-reload4j', 'org.pac4j:pac4j-saml-opensamlv3']
const part = (group: string, artifact: string, version: string, sha256: string): MavenArtifact => ({
  ...{ group, artifact, version, sha256, without },
})

/** HiveServer2 with a metastore, and with Tez, which executes its queries in the same process. */
const jars = () =>
  mavenJars(
    part('org.apache.hive', 'hive-service', VERSION, 'ded47689f29baf61c8b6ba67e1352a13a5e85795d4ec426caa8b83a7e494d173'),
    part(
      'org.apache.hive',
      'hive-standalone-metastore-server',
      VERSION,
      'e8ebcd3f9c4863779be08cc0acaf51909df93188024fd1c7807699773732b794',
    ),
    part('org.apache.hadoop', 'hadoop-hdfs', HADOOP, '075fc48fd4ae299a58a9f26fb529671854689b215483b595fed4a56d77cb4c4d'),
    part(
      'org.apache.hadoop',
      'hadoop-mapreduce-client-common',
      HADOOP,
      '48cb1b0801b77e0fd586d38c4658d6a18b4554b1940478327616d28a9002b6e5',
    ),
    part(
      'org.apache.hadoop',
      'hadoop-mapreduce-client-jobclient',
      HADOOP,
      '7a58d6a81913511b366d75b152aa17fdfd8c208e55fa8029f13d04702184d0e4',
    ),
    part('org.apache.tez', 'tez-dag', TEZ, 'afc636f90414adf39e998080c94cec647007ff181c649e0ee98ba3691cc48bc8'),
    part('org.apache.tez', 'tez-mapreduce', TEZ, 'c05cd7df009ce39e7b96e2ed3a33d9112ce3a82d637d9fd90fff389d2749cd50'),
  )

/** Rows of each file in the folder `endless` of the warehouse, with a number and a text, and number of files. */
const FILE_ROWS = 1_000_000
const FILES = 20

export interface StartedHive extends StartedServer {
  /** The server listens at `port` in binary mode, and here in HTTP mode. */
  httpPort: number
  /** Folder with the files of tables. */
  warehouse: string
  /** The server's own list of the queries that it works on, as JSON. */
  activeQueries(): Promise<string>
}

/** HiveServer2, which takes any name and password, and has rights as in SQL. The administrator is `ada`. */
export const hiveServer: FetchedServer<StartedHive> = {
  name: 'Hive',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries] = await Promise.all([javaProgram(17), jars()])
    const [port, httpPort, pagePort] = await Promise.all([freePort(), freePort(), freePort()])
    const started = await startAt({
      name: 'Hive',
      path,
      async prepare(folder) {
        await writeFile(join(folder, 'Launch.java'), LAUNCH)
        await writeFile(join(folder, 'hive-site.xml'), hiveSettings(folder, { port, httpPort, pagePort }))
        await writeEndless(join(folder, 'warehouse', 'endless'))
        const properties = [`-Djava.io.tmpdir=${folder}`, '-Duser.timezone=UTC', '-Dfile.encoding=UTF-8']
        return {
          // Java compiles a file that it is given by name.
          args: [
            ...[...SHORT_LIVED, '-Xmx2g', ...ACCESS, ...properties],
            ...['-cp', `${folder}:${join(libraries, '*')}`, join(folder, 'Launch.java')],
          ],
          isReady: async () => (await listensAt(port)) && listensAt(httpPort),
        }
      },
      readyLimit: 120_000,
    })
    return {
      ...{ ...started, port, httpPort, warehouse: join(started.folder, 'warehouse') },
      activeQueries: async () => (await fetch(`http://127.0.0.1:${pagePort}/api/v1/queries/active`)).text(),
    }
  },
}

/** Writes a file of rows, and gives it more names, so that it takes the room of one. */
async function writeEndless(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const rows = Array.from({ length: FILE_ROWS }, (_, index) => `${index + 1}\u0001some text\n`)
  await writeFile(join(folder, '0'), rows.join(''))
  for (let name = 1; name < FILES; name++) await link(join(folder, '0'), join(folder, String(name)))
}

const listensAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Packages of Java that Hive and Hadoop use, as the script that starts Hive has them. */
const ACCESS = [
  ...['java.lang', 'java.lang.reflect', 'java.io', 'java.net', 'java.nio', 'java.text', 'java.time', 'java.util'],
  ...['java.util.concurrent', 'java.util.concurrent.atomic', 'java.util.regex', 'sun.nio.ch', 'sun.security.action'],
].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`)

const LAUNCH = `import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hive.service.server.HiveServer2;

public class Launch {
    public static void main(String[] args) throws Exception {
        HiveServer2 server = new HiveServer2();
        server.init(new HiveConf());
        server.start();
    }
}
`
