import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'

/** The newest version of Maven Central with its tools. */
const VERSION = '0.11.0'
const jars = () =>
  mavenJars({
    group: 'org.apache.pinot',
    artifact: 'pinot-tools',
    version: VERSION,
    sha256: '08f3e9a334146704ceac423924c3a973539f6c1fd58f7a81806101dcd6c1428f',
    without: ['io.confluent:*', 'org.apache.pinot:pinot-orc'],
  })

/** A cluster of Pinot in one process. */
export interface PinotServer extends StartedServer {
  /** Port of the controller, which keeps the tables; `port` is that of the broker. */
  controllerPort: number
}

/** Pinot without authentication: ZooKeeper, a controller, a broker and a server. */
export const pinotServer: FetchedServer<PinotServer> = {
  name: 'Pinot',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries, ...ports] = await Promise.all([javaProgram(17), jars(), ...Array.from({ length: 5 }, freePort)])
    const [zookeeper, controllerPort = 0, port = 0, ...others] = ports
    const started = await startAt({
      name: 'Pinot',
      path,
      async prepare(folder) {
        const file = join(folder, 'Launch.java')
        await writeFile(file, LAUNCH)
        const numbers = [zookeeper, controllerPort, port, ...others].map(String)
        return {
          // Java compiles a file that it is given by name.
          args: [
            ...[
              ...SHORT_LIVED,
              '-Xmx1500m',
              '-Duser.timezone=UTC',
              ...ACCESS,
              '-Dplugins.dir=/nowhere',
              `-Djava.io.tmpdir=${folder}`,
            ],
            ...['-cp', join(libraries, '*'), file, folder, ...numbers],
          ],
          isReady: async () =>
            (await answersAt(`http://127.0.0.1:${controllerPort}/health`)) && answersAt(`http://127.0.0.1:${port}/health`),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port, controllerPort }
  },
}

const ACCESS = [
  '--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED',
  ...['java.nio', 'sun.nio.ch', 'java.lang', 'java.util'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
]

/** Runs the commands that start the parts of a cluster. The arguments are a folder, and the ports in the order of their use. */
const LAUNCH = `import org.apache.pinot.tools.admin.PinotAdministrator;

public class Launch {
    public static void main(String[] args) {
        String folder = args[0];
        String zookeeper = "127.0.0.1:" + args[1];
        String[] cluster = { "-clusterName", "tests", "-zkAddress", zookeeper };
        run("StartZookeeper -zkPort " + args[1] + " -dataDir " + folder + "/zookeeper", new String[0]);
        run("StartController -controllerHost 127.0.0.1 -controllerPort " + args[2] + " -dataDir " + folder + "/controller", cluster);
        run("StartBroker -brokerHost 127.0.0.1 -brokerPort " + args[3], cluster);
        run("StartServer -serverHost 127.0.0.1 -serverPort " + args[4] + " -serverAdminPort " + args[5]
            + " -dataDir " + folder + "/data -segmentDir " + folder + "/segments", cluster);
    }

    private static void run(String command, String[] more) {
        String[] words = command.split(" ");
        String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        new PinotAdministrator().execute(all);
    }
}
`
