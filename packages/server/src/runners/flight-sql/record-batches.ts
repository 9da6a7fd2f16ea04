import { zstdDecompressSync } from 'node:zlib'
import { CompressionType, compressionRegistry, Message, type RecordBatch, RecordBatchReader, type Schema } from 'apache-arrow'
import { QueryError } from '../runner.ts'
import { lz4Decompressed } from './lz4.ts'
import type { FlightData } from './messages.ts'

/** A result as it arrives. */
export interface ArrowStream {
  schema: Schema
  batches: AsyncIterable<RecordBatch>
}

/** Bytes in front of a message in Arrow's stream format, and the multiple to which its header is filled up. */
const PREFIX = 8
const CONTINUATION = 0xffffffff
/** A buffer that is longer once decompressed would not fit into the memory of a run. */
const MAX_BUFFER_BYTES = 256 * 2 ** 20

compressionRegistry.set(CompressionType.ZSTD, {
  decode: (bytes) => new Uint8Array(zstdDecompressSync(bytes, { maxOutputLength: MAX_BUFFER_BYTES })),
})
compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: (bytes) => lz4Decompressed(bytes, MAX_BUFFER_BYTES) })

/**
 * Reads the messages of a call as Arrow's library reads its stream format
 * (https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format), one batch at a time.
 * @returns null if there are no messages
 * @throws QueryError, also from the batches, for what the library cannot read
 */
export async function readArrow(messages: AsyncIterable<FlightData>): Promise<ArrowStream | null> {
  const reader = await understood(() => RecordBatchReader.from(streamOf(messages)))
  await understood(async () => reader.open({ autoDestroy: false }))
  if (!reader.schema) return null
  return { schema: reader.schema, batches: batchesOf(reader) }
}

async function* batchesOf(reader: RecordBatchReader): AsyncGenerator<RecordBatch, void, undefined> {
  try {
    for (;;) {
      const { value, done } = await understood(async () => reader.next())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

async function* streamOf(messages: AsyncIterable<FlightData>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { header, body } of messages) {
    // A message may carry nothing but notes of the server.
    if (header.length === 0) continue
    const length = Math.ceil(header.length / PREFIX) * PREFIX
    const framed = Buffer.alloc(PREFIX + length)
    framed.writeUInt32LE(CONTINUATION)
    framed.writeUInt32LE(length, 4)
    framed.set(header, PREFIX)
    yield framed
    if (body.length > 0) yield body
  }
}

/** The messages of a table in Arrow's stream format. */
export function messagesOf(stream: Uint8Array): FlightData[] {
  const messages: FlightData[] = []
  for (let rest = Buffer.from(stream); ; ) {
    const length = rest.readUInt32LE(4)
    // An empty message ends the stream.
    if (length === 0) return messages
    const header = rest.subarray(PREFIX, PREFIX + length)
    const end = PREFIX + length + Message.decode(header).bodyLength
    messages.push({ header, body: rest.subarray(PREFIX + length, end) })
    rest = rest.subarray(end)
  }
}

/** Numbers of types that the library does not know, with their names. */
const UNKNOWN_TYPES: Record<string, string> = { 22: 'run-end encoded', 25: 'a list of views', 26: 'a list of views' }

async function understood<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof QueryError || !(error instanceof Error)) throw error
    const [, type] = /^Unrecognized type: "\w*" \((\d+)\)/.exec(error.message) ?? []
    const reason =
      type === undefined ? error.message : `a column is ${UNKNOWN_TYPES[type] ?? `of the type ${type}`}; CAST it in the query`
    throw new QueryError(`The result of the server cannot be read: ${reason.replace(/\.$/, '')}.`, { cause: error })
  }
}
