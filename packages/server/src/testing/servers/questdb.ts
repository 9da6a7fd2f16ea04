import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { javaProgram, SHORT_LIVED } from './java.ts'
import { mavenJars } from './maven.ts'

const VERSION = '9.3.4'
const jars = () =>
  mavenJars({
    ...{ group: 'org.questdb', artifact: 'questdb', version: VERSION },
    sha256: '939bc53ab22f93dbaa6545143a6e7c536d4904c07b7f2d381e8eef10436be062',
  })

/** The user that QuestDB has by itself, and its database. */
export const QUESTDB_LOGIN = { user: 'admin', password: 'quest', dbname: 'qdb' }

/** A user that may only read. */
export const QUESTDB_READER = { user: 'visitor', password: 'secret of the visitor' }

/** QuestDB with its server for PostgreSQL's protocol alone. */
export const questdbServer: FetchedServer<StartedServer> = {
  name: 'QuestDB',
  version: VERSION,
  origin: 'Maven Central, Java 17',
  fetch: async () => [await javaProgram(17), await jars()],
  async start() {
    const [path, libraries, port] = await Promise.all([javaProgram(17), jars(), freePort()])
    const started = await startAt({
      name: 'QuestDB',
      path,
      async prepare(folder) {
        await mkdir(join(folder, 'conf'))
        await writeFile(join(folder, 'conf/server.conf'), settings(port))
        const main = ['-cp', join(libraries, '*'), 'io.questdb.ServerMain', '-d', folder]
        return { args: [...SHORT_LIVED, '-Xmx1g', ...main], isReady: (log) => /server-main enjoy/.test(log) }
      },
    })
    return { ...started, port }
  },
}

const settings = (port: number) => `pg.net.bind.to=127.0.0.1:${port}
http.enabled=false
http.min.enabled=false
line.tcp.enabled=false
telemetry.enabled=false
pg.readonly.user.enabled=true
pg.readonly.user=${QUESTDB_READER.user}
pg.readonly.password=${QUESTDB_READER.password}
`
