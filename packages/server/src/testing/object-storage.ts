import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from './free-port.ts'
import { startProgram } from './started-program.ts'

export interface ObjectStorage {
  port: number
  keys: { accessKey: string; secretKey: string }
  /** The keys of a user who may not use the buckets. */
  stranger: { accessKey: string; secretKey: string }
  /** How many objects a page of a list has at most. */
  pageSize: number
  /** Makes a bucket and returns its URL for `SIGHTLINE_RESULTS_URL`. @param port of a proxy in front of the server */
  bucket(name: string, port?: number): Promise<string>
  stop(): Promise<void>
}

const PYTHON = '/usr/bin/python3'
const SWIFT = '/usr/lib/python3/dist-packages/swift/__init__.py'
const PROGRAM = fileURLToPath(new URL('./swift-program.py', import.meta.url))

/**
 * Starts an object storage with the S3 protocol: OpenStack Swift, the only one among Debian's packages that runs without a cluster.
 * `SIGHTLINE_TEST_S3` names another one as `http://key:secret@127.0.0.1:port`.
 */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const given = process.env.SIGHTLINE_TEST_S3
  if (given !== undefined) {
    const { port, username, password } = new URL(given)
    const keys = { accessKey: username, secretKey: password }
    return { ...storageAt(Number(port), keys, async () => {}), pageSize: 1000 }
  }
  if (!existsSync(SWIFT)) throw new Error('Swift is missing: install it with "sudo apt-get install python3-swift".')
  const port = await freePort()
  const keys = { accessKey: 'test:tester', secretKey: 'secret-of-tests' }
  const { stop } = await startProgram({
    name: 'Swift',
    paths: [PYTHON],
    debianPackage: 'python3-swift',
    prepare: async (folder) => ({
      args: [PROGRAM, folder, String(port), keys.accessKey, keys.secretKey],
      readyAt: `http://127.0.0.1:${port}/healthcheck`,
    }),
  })
  // As `swift-program.py` sets it, so that a test of several pages need not store a thousand objects.
  return { ...storageAt(port, keys, stop), pageSize: 100 }
}

function storageAt(port: number, keys: ObjectStorage['keys'], stop: () => Promise<void>): Omit<ObjectStorage, 'pageSize'> {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey },
  })
  return {
    port,
    keys,
    stranger: { accessKey: 'test:reader', secretKey: keys.secretKey },
    async bucket(name, through = port) {
      await client.send(new CreateBucketCommand({ Bucket: name }))
      return `s3://${name}/some/folder?endpoint=http://127.0.0.1:${through}`
    },
    stop,
  }
}
