import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'

/** The release with long-term support that runs on Java 17. */
const VERSION = '5.26.16'
const jars = () =>
  mavenJars({
    group: 'org.neo4j.test',
    artifact: 'neo4j-harness',
    version: VERSION,
    sha256: '8790c97337bbac2be587de8954f2bbe4d3634e130390714bd3307789d21a57ff',
  })

/** The administrator. In the community edition, every user is one. */
export const NEO4J_LOGIN = { username: 'neo4j', password: 'a secret' }

/** The community edition of Neo4j. */
export const neo4jServer: FetchedServer<StartedServer> = {
  name: 'Neo4j',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries, port] = await Promise.all([javaProgram(17), jars(), freePort()])
    const started = await startAt({
      name: 'Neo4j',
      path,
      async prepare(folder) {
        const file = join(folder, 'Launch.java')
        await writeFile(file, LAUNCH)
        return {
          // Java compiles a file that it is given by name.
          args: [
            ...SHORT_LIVED,
            '-Xmx1g',
            ...ACCESS,
            '-cp',
            join(libraries, '*'),
            file,
            folder,
            String(port),
            NEO4J_LOGIN.password,
          ],
          isReady: (log) => log.includes('Neo4j is ready'),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port }
  },
}

const ACCESS = ['java.nio', 'java.io', 'sun.nio.ch', 'java.util.concurrent', 'java.lang'].map(
  (name) => `--add-opens=java.base/${name}=ALL-UNNAMED`,
)

/** Starts the server as the tests of its extensions do. */
const LAUNCH = `import java.nio.file.Path;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.harness.Neo4jBuilders;

public class Launch {
    public static void main(String[] args) throws Exception {
        var started = Neo4jBuilders.newInProcessBuilder(Path.of(args[0]))
            .withConfig(GraphDatabaseSettings.auth_enabled, true)
            // Further logins would wait after three failures.
            .withConfig(GraphDatabaseSettings.auth_max_failed_attempts, 0)
            .withConfig(HttpConnector.enabled, true)
            .withConfig(HttpConnector.listen_address, new SocketAddress("127.0.0.1", Integer.parseInt(args[1])))
            .build();
        started.databaseManagementService().database("system")
            .executeTransactionally("ALTER USER neo4j SET PASSWORD '" + args[2] + "' CHANGE NOT REQUIRED");
        System.out.println("Neo4j is ready");
        Thread.currentThread().join();
    }
}
`
