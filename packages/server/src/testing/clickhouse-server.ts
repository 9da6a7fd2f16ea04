import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type StartedProgram, startProgram } from './started-program.ts'

export interface ClickhouseForTests extends StartedProgram {
  port: number
  url: string
  user: string
  password: string
}

/**
 * Starts a ClickHouse server with a user that may do anything, one, `reader`, that may only read, and one, `visitor`, that may
 * only read the database `shop`.
 */
export async function startClickhouse(): Promise<ClickhouseForTests> {
  const port = await freePort()
  const nativePort = await freePort()
  const password = 'clickhouse secret'
  const user = 'analyst'
  const started = await startProgram({
    name: 'ClickHouse',
    paths: ['/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server'],
    debianPackage: 'clickhouse-server',
    async prepare(folder) {
      for (const name of ['data', 'tmp']) await mkdir(join(folder, name))
      await writeFile(join(folder, 'users.xml'), users(user, password))
      await writeFile(join(folder, 'config.xml'), settings(folder, port, nativePort))
      return { args: [`--config-file=${join(folder, 'config.xml')}`], readyAt: `http://127.0.0.1:${port}/ping` }
    },
  })
  return { ...started, port, url: `http://127.0.0.1:${port}`, user, password }
}

const settings = (folder: string, port: number, nativePort: number) => `<yandex>
  <logger><level>warning</level><console>1</console></logger>
  <http_port>${port}</http_port><tcp_port>${nativePort}</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>5368709</mark_cache_size><timezone>UTC</timezone>
</yandex>`

const users = (user: string, password: string) => `<yandex>
  <profiles>
    <default><max_threads>2</max_threads><fsync_metadata>0</fsync_metadata></default>
    <readonly><readonly>1</readonly></readonly>
  </profiles>
  <quotas><default/></quotas>
  <users>
    ${userOf(user, password, 'default')}
    ${userOf('reader', password, 'readonly')}
    ${userOf('visitor', password, 'readonly', '<allow_databases><database>shop</database></allow_databases>')}
  </users>
</yandex>`

const userOf = (name: string, password: string, profile: string, more = '') =>
  `<${name}><password>${password}</password><networks><ip>::/0</ip></networks><profile>${profile}</profile><quota>default</quota>${more}</${name}>`
