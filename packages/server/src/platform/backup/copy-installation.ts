import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { keyCheck } from '../crypto/key-check.ts'
import type { CopySession } from '../db/copy-session.ts'
import { appliedSchema, isKnownSchema, tablesOf } from '../db/schema-history.ts'
import type { UnmigratedDatabase } from '../db/unmigrated.ts'
import { createBucketFileStore } from '../files/bucket/store.ts'
import { writing } from '../files/disk-full.ts'
import { bucketOf, storeOf } from '../files/open.ts'
import { makeTempDir } from '../files/process-folders.ts'
import { VERSION } from '../version.ts'
import { KeptFiles } from './kept-files.ts'
import { FORMAT, type Manifest, type PartSink, type TablePart } from './parts.ts'
import { STORED_FILE_TABLES, storedFileBytes, storedFileParts } from './stored-file-rows.ts'
import { describeTables, FIXED_FORMATS, tableParts } from './table-rows.ts'

/** An installation that is to be copied. */
export interface CopySource {
  database: Pick<UnmigratedDatabase, 'kind' | 'read'>
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'resultsUrl' | 'resultsKeys' | 'secretKey'>
  /** Names of files in the data directory that belong to the installation. */
  dataFiles: readonly string[]
  now: () => Date
}

/**
 * Copies an installation as it is at one moment, also while it is in use: all tables in one snapshot of the database, and the
 * files that they name.
 * @throws Error with one sentence if there is nothing to copy, or the secret key is not that of the database
 */
export async function copyInstallation(source: CopySource, sink: PartSink): Promise<Manifest> {
  const tempDir = await makeTempDir(source.config.dataDir)
  try {
    const files = new KeptFiles(tempDir)
    await keepFiles(source, files)
    return source.database.kind === 'embedded'
      ? await copyEmbedded(source, sink, { files, tempDir })
      : await copyPostgres(source, sink, files)
  } finally {
    await rm(tempDir, { recursive: true, force: true })
  }
}

async function keepFiles({ config, dataFiles }: CopySource, files: KeptFiles): Promise<void> {
  const kind = storeOf(config)
  if (kind === 'directory') await files.addStored(config)
  if (kind === 'bucket') await files.addObjects(createBucketFileStore(config, bucketOf(config)))
  await files.addData(config, dataFiles)
}

/**
 * The embedded database lets nobody else in while a transaction is open, so its rows are set aside on the disk first: the product
 * waits for that only, not for the reader of the copy.
 */
async function copyEmbedded(
  source: CopySource,
  sink: PartSink,
  { files, tempDir }: { files: KeptFiles; tempDir: string },
): Promise<Manifest> {
  const spooled: { table: string; path: string }[] = []
  const manifest = await source.database.read(async (session) => {
    const found = await readManifest(source, session, files)
    for await (const { table, bytes } of tableParts(session, found.tables)) {
      const path = join(tempDir, `${spooled.length}.copy`)
      await writing(() => writeFile(path, bytes))
      spooled.push({ table, path })
    }
    return found
  })
  await sink.begin(manifest)
  for (const { table, path } of spooled) await sink.table({ table, bytes: await readFile(path) })
  for await (const file of files.parts()) await sink.file(file)
  return manifest
}

/** PostgreSQL serves others while the snapshot is open, so nothing is set aside. */
async function copyPostgres(source: CopySource, sink: PartSink, files: KeptFiles): Promise<Manifest> {
  return source.database.read(async (session) => {
    const manifest = await readManifest(source, session, files)
    await sink.begin(manifest)
    const parts: AsyncIterable<TablePart> = tableParts(session, manifest.tables)
    for await (const part of parts) await sink.table(part)
    if (storeOf(source.config) === 'database') for await (const file of storedFileParts(session)) await sink.file(file)
    for await (const file of files.parts()) await sink.file(file)
    return manifest
  })
}

/** The first statements of a snapshot. */
async function readManifest(source: CopySource, session: CopySession, files: KeptFiles): Promise<Manifest> {
  await session.run(FIXED_FORMATS)
  const schema = await appliedSchema(session)
  if (schema === null) throw new Error('There is no installation in this database yet, so there is nothing to copy.')
  if (!isKnownSchema(schema))
    throw new Error(`The database was migrated by another version of Sightline than this one (${VERSION}).`)
  await refuseAnotherKey(session, source.config.secretKey)
  // Files that were stored between the first look and the snapshot: a file gets its name before its row.
  await keepFiles(source, files)
  const names = tablesOf(schema).filter((name) => !STORED_FILE_TABLES.includes(name))
  const { tables, bytes } = await describeTables(session, names)
  const stored = storeOf(source.config) === 'database' ? await storedFileBytes(session) : 0
  return {
    format: FORMAT,
    version: VERSION,
    schema,
    made_at: source.now().toISOString(),
    key_check: keyCheck(source.config.secretKey),
    tables,
    bytes: bytes + stored + files.bytes,
  }
}

/** A backup is sealed with the key of its secrets; databases of the first versions do not know theirs. */
async function refuseAnotherKey(session: CopySession, secretKey: string): Promise<void> {
  const [table] = await session.rows("select to_regclass('public.secret_key_checks')::text as name")
  if (!table?.name) return
  const [check] = await session.rows('select value from secret_key_checks')
  if (check === undefined || check.value === keyCheck(secretKey)) return
  throw new Error('The secret key is not the one that the secrets in the database are encrypted with: set that key first.')
}
