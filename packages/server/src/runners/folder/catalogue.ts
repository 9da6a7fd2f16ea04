import { distinctNames } from '@sightline/domain/names.ts'
import type { StoredFile } from './file-store.ts'
import { type Format, formatOf, partitionedFolder } from './formats.ts'

/** A table that queries can name, and the files with its rows: one, or several of the same format. */
export interface FolderTable {
  name: string
  format: Format
  files: readonly StoredFile[]
  /** The sheet of a workbook; null for the first. */
  sheet: string | null
}

/** The tables of a source. */
export interface Catalogue {
  /** One table per file, with the shortest unambiguous name. */
  tables: FolderTable[]
  /**
   * Files in the same folder, or below partition folders like `year=2025`, as one table if they have the same format: `2025/*`,
   * `sales/**\/*`.
   */
  folders: FolderTable[]
  /** Finds a table by name, case-insensitively; null if there is none. */
  find(name: string): FolderTable | null
}

/** A folder, optionally with all below it, and optionally an extension. */
const PATTERN = /^((?:[^*]*\/)?)(\*\*\/)?\*(\.[^*/]+)?$/

// `2025/sales.parquet` is the table `2025/sales`. Dots become underscores, since a dot separates schema and table. Files that
// would share a name keep their extensions; every file can also be named by its path. `2025/*` is all files of that folder,
// `2025/**/*` also those of the folders below, `2025/*.csv` those with this extension.

/** Names files as tables. */
export function catalogueOf(files: readonly StoredFile[]): Catalogue {
  const known = files.flatMap((file) => {
    const found = formatOf(file.path)
    return found ? [{ file, ...found, stem: replaceDots(file.path.slice(0, -found.ending.length)) }] : []
  })
  const stems = countNames(known.map(({ stem }) => stem))
  const names = distinctNames(
    known.map(({ file, stem }) => ((stems.get(stem.toLowerCase()) ?? 0) > 1 ? replaceDots(file.path) : stem)),
  )
  const tables = known.map(({ file, format }, at) => ({ name: names[at] ?? file.path, format, files: [file], sheet: null }))
  const byName = new Map<string, FolderTable>()
  for (const table of tables) {
    byName.set(table.name.toLowerCase(), table)
    const [file] = table.files
    if (file && !byName.has(file.path.toLowerCase())) byName.set(file.path.toLowerCase(), table)
  }
  const findByName = (name: string) => byName.get(name.toLowerCase()) ?? null
  return {
    tables,
    folders: [...folderTables(files), ...partitionTables(files)],
    find: (name) => findByName(name) ?? matchPattern(files, name) ?? findSheet(findByName, name),
  }
}

/** A dot in a name would separate schema and table. */
export const replaceDots = (path: string): string => path.replaceAll('.', '_')

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  return counts
}

const folderTables = (files: readonly StoredFile[]): FolderTable[] =>
  groupTables(files, ({ path }) => `${path.slice(0, path.lastIndexOf('/') + 1)}*`).filter(({ files }) => files.length > 1)

/** Tables of files in partition folders: `sales/**\/*` for `sales/year=2025/a.parquet`. */
const partitionTables = (files: readonly StoredFile[]): FolderTable[] =>
  groupTables(files, ({ path }) => {
    const folder = partitionedFolder(path)
    return folder === null ? null : `${folder}**/*`
  })

/** Groups files by name; groups that cannot be one table are left out. */
function groupTables(files: readonly StoredFile[], nameOf: (file: StoredFile) => string | null): FolderTable[] {
  const groups = Map.groupBy(files, nameOf)
  return [...groups].flatMap(([name, group]) => {
    const table = name === null || name.includes('.') ? null : tableOf(name, group)
    return table ? [table] : []
  })
}

/** Whether a table of this name has files below a folder, if there are any. */
export function reaches(name: string, folder: string): boolean {
  const [place, named] = [`${folder}/`.toLowerCase(), name.toLowerCase()]
  const [, above, below] = PATTERN.exec(named) ?? []
  return named.startsWith(place) || (above !== undefined && below !== undefined && place.startsWith(above))
}

/** The files that match a pattern, as one table; null if there are none. */
function matchPattern(files: readonly StoredFile[], name: string): FolderTable | null {
  const [pattern, folder = '', below, ending = ''] = PATTERN.exec(name) ?? []
  if (pattern === undefined) return null
  const matches = (path: string) =>
    path.toLowerCase().startsWith(folder.toLowerCase()) &&
    path.toLowerCase().endsWith(ending.toLowerCase()) &&
    (below !== undefined || !path.slice(folder.length).includes('/'))
  return tableOf(
    name,
    files.filter(({ path }) => matches(path)),
  )
}

/** Files as one table; null if their formats differ or cannot be combined. */
function tableOf(name: string, files: readonly StoredFile[]): FolderTable | null {
  const [format, ...others] = new Set(files.map(({ path }) => formatOf(path)?.format))
  return format === undefined || format === 'excel' || others.length > 0 ? null : { name, format, files, sheet: null }
}

/** `book/Sheet 2`, where `book` is a workbook. */
function findSheet(findByName: (name: string) => FolderTable | null, name: string): FolderTable | null {
  const at = name.lastIndexOf('/')
  const workbook = at < 0 ? null : findByName(name.slice(0, at))
  return workbook?.format === 'excel' ? { ...workbook, name, sheet: name.slice(at + 1) } : null
}
