import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { type PostgresServer, startPostgres } from '../packages/server/src/testing/postgres-server.ts'
import { makeSmallDisk, type SmallDisk } from '../packages/server/src/testing/small-disk.ts'
import { startTcpProxy, type TcpProxy } from '../packages/server/src/testing/tcp-proxy.ts'
import { type Member, startMember } from './member.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { filesInBucket, filesInFolder, type ResultFiles } from './result-files.ts'

const ADMIN = { email: 'admin@example.com', password: 'a sentence works well' }
const WEB = 2
const WORKERS = 2
/** Room for the results and the temporary files of the whole run. */
const DISK_MB = 256

/** An installation of several processes, and all that they depend on. */
export interface Cluster {
  members: readonly Member[]
  metadataServer: PostgresServer
  sourceServer: PostgresServer
  /** Between the processes and the metadata database. */
  metadataProxy: TcpProxy
  /** Between the executors and the data source. */
  sourceProxy: TcpProxy
  /** A direct connection to the metadata database. */
  metadata: pg.Pool
  /** A direct connection to the data source. */
  source: pg.Pool
  /** The disk of all data directories, and of the results if they are in a folder. */
  disk: SmallDisk
  files: ResultFiles
  receiver: Receiver
  /** The key of the admin. */
  key: string
  /** Folder of the logs of all processes, which stays. */
  logs: string
  close(): Promise<void>
}

/**
 * Starts two database servers, two web processes and two workers, with proxies in between.
 * @param isInBucket whether results are in an object storage
 */
export async function startCluster(isInBucket: boolean): Promise<Cluster> {
  const disk = makeSmallDisk(DISK_MB)
  // It stays mounted otherwise when the run is aborted.
  const unmount = () => disk.close()
  process.once('exit', unmount)
  const logs = mkdtempSync(join(tmpdir(), 'sightline-faults-'))
  const [metadataServer, sourceServer, receiver] = await Promise.all([startPostgres(), startPostgres(), startReceiver()])
  const metadataProxy = await startTcpProxy(metadataServer.port)
  const sourceProxy = await startTcpProxy(sourceServer.port)
  const url = new URL(metadataServer.url)
  url.port = String(metadataProxy.port)
  const resultsDir = join(disk.path, 'results-of-all')
  mkdirSync(resultsDir)
  const files = isInBucket ? await filesInBucket() : filesInFolder(resultsDir)
  const env = {
    // As `npm start` does, so that the next start of a process takes less time.
    NODE_COMPILE_CACHE: join(tmpdir(), 'sightline-faults-compiled'),
    SIGHTLINE_DATABASE_URL: url.href,
    ...files.env,
    SIGHTLINE_SECRET_KEY: randomUUID() + randomUUID(),
    SIGHTLINE_SAMPLE_DATA: '0',
    SIGHTLINE_MIN_FREE_SPACE: '0',
    SIGHTLINE_ACCESS_LOG: '0',
    SIGHTLINE_SHUTDOWN_GRACE: '2',
    SIGHTLINE_DATABASE_WAIT: '120',
    SIGHTLINE_DESTINATION_NETWORKS: '127.0.0.1',
    SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
    SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
  }
  const start = (role: Member['role'], number: number, port: number | null) => {
    const name = `${role} ${number}`
    const file = name.replace(' ', '-')
    return startMember({ name, role, port, dataDir: join(disk.path, file), logFile: join(logs, `${file}.log`), env })
  }
  const members: Member[] = []
  for (let number = 1; number <= WEB; number++) {
    members.push(start('web', number, await freePort()))
    // The first one makes the tables and the admin.
    await members[0]?.ready()
  }
  for (let number = 1; number <= WORKERS; number++) members.push(start('worker', number, null))
  await Promise.all(members.map((member) => member.ready()))
  const metadata = lastingPool(metadataServer.url)
  const source = lastingPool(sourceServer.url)
  const { rows } = await metadata.query('SELECT api_key FROM users WHERE email = $1', [ADMIN.email])
  return {
    ...{
      members,
      metadataServer,
      sourceServer,
      metadataProxy,
      sourceProxy,
      metadata,
      source,
      disk,
      files,
      receiver,
      logs,
    },
    key: String(rows[0]?.api_key),
    async close() {
      await Promise.all(members.map((member) => member.stop('SIGKILL')))
      await Promise.all([metadata.end(), source.end(), metadataProxy.close(), sourceProxy.close()])
      await Promise.all([metadataServer.stop(), sourceServer.stop(), files.close()])
      receiver.close()
      process.off('exit', unmount)
      disk.close()
    },
  }
}

/** A pool that survives restarts of its server. */
function lastingPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 3 })
  pool.on('error', () => {})
  return pool
}
