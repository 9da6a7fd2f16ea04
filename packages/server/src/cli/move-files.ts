import { openUnmigrated } from '../platform/db/unmigrated.ts'
import { createBucketFileStore } from '../platform/files/bucket/store.ts'
import { copyFiles } from '../platform/files/copy-files.ts'
import { createDatabaseFileStore } from '../platform/files/database.ts'
import { createFileStore, filesDirectory } from '../platform/files/directory.ts'
import { bucketOf, type FilePlace, storeOf } from '../platform/files/open.ts'
import type { FileStore } from '../platform/files/store.ts'
import type { StandaloneCommand } from './command.ts'
import { progressLines } from './progress.ts'

export const moveFiles: StandaloneCommand = {
  name: 'move-files',
  takes: ['<url>'],
  options: {},
  help: [
    'Copies results and uploads to another place, a value for SIGHTLINE_RESULTS_URL: file:///folder, postgres: or s3://bucket.',
    'They stay where they are as well. If it is interrupted, run it again: what has been copied is not copied twice.',
  ],
  async runAlone({ config, given: [url = ''], report }) {
    if (!URL.canParse(url)) throw new Error('Give the URL of a place, such as s3://bucket?region=eu-central-1.')
    const target: FilePlace = { ...config, resultsUrl: url }
    const [from, to] = [placeText(config), placeText(target)]
    if (from === to) throw new Error('Results and uploads are in that place already.')
    const { files, copied } = await withStore(config, (source) =>
      withStore(target, (store) => copyFiles(source, store, progressLines(report, 'Copied'))),
    )
    if (files === 0) throw new Error(`There are no results and uploads in ${from}.`)
    return [
      `All ${files} files of ${from} are in ${to} now; ${copied} of them were copied. Start Sightline with this setting:`,
      `  SIGHTLINE_RESULTS_URL=${url}`,
      'If Sightline is running, stop all its processes and repeat this first, for the files that came meanwhile.',
      `The files are still in ${from} as well. You can delete them there when everything works.`,
    ].join('\n')
  },
}

/** The place of files in words, which is also its identity. @throws Error with one sentence about a URL that cannot be used */
function placeText(place: FilePlace): string {
  switch (storeOf(place)) {
    case 'directory':
      return filesDirectory(place)
    case 'database':
      return 'the database'
    case 'bucket': {
      const { bucket, prefix, endpoint } = bucketOf(place)
      return `the bucket ${bucket}${prefix === '' ? '' : ` (folder ${prefix.slice(0, -1)})`}${endpoint === null ? '' : ` at ${endpoint}`}`
    }
  }
}

/** Opens the store of a place for a copy. */
async function withStore<Value>(place: FilePlace, work: (store: FileStore) => Promise<Value>): Promise<Value> {
  const use = { keepsCopies: false }
  switch (storeOf(place)) {
    case 'directory':
      return work(createFileStore(place))
    case 'bucket':
      return work(createBucketFileStore(place, bucketOf(place), use))
    case 'database': {
      const database = await openUnmigrated(place)
      try {
        return await work(createDatabaseFileStore(place, database.db, use))
      } finally {
        await database.close()
      }
    }
  }
}
