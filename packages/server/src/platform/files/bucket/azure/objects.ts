import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { isName, type StoredFile } from '../../store.ts'
import { DIGEST, digestOf } from '../digest.ts'
import { isMissing } from '../failure.ts'
import type { AzureLocation } from '../location.ts'
import type { BucketObjects } from '../objects.ts'
import { checkLimit, requestLimit, transferLimit } from '../time-limits.ts'
import { transferred } from '../transfer.ts'
import { containerClient } from './client.ts'

/** Attempts of each request: with the delays between them, about half a minute. */
const MAX_ATTEMPTS = 7
/** One lost connection is no trouble yet. */
const CHECK_ATTEMPTS = 2
const BLOCK_BYTES = 8 * 1024 * 1024
/** Blocks of one upload that are in memory at a time. */
const BLOCKS_IN_FLIGHT = 2

/** The objects of a container of Azure Blob Storage. */
export function azureObjects(location: AzureLocation): BucketObjects {
  const container = containerClient(location, MAX_ATTEMPTS)
  const checking = containerClient(location, CHECK_ATTEMPTS)
  const { prefix } = location
  const blob = (name: string) => container.getBlockBlobClient(`${prefix}${name}`)
  return {
    // The blob appears with the last request.
    async put(name, path) {
      const { size } = await stat(path)
      await blob(name).uploadFile(path, {
        blockSize: BLOCK_BYTES,
        maxSingleShotSize: BLOCK_BYTES,
        concurrency: BLOCKS_IN_FLIGHT,
        metadata: { [DIGEST]: await digestOf(path) },
        abortSignal: transferLimit(size),
      })
    },
    async *read(name) {
      const { contentLength: size = 0, etag, metadata } = await blob(name).getProperties({ abortSignal: requestLimit() })
      yield* transferred({
        key: `${prefix}${name}`,
        size,
        digest: metadata?.[DIGEST],
        async open(from, abortSignal) {
          // No range of an empty object can be asked for.
          if (from >= size) return Readable.from([])
          const conditions = etag === undefined ? {} : { ifMatch: etag }
          const reply = await blob(name).download(from, size - from, { conditions, abortSignal })
          if (!(reply.readableStreamBody instanceof Readable)) throw new Error('The storage sent no body.')
          return reply.readableStreamBody
        },
      })
    },
    async has(name) {
      try {
        await blob(name).getProperties({ abortSignal: requestLimit() })
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async list(folder) {
      const found: StoredFile[] = []
      for await (const { name: key, properties } of container.listBlobsFlat({ prefix: `${prefix}${folder}/` })) {
        const name = key.slice(prefix.length)
        // Other programs may use the container too.
        if (isName(name)) found.push({ name, size: properties.contentLength ?? 0, modified: properties.lastModified })
      }
      return found
    },
    async remove(name) {
      await blob(name).deleteIfExists({ abortSignal: requestLimit() })
    },
    // The storage removes the blocks of an upload that was not completed after a week.
    removeUnfinished: async () => {},
    async check() {
      await checking.listBlobsFlat({ prefix, abortSignal: checkLimit() }).byPage({ maxPageSize: 1 }).next()
    },
  }
}
