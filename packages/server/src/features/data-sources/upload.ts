import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '@sightline/contract/data-sources.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Context } from '../../platform/context.ts'
import { writing } from '../../platform/files/disk-full.ts'
import type { HttpExchange } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { QueryError } from '../../runners/runner.ts'
import { uploadName } from './options.ts'

const MAX_BYTES = 2 * 1024 ** 3

/**
 * Receives a file as the raw request body, imports it into a DuckDB database of its tables and stores that; the file itself is
 * not stored.
 * @param name the file's name on the user's machine, which determines its format
 */
export async function importUpload(ctx: Context, name: string, http: Pick<HttpExchange, 'stream' | 'signal'>): Promise<Upload> {
  const tempDir = await ctx.files.tempDir()
  try {
    const path = join(tempDir, 'upload')
    const body = countBytes(MAX_BYTES)
    await writing(() => pipeline(http.stream, body.pass, createWriteStream(path), { signal: http.signal }))
    if (body.bytes === 0) throw new AppError('upload_invalid', { reason: i18n._('The file is empty.') })
    const id = randomUUID()
    const targetPath = join(tempDir, `${id}.duckdb`)
    const tables = await ctx.executors.run({ kind: 'import', path, name, targetPath, tempDir }, http.signal)
    await ctx.files.put(uploadName(id), targetPath)
    return { id, name, size: body.bytes, tables }
  } catch (error) {
    if (error instanceof QueryError) throw new AppError('upload_invalid', { reason: error.message }, { cause: error })
    throw error
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

/** Counts the bytes of a stream and stops it at the limit. */
function countBytes(limit: number) {
  const total = {
    bytes: 0,
    async *pass(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        total.bytes += chunk.length
        if (total.bytes > limit) throw new AppError('too_large')
        yield chunk
      }
    },
  }
  return total
}
