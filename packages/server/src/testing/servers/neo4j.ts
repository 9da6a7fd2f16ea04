import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
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

/** The community edition of Neo4j, without authentication. */
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
          args: [...SHORT_LIVED, '-Xmx1g', ...ACCESS, '-cp', join(libraries, '*'), file, folder, String(port)],
          isReady: () => answersAt(`http://127.0.0.1:${port}/db/neo4j/query/v2`, PING),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port }
  },
}

const PING = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: '{"statement": "RETURN 1"}',
}

const ACCESS = ['java.nio', 'java.io', 'sun.nio.ch', 'java.util.concurrent', 'java.lang'].map(
  (name) => `--add-opens=java.base/${name}=ALL-UNNAMED`,
)

/** Starts the server as the tests of its extensions do. */
const LAUNCH = `import java.nio.file.Path;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.harness.Neo4jBuilders;

public class Launch {
    public static void main(String[] args) throws Exception {
        Neo4jBuilders.newInProcessBuilder(Path.of(args[0]))
            .withConfig(HttpConnector.enabled, true)
            .withConfig(HttpConnector.listen_address, new SocketAddress("127.0.0.1", Integer.parseInt(args[1])))
            .build();
        Thread.currentThread().join();
    }
}
`
