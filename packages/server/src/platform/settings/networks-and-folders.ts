import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { networkList } from '../networks.ts'
import { folderList, sourceFoldersFrom } from '../source-folders.ts'
import { ofKind, setting } from './setting.ts'

export interface NetworkConfig {
  /** Private addresses and networks that alert destinations may call. */
  destinationNetworks: string[]
  /** Private addresses and networks that URLs in query texts may point to. */
  sourceNetworks: readonly string[]
  /** Folders of this machine whose files data sources may read. */
  sourceFolders: readonly string[]
}

/** The folder of plug-ins. */
const pluginSetting = ofKind(
  'absolute path',
  z.string().refine((folder) => isAbsolute(folder), 'must be an absolute path, such as /srv/sightline-plugins'),
).optional()

export const networkSettings = {
  SIGHTLINE_SOURCE_NETWORKS: setting(networkList.default([]), {
    meaning:
      'private IP addresses and networks that URLs in query texts may lead to (types Url, JSON, CSV and Excel), the links to results that Databricks sends, and the other servers that a server with Flight SQL names; public addresses are always allowed. `169.254.169.254` only lets the type BigQueryGCE use the identity of the machine',
  }),
  SIGHTLINE_SOURCE_FOLDERS: setting(folderList.default([]), {
    meaning:
      'folders whose files data sources may read: files of the type *Files in a folder or S3 bucket*, DuckDB and SQLite databases, and MySQL certificates; none may contain the data directory or be inside it',
  }),
  SIGHTLINE_DESTINATION_NETWORKS: setting(networkList.default([]), {
    meaning:
      'private IP addresses and networks that [alert destinations](../guide/destinations.md) may call; public addresses are always allowed',
  }),
  SIGHTLINE_PLUGINS: setting(pluginSetting, {
    meaning:
      'folder with a sub-folder for each [plug-in](../guide/plug-ins.md), whose code runs with all rights of this program; every process of an installation needs the same',
  }),
}

type Given = z.output<z.ZodObject<typeof networkSettings>>

/** @throws Error with one sentence about a folder that overlaps the data directory */
export const networkConfigFrom = (given: Given, dataDir: string): NetworkConfig => ({
  destinationNetworks: given.SIGHTLINE_DESTINATION_NETWORKS,
  sourceNetworks: given.SIGHTLINE_SOURCE_NETWORKS,
  sourceFolders: sourceFoldersFrom(given.SIGHTLINE_SOURCE_FOLDERS, dataDir),
})

/**
 * The folder of plug-ins. They load before the other settings are read, which is when a path that is not absolute is refused.
 * @returns null if none is set
 */
export const pluginFolder = (env: Readonly<Record<string, string | undefined>>): string | null =>
  pluginSetting.safeParse(env.SIGHTLINE_PLUGINS || undefined).data ?? null
