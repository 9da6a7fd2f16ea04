import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A SQLite file with a table `sales` of one column `amount`, which a test can take away and give back. */
export interface BreakableSource {
  /** Type and options of the data source. */
  source: { type: 'sqlite'; options: { dbpath: string } }
  /** Its folder, which the server must be allowed to read. */
  folder: string
  /** Replaces the rows. */
  setAmounts(...amounts: (number | null)[]): void
  /** Renames the table: queries on `sales` fail from now on. */
  renameTable(): void
  restoreTable(): void
  remove(): void
}

export function breakableSource(...amounts: (number | null)[]): BreakableSource {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-breakable-'))
  const dbpath = join(folder, 'sales.sqlite')
  const change = (statements: string) => {
    const database = new DatabaseSync(dbpath)
    database.exec(statements)
    database.close()
  }
  const setAmounts: BreakableSource['setAmounts'] = (...values) =>
    change(`delete from sales; ${values.map((value) => `insert into sales values (${value ?? 'null'});`).join('')}`)
  change('create table sales (amount integer)')
  setAmounts(...amounts)
  return {
    source: { type: 'sqlite', options: { dbpath } },
    folder,
    setAmounts,
    renameTable: () => change('alter table sales rename to sales_2025'),
    restoreTable: () => change('alter table sales_2025 rename to sales'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
