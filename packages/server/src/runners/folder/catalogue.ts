import { distinctNames } from '@sightline/domain/names.ts'
import type { StoredFile } from './file-store.ts'
import { type Format, formatOf } from './formats.ts'
import { partitionedFolder } from './partitions.ts'

/** A table that texts may name, and the files that have its rows: one, or several of one format. */
export interface FolderTable {
  name: string
  format: Format
  files: readonly StoredFile[]
  /** Which sheet of a workbook; null for the first. */
  sheet: string | null
}

/** The tables of a source. */
export interface Catalogue {
  /** One for each file, by the shortest name that is its own. */
  tables: FolderTable[]
  /** All files that lie side by side, or below folders like `year=2025`, where they are of one format: `2025/*`, `sales/**\/*`. */
  folders: FolderTable[]
  /** The table of a name, in any case; null when there is none. */
  find(name: string): FolderTable | null
}

/** A folder, perhaps with all below it, and perhaps an ending. */
const PATTERN = /^((?:[^*]*\/)?)(\*\*\/)?\*(\.[^*/]+)?$/

// `2025/sales.parquet` is the table `2025/sales`. Points become underscores, as schemas part names at points. Files that would share
// a name keep their endings; every file can be named by its path as well. `2025/*` is all of that folder, `2025/**/*` that and all of
// the folders below, `2025/*.csv` those with this ending.

/** Names files as tables. */
export function catalogueOf(files: readonly StoredFile[]): Catalogue {
  const known = files.flatMap((file) => {
    const found = formatOf(file.path)
    return found ? [{ file, ...found, stem: pointless(file.path.slice(0, -found.ending.length)) }] : []
  })
  const stems = counted(known.map(({ stem }) => stem))
  const names = distinctNames(
    known.map(({ file, stem }) => ((stems.get(stem.toLowerCase()) ?? 0) > 1 ? pointless(file.path) : stem)),
  )
  const tables = known.map(({ file, format }, at) => ({ name: names[at] ?? file.path, format, files: [file], sheet: null }))
  const byName = new Map<string, FolderTable>()
  for (const table of tables) {
    byName.set(table.name.toLowerCase(), table)
    const [file] = table.files
    if (file && !byName.has(file.path.toLowerCase())) byName.set(file.path.toLowerCase(), table)
  }
  const named = (name: string) => byName.get(name.toLowerCase()) ?? null
  return {
    tables,
    folders: [...foldersIn(files), ...partitionedIn(files)],
    find: (name) => named(name) ?? severalIn(files, name) ?? sheetIn(named, name),
  }
}

/** A name without points, as schemas part names at points. */
export const pointless = (path: string): string => path.replaceAll('.', '_')

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  return counts
}

const foldersIn = (files: readonly StoredFile[]): FolderTable[] =>
  together(files, ({ path }) => `${path.slice(0, path.lastIndexOf('/') + 1)}*`).filter(({ files }) => files.length > 1)

/** Tables whose files lie in folders that name values: `sales/**\/*` for `sales/year=2025/a.parquet`. */
const partitionedIn = (files: readonly StoredFile[]): FolderTable[] =>
  together(files, ({ path }) => {
    const folder = partitionedFolder(path)
    return folder === null ? null : `${folder}**/*`
  })

/** Files that go by the same name, where they can be put together. */
function together(files: readonly StoredFile[], nameOf: (file: StoredFile) => string | null): FolderTable[] {
  const groups = Map.groupBy(files, nameOf)
  return [...groups].flatMap(([name, group]) => {
    const table = name === null || name.includes('.') ? null : tableOf(name, group)
    return table ? [table] : []
  })
}

/** The files that a pattern names, where there are some. */
function severalIn(files: readonly StoredFile[], name: string): FolderTable | null {
  const [pattern, folder = '', below, ending = ''] = PATTERN.exec(name) ?? []
  if (pattern === undefined) return null
  const isMeant = (path: string) =>
    path.toLowerCase().startsWith(folder.toLowerCase()) &&
    path.toLowerCase().endsWith(ending.toLowerCase()) &&
    (below !== undefined || !path.slice(folder.length).includes('/'))
  return tableOf(
    name,
    files.filter(({ path }) => isMeant(path)),
  )
}

/** Files as one table; null where they are of several formats, or of one that cannot be put together. */
function tableOf(name: string, files: readonly StoredFile[]): FolderTable | null {
  const [format, ...others] = new Set(files.map(({ path }) => formatOf(path)?.format))
  return format === undefined || format === 'excel' || others.length > 0 ? null : { name, format, files, sheet: null }
}

/** `book/Sheet 2`, where `book` is a workbook. */
function sheetIn(named: (name: string) => FolderTable | null, name: string): FolderTable | null {
  const at = name.lastIndexOf('/')
  const workbook = at < 0 ? null : named(name.slice(0, at))
  return workbook?.format === 'excel' ? { ...workbook, name, sheet: name.slice(at + 1) } : null
}
