import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'

const VERSION = '5.0.6'
const jars = () =>
  mavenJars({
    group: 'org.apache.cassandra',
    artifact: 'cassandra-all',
    version: VERSION,
    sha256: 'bd533204e1088179ba58bd817082673b211cc78f605e64e34c3cd001c42aca2a',
  })

/** One node of Apache Cassandra, with its superuser `cassandra`. */
export const cassandraServer: FetchedServer<StartedServer> = {
  name: 'Apache Cassandra',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: () => Promise.all([javaProgram(17), jars()]),
  async start() {
    const [path, libraries, port, storagePort] = await Promise.all([javaProgram(17), jars(), freePort(), freePort()])
    const started = await startAt({
      name: 'Cassandra',
      path,
      async prepare(folder) {
        const file = join(folder, 'cassandra.yaml')
        await writeFile(file, settings(folder, port, storagePort))
        const properties = [`-Dcassandra.config=file://${file}`, `-Dcassandra.storagedir=${folder}`, ...QUICK_START]
        return {
          args: [
            ...SHORT_LIVED,
            '-Xmx1500m',
            '-cp',
            join(libraries, '*'),
            ...properties,
            ...ACCESS,
            'org.apache.cassandra.service.CassandraDaemon',
          ],
          // The superuser is created a while after the start.
          isReady: (log) => log.includes('Created default superuser'),
          isReadyAgain: (log) => log.includes('Starting listening for CQL clients'),
        }
      },
      readyLimit: 280_000,
    })
    return { ...started, port }
  },
}

/** A single node waits for no others. */
const QUICK_START = [
  '-Dcassandra-foreground=yes',
  '-Dcassandra.skip_wait_for_gossip_to_settle=0',
  '-Dcassandra.ring_delay_ms=0',
  '-Dcassandra.superuser_setup_delay_ms=0',
]

/** Packages of Java that Cassandra uses, as in its file `jvm17-server.options`. */
const ACCESS = [
  ...['java.base/jdk.internal.misc', 'java.management.rmi/com.sun.jmx.remote.internal.rmi', 'java.rmi/sun.rmi.registry']
    .concat('java.rmi/sun.rmi.server', 'java.sql/java.sql', 'jdk.unsupported/sun.misc')
    .map((name) => `--add-exports=${name}=ALL-UNNAMED`),
  ...['java.lang.module', 'jdk.internal.loader', 'jdk.internal.ref', 'jdk.internal.reflect', 'jdk.internal.math']
    .concat('jdk.internal.module', 'jdk.internal.util.jar', 'sun.nio.ch', 'java.io', 'java.nio', 'java.lang', 'java.util')
    .concat('java.util.concurrent', 'java.util.concurrent.atomic')
    .map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
]

const settings = (folder: string, port: number, storagePort: number) => `cluster_name: tests
num_tokens: 1
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
data_file_directories: [${folder}/data]
commitlog_directory: ${folder}/commitlog
saved_caches_directory: ${folder}/saved
hints_directory: ${folder}/hints
cdc_raw_directory: ${folder}/cdc
commitlog_sync: periodic
commitlog_sync_period: 10000ms
endpoint_snitch: SimpleSnitch
listen_address: 127.0.0.1
rpc_address: 127.0.0.1
storage_port: ${storagePort}
native_transport_port: ${port}
authenticator: PasswordAuthenticator
authorizer: CassandraAuthorizer
batch_size_fail_threshold: 1MiB
write_request_timeout: 60000ms
read_request_timeout: 60000ms
range_request_timeout: 60000ms
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters: [{seeds: "127.0.0.1:${storagePort}"}]
`
