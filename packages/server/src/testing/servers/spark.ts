import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { pythonPackages } from './python.ts'

const VERSION = '3.5.7'

/** The package for Python contains all of Spark. Returns the folder with its JARs. */
async function jars(): Promise<string> {
  const { PYTHONPATH } = await pythonPackages(`pyspark==${VERSION}`)
  return join(PYTHONPATH, 'pyspark', 'jars')
}

export interface StartedSpark extends StartedServer {
  /** The server listens at `port` in binary mode, and here in HTTP mode. */
  httpPort: number
  /**
   * Whether Spark works on jobs of a statement with this text, and goes on: it confirms a cancel once its scheduler has been asked to end
   * the jobs, which it does a moment later.
   */
  isWorkingOn(part: string): Promise<boolean>
}

const LOOKS = 50
const LOOK_INTERVAL_MS = 10

/** Spark's Thrift server with a metastore in memory, which takes any name and password. */
export const sparkServer: FetchedServer<StartedSpark> = {
  name: 'Spark',
  version: VERSION,
  origin: 'PyPI, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries] = await Promise.all([javaProgram(17), jars()])
    const [port, httpPort, pagePort] = await Promise.all([freePort(), freePort(), freePort()])
    const page = `http://127.0.0.1:${pagePort}/`
    const started = await startAt({
      name: 'Spark',
      path,
      async prepare(folder) {
        await writeFile(join(folder, 'Launch.java'), LAUNCH)
        const properties = Object.entries(settings(folder, { port, httpPort })).map(([name, value]) => `-D${name}=${value}`)
        return {
          // Java compiles a file that it is given by name.
          args: [
            ...[...SHORT_LIVED, '-Xmx2g', ...ACCESS, ...properties],
            ...['-cp', join(libraries, '*'), join(folder, 'Launch.java'), String(pagePort)],
          ],
          // No address of another machine is looked for.
          env: { SPARK_LOCAL_IP: '127.0.0.1' },
          isReady: () => answersAt(page),
        }
      },
      readyLimit: 120_000,
    })
    return {
      ...{ ...started, port, httpPort },
      async isWorkingOn(part) {
        for (let look = 0; look < LOOKS; look++) {
          if (!(await (await fetch(page)).text()).includes(part)) return false
          await sleep(LOOK_INTERVAL_MS)
        }
        return true
      },
    }
  },
}

/** Properties of Java that keep everything in one process, in memory and in one folder. */
const settings = (folder: string, { port, httpPort }: { port: number; httpPort: number }) => ({
  'java.io.tmpdir': folder,
  'user.timezone': 'UTC',
  // Methods that are called by reflection then need no access to classes of Java itself.
  'jdk.reflect.useDirectMethodHandle': false,
  'spark.master': 'local[2]',
  'spark.app.name': 'Thrift server',
  'spark.ui.enabled': false,
  'spark.driver.host': '127.0.0.1',
  'spark.driver.bindAddress': '127.0.0.1',
  'spark.sql.warehouse.dir': join(folder, 'warehouse'),
  'spark.hadoop.hive.server2.thrift.bind.host': '127.0.0.1',
  'spark.hadoop.hive.server2.thrift.port': port,
  'spark.hadoop.hive.server2.thrift.http.port': httpPort,
  'spark.hadoop.javax.jdo.option.ConnectionURL': 'jdbc:derby:memory:metastore;create=true',
})

/** Packages of Java that Spark uses, as the script that starts it has them. */
const ACCESS = [
  ...['java.lang', 'java.lang.invoke', 'java.lang.reflect', 'java.io', 'java.net', 'java.nio', 'java.util'],
  ...['java.util.concurrent', 'java.util.concurrent.atomic', 'jdk.internal.ref', 'sun.nio.ch', 'sun.nio.cs'],
  ...['sun.security.action', 'sun.util.calendar'],
].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`)

/** Starts the server in both modes, and then a page with the statements whose jobs are running. */
const LAUNCH = `import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.spark.JobExecutionStatus;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.hive.thriftserver.HiveThriftServer2;

public class Launch {
    public static void main(String[] args) throws Exception {
        SparkSession session = SparkSession.builder().enableHiveSupport().getOrCreate();
        SparkContext context = session.sparkContext();
        for (String mode : new String[] {"binary", "http"}) {
            context.hadoopConfiguration().set("hive.server2.transport.mode", mode);
            // The session of this thread would keep the settings of the first server.
            SessionState.detachSession();
            HiveThriftServer2.startWithContext(session.sqlContext());
        }
        HttpServer page = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        page.createContext("/", exchange -> {
            StringBuilder statements = new StringBuilder();
            var jobs = context.statusStore().jobsList(List.of(JobExecutionStatus.RUNNING)).iterator();
            while (jobs.hasNext()) statements.append(jobs.next().description().getOrElse(() -> "")).append('\\n');
            byte[] body = statements.toString().getBytes("UTF-8");
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        page.start();
    }
}
`
