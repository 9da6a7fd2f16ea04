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
  /** Port at which the server, which reads the tables, says what it is doing. */
  adminPort: number
}

/** The user who may do everything, and one who may read the table `open`. */
export const PINOT_ADMIN = { username: 'ada', password: 'a secret' }
export const PINOT_VISITOR = { username: 'visitor', password: 'secret of visitor' }

/** The header of such a user. */
export const pinotToken = ({ username, password }: typeof PINOT_ADMIN): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** Settings of a controller or a broker, of which `access` is the beginning of the names. */
const principals = (access: string): Record<string, string> => ({
  [`${access}.principals`]: `${PINOT_ADMIN.username},${PINOT_VISITOR.username}`,
  [`${access}.principals.${PINOT_ADMIN.username}.password`]: PINOT_ADMIN.password,
  [`${access}.principals.${PINOT_VISITOR.username}.password`]: PINOT_VISITOR.password,
  [`${access}.principals.${PINOT_VISITOR.username}.tables`]: 'open',
  [`${access}.principals.${PINOT_VISITOR.username}.permissions`]: 'READ',
})

const ADMIN_TOKEN = pinotToken(PINOT_ADMIN)
/** Settings of each part of the cluster. */
const SETTINGS = {
  controller: {
    'controller.admin.access.control.factory.class': 'org.apache.pinot.controller.api.access.BasicAuthAccessControlFactory',
    ...principals('controller.admin.access.control'),
    'pinot.controller.segment.fetcher.auth.token': ADMIN_TOKEN,
  },
  broker: {
    'pinot.broker.access.control.class': 'org.apache.pinot.broker.broker.BasicAuthAccessControlFactory',
    ...principals('pinot.broker.access.control'),
    'pinot.broker.enable.query.cancellation': 'true',
  },
  server: {
    'pinot.server.segment.fetcher.auth.token': ADMIN_TOKEN,
    'pinot.server.segment.uploader.auth.token': ADMIN_TOKEN,
    'pinot.server.instance.auth.token': ADMIN_TOKEN,
    'pinot.query.scheduler.enable.query.cancellation': 'true',
  },
}

/** Pinot with basic authentication, whose queries can be cancelled: ZooKeeper, a controller, a broker and a server. */
export const pinotServer: FetchedServer<PinotServer> = {
  name: 'Pinot',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries, ...ports] = await Promise.all([javaProgram(17), jars(), ...Array.from({ length: 5 }, freePort)])
    const [zookeeper, controllerPort = 0, port = 0, serverPort, adminPort = 0] = ports
    const started = await startAt({
      name: 'Pinot',
      path,
      async prepare(folder) {
        const file = join(folder, 'Launch.java')
        await writeFile(file, LAUNCH)
        for (const [part, settings] of Object.entries(SETTINGS))
          await writeFile(
            join(folder, `${part}.properties`),
            Object.entries(settings)
              .map(([name, value]) => `${name}=${value}\n`)
              .join(''),
          )
        const numbers = [zookeeper, controllerPort, port, serverPort, adminPort].map(String)
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
    return { ...started, port, controllerPort, adminPort }
  },
}

const ACCESS = [
  '--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED',
  ...['java.nio', 'sun.nio.ch', 'java.lang', 'java.util'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
]

/** Runs the commands that start the parts of a cluster. The arguments are a folder, and the ports in the order of their use. */
const LAUNCH = `import java.io.FileReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.pinot.tools.admin.PinotAdministrator;
import org.apache.pinot.tools.admin.command.StartBrokerCommand;
import org.apache.pinot.tools.admin.command.StartControllerCommand;
import org.apache.pinot.tools.admin.command.StartServerCommand;
import picocli.CommandLine;

public class Launch {
    public static void main(String[] args) throws Exception {
        String folder = args[0];
        String cluster = " -clusterName tests -zkAddress 127.0.0.1:" + args[1];
        new PinotAdministrator().execute(("StartZookeeper -zkPort " + args[1] + " -dataDir " + folder + "/zookeeper").split(" "));
        String controller = "-controllerHost 127.0.0.1 -controllerPort " + args[2] + " -dataDir " + folder + "/controller" + cluster;
        CommandLine.populateCommand(new StartControllerCommand(), controller.split(" "))
            .setConfigOverrides(settings(folder + "/controller.properties")).execute();
        String broker = "-brokerHost 127.0.0.1 -brokerPort " + args[3] + cluster;
        CommandLine.populateCommand(new StartBrokerCommand(), broker.split(" "))
            .setConfigOverrides(settings(folder + "/broker.properties")).execute();
        String server = "-serverHost 127.0.0.1 -serverPort " + args[4] + " -serverAdminPort " + args[5]
            + " -dataDir " + folder + "/data -segmentDir " + folder + "/segments" + cluster;
        CommandLine.populateCommand(new StartServerCommand(), server.split(" "))
            .setConfigOverrides(settings(folder + "/server.properties")).execute();
    }

    private static Map<String, Object> settings(String file) throws Exception {
        Properties properties = new Properties();
        properties.load(new FileReader(file));
        Map<String, Object> settings = new HashMap<>();
        properties.forEach((name, value) -> settings.put((String) name, value));
        return settings;
    }
}
`
