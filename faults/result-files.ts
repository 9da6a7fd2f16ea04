import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { type FaultyHttpProxy, startFaultyHttpProxy } from '../packages/server/src/testing/http-proxy.ts'
import { startObjectStorage } from '../packages/server/src/testing/object-storage.ts'

/** The storage of results of an installation, from outside. */
export interface ResultFiles {
  /** The settings of the processes that use it. */
  env: Record<string, string>
  /** The names of all files, with their sizes in bytes. */
  sizes(): Promise<ReadonlyMap<string, number>>
  /** Gives all files a time of change. Null if the storage has no such operation. */
  setTimes: ((at: Date) => void) | null
  /** Between the processes and an object storage; null for a folder. */
  proxy: FaultyHttpProxy | null
  close(): Promise<void>
}

/** Results in a folder that all processes see. @param folder an existing one */
export function filesInFolder(folder: string): ResultFiles {
  const names = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return {
    env: { SIGHTLINE_RESULTS_URL: pathToFileURL(folder).href },
    sizes: async () => new Map(names().map((name) => [name, statSync(join(folder, name)).size])),
    setTimes(at) {
      for (const name of names()) utimesSync(join(folder, name), at, at)
    },
    proxy: null,
    close: async () => {},
  }
}

/** Results in a bucket of an object storage that is started here. */
export async function filesInBucket(): Promise<ResultFiles> {
  const storage = await startObjectStorage()
  const proxy = await startFaultyHttpProxy(storage.port)
  const url = await storage.bucket('faults', proxy.port)
  const { accessKey, secretKey } = storage.keys
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${storage.port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
  const prefix = `${new URL(url).pathname.slice(1)}/`
  return {
    env: {
      SIGHTLINE_RESULTS_URL: url,
      SIGHTLINE_RESULTS_ACCESS_KEY: accessKey,
      SIGHTLINE_RESULTS_SECRET_KEY: secretKey,
    },
    async sizes() {
      const sizes = new Map<string, number>()
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: 'faults', Prefix: prefix, ...(token && { ContinuationToken: token }) }),
        )
        for (const { Key = '', Size = 0 } of page.Contents ?? []) sizes.set(Key.slice(prefix.length), Size)
        token = page.NextContinuationToken
      } while (token !== undefined)
      return sizes
    },
    setTimes: null,
    proxy,
    async close() {
      client.destroy()
      await proxy.close()
      await storage.stop()
    },
  }
}
