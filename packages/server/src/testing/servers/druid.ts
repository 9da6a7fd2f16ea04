import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'

/** The newest version whose libraries are all in Maven Central. */
const VERSION = '33.0.0'
const jars = () =>
  mavenJars({
    group: 'org.apache.druid',
    artifact: 'druid-services',
    version: VERSION,
    sha256: 'a8dc3c81437d0eb2283ee18c0215a79356a71f9356df811e6eda13c32c400363',
    without: ['org.hyperic:sigar'],
  })

/** A broker of Druid with the ZooKeeper that it needs. It has no tables: those are kept by other processes of a cluster. */
export const druidServer: FetchedServer<StartedServer> = {
  name: 'Druid',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries, port, zookeeperPort] = await Promise.all([javaProgram(17), jars(), freePort(), freePort()])
    const started = await startAt({
      name: 'Druid',
      path,
      async prepare(folder) {
        const file = join(folder, 'Launch.java')
        await writeFile(file, LAUNCH)
        const settings = [
          ...[
            `-Ddruid.zk.service.host=127.0.0.1:${zookeeperPort}`,
            `-Ddruid.plaintextPort=${port}`,
            `-Djava.io.tmpdir=${folder}`,
          ],
          ...SETTINGS,
        ]
        return {
          // Java compiles a file that it is given by name.
          args: [
            ...SHORT_LIVED,
            '-Xmx1g',
            ...ACCESS,
            ...settings,
            '-cp',
            join(libraries, '*'),
            file,
            folder,
            String(zookeeperPort),
          ],
          isReady: () => answersAt(`http://127.0.0.1:${port}/druid/v2/sql`, PING),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port }
  },
}

const PING = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query": "SELECT 1"}' }

/** The broker does not wait for other processes, and takes little memory. */
const SETTINGS = [
  ...['host=127.0.0.1', 'bindOnHost=true', 'extensions.loadList=[]', 'lookup.enableLookupSyncOnStartup=false'],
  ...['sql.planner.awaitInitializationOnStart=false', 'broker.segment.awaitInitializationOnStart=false'],
  ...['processing.buffer.sizeBytes=50000000', 'processing.numThreads=1', 'processing.numMergeBuffers=2'],
]
  .map((setting) => `-Ddruid.${setting}`)
  .concat('-Duser.timezone=UTC', '-Dfile.encoding=UTF-8', '-XX:MaxDirectMemorySize=1g')

/** Packages of Java that Druid uses, as its own script to start it has them. */
const ACCESS = [
  ...['jdk.internal.ref', 'jdk.internal.misc'].map((name) => `--add-exports=java.base/${name}=ALL-UNNAMED`),
  ...['java.nio', 'jdk.internal.ref', 'java.io', 'java.lang', 'sun.nio.ch'].map(
    (name) => `--add-opens=java.base/${name}=ALL-UNNAMED`,
  ),
  '--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED',
]

const LAUNCH = `import java.io.File;
import java.net.InetSocketAddress;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

public class Launch {
    public static void main(String[] args) throws Exception {
        File data = new File(args[0], "zookeeper");
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1]));
        ServerCnxnFactory.createFactory(address, 50).startup(new ZooKeeperServer(data, data, 2000));
        org.apache.druid.cli.Main.main(new String[] { "server", "broker" });
    }
}
`
