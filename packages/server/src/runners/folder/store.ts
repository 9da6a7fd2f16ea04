import type { SourceContext } from '../runner.ts'
import { bucketFiles } from './bucket.ts'
import type { FileStore } from './file-store.ts'
import { localFiles } from './local.ts'
import { bucketOf, type FolderOptions } from './options.ts'

/**
 * Where the files of a source lie.
 * @param tempDir where what is fetched from a bucket goes
 */
export function storeOf({ config, signal, sourceFolders = [] }: SourceContext<FolderOptions>, tempDir: string): FileStore {
  const place = bucketOf(config)
  return place ? bucketFiles(place, config, { signal, tempDir }) : localFiles(config.path, sourceFolders, signal)
}

/** Resolves when the folder or the bucket can be read. */
export async function testConnection(context: SourceContext<FolderOptions>): Promise<void> {
  await storeOf(context, '').list()
}
