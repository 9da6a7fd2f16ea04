import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { type MavenArtifact, mavenJars } from './maven.ts'

/** The newest version that runs on Java 17. */
const VERSION = '2.19.6'
const artifacts: [MavenArtifact, ...MavenArtifact[]] = [
  {
    group: 'org.opensearch',
    artifact: 'opensearch',
    version: VERSION,
    sha256: '1befd40f7ef012f38fd03f33777dd03b3fe2c886a3ca454a4ef12395f7d9215b',
  },
  {
    group: 'org.opensearch.plugin',
    artifact: 'transport-netty4-client',
    version: VERSION,
    sha256: '5a67524df92c464a8ffd731a4f0a7c16daa09e37a3afc8331557fd14882b9ac9',
  },
  {
    group: 'org.opensearch.plugin',
    artifact: 'lang-painless',
    version: VERSION,
    sha256: 'e71e6c7ef99a6f5958cd0b25367acf472cc52cd49d29e13084c5ff0b5931f717',
  },
  {
    group: 'org.apache.logging.log4j',
    artifact: 'log4j-core',
    version: '2.25.4',
    sha256: '10fee2c0485d54fa44ee75d314f6295508f7b932281873db61a91b88073200e6',
  },
]
const jars = () => mavenJars(...artifacts)

/** One node of OpenSearch with scripts, without security and without its plugin for SQL, which Maven Central does not have. */
export const opensearchServer: FetchedServer<StartedServer> = {
  name: 'OpenSearch',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries, port, innerPort] = await Promise.all([javaProgram(17), jars(), freePort(), freePort()])
    const started = await startAt({
      name: 'OpenSearch',
      path,
      async prepare(folder) {
        const file = join(folder, 'Launch.java')
        await writeFile(file, LAUNCH)
        const settings = [`path.home=${folder}`, `http.port=${port}`, `transport.port=${innerPort}`]
        return {
          // Java compiles a file that it is given by name.
          args: [...SHORT_LIVED, '-Xmx1g', '-cp', join(libraries, '*'), file, ...settings],
          isReady: () => answersAt(`http://127.0.0.1:${port}/_cluster/health`),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port }
  },
}

/** Starts a node as the tests of OpenSearch do, with plug-ins of the class path. The arguments are settings, `name=value`. */
const LAUNCH = `import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;

public class Launch extends Node {
    Launch(Settings settings) {
        super(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "tests"),
            List.of(org.opensearch.transport.Netty4Plugin.class, org.opensearch.painless.PainlessPlugin.class),
            true
        );
    }

    public static void main(String[] args) throws Exception {
        Settings.Builder settings = Settings.builder()
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .put("cluster.routing.allocation.disk.threshold_enabled", false);
        for (String each : args) settings.put(each.split("=")[0], each.split("=")[1]);
        new Launch(settings.build()).start();
        Thread.currentThread().join();
    }
}
`
