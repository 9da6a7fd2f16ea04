import { join } from 'node:path'

/** The ports of a server: in binary mode, in HTTP mode, and of its own pages. */
interface Ports {
  port: number
  httpPort: number
  pagePort: number
}

/** Settings of a HiveServer2 that keeps everything in memory and in one folder, and needs no other process. */
export const hiveSettings = (folder: string, { port, httpPort, pagePort }: Ports): string => {
  const settings = {
    ...listening({ port, httpPort, pagePort }),
    ...inOneProcess,
    ...withRights,
    'hive.metastore.warehouse.dir': join(folder, 'warehouse'),
    'hive.exec.scratchdir': join(folder, 'scratch'),
    'hive.exec.local.scratchdir': join(folder, 'local'),
    'hive.downloaded.resources.dir': join(folder, 'resources'),
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `<property><name>${name}</name><value>${value}</value></property>`,
  )
  return `<configuration>\n${lines.join('\n')}\n</configuration>\n`
}

const listening = ({ port, httpPort, pagePort }: Ports) => ({
  'hive.server2.transport.mode': 'all',
  'hive.server2.thrift.bind.host': '127.0.0.1',
  'hive.server2.thrift.port': port,
  'hive.server2.thrift.http.port': httpPort,
  'hive.server2.webui.host': '127.0.0.1',
  'hive.server2.webui.port': pagePort,
})

/** The user who may take the role of an administrator. */
const HIVE_ADMIN = 'ada'

/** Rights as in SQL, of the name that a client gives; all files belong to the process. */
const withRights = {
  'hive.server2.enable.doAs': false,
  'hive.security.authorization.enabled': true,
  'hive.security.authorization.manager':
    'org.apache.hadoop.hive.ql.security.authorization.plugin.sqlstd.SQLStdHiveAuthorizerFactory',
  'hive.security.authenticator.manager': 'org.apache.hadoop.hive.ql.security.SessionStateUserAuthenticator',
  'hive.users.in.admin.role': HIVE_ADMIN,
  // Sessions may have a time zone, which this authorizer forbids otherwise.
  'hive.security.authorization.sqlstd.confwhitelist.append': String.raw`hive\.local\.time\.zone`,
}

const inOneProcess = {
  'javax.jdo.option.ConnectionURL': 'jdbc:derby:memory:metastore;create=true',
  'javax.jdo.option.ConnectionDriverName': 'org.apache.derby.jdbc.EmbeddedDriver',
  'datanucleus.schema.autoCreateAll': true,
  'hive.metastore.schema.verification': false,
  'hive.notification.event.poll.interval': '0s',
  'hive.server2.logging.operation.enabled': false,
  'hive.stats.autogather': false,
  'fs.defaultFS': 'file:///',
  'hive.execution.engine': 'tez',
  'tez.local.mode': true,
  'tez.local.mode.without.network': true,
  'tez.runtime.optimize.local.fetch': true,
  // Without it, a query in this process looks for a cancel only after a million rows.
  'hive.vectorized.execution.enabled': false,
  // Large results of plain queries are read while they are fetched, as on a server with little memory.
  'hive.fetch.task.conversion.threshold': -1,
  'hive.fetch.task.caching': false,
}
