import { type Batch, type Column, uniqueNames } from '../../../platform/results/batch.ts'
import type { RunnerResult } from '../../runner.ts'
import { surfaceServerError } from '../errors.ts'
import { emptiedDates } from '../types.ts'
import { type BlockContext, BlockReader } from './blocks.ts'
import { ByteReader } from './byte-reader.ts'

/**
 * Reads the rows of a query in the format Native. The columns are known when the first block has arrived.
 * @returns null if there are no rows: then the server sends no columns either
 * @throws UnknownType if the type of a column has a format that is not known here
 */
export async function readBlocks(body: AsyncIterable<Buffer>, context: BlockContext): Promise<RunnerResult | null> {
  const reader = new ByteReader(surfaceServerError(body))
  const blocks = new BlockReader(reader, context)
  const first = await blocks.next()
  if (!first) return null
  const names = uniqueNames(blocks.columns.map(({ name }) => name))
  return {
    columns: blocks.columns.map(({ type, plan }, index): Column => ({ ...plan, name: names[index] ?? '', sourceType: type })),
    batches: batchesOf(first, blocks, reader),
    log: () => emptiedDates(blocks.columns.filter(({ hasNoDays }) => hasNoDays).map(({ name }) => name)),
  }
}

async function* batchesOf(first: Batch, blocks: BlockReader, reader: ByteReader): AsyncGenerator<Batch, void, undefined> {
  try {
    for (let batch: Batch | null = first; batch; batch = await blocks.next()) if (batch.rowCount > 0) yield batch
  } finally {
    await reader.close()
  }
}
