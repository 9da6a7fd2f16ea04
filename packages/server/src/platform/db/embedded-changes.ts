/** Tables whose triggers write to other tables. A test compares them with the migrations. */
export const TABLES_WITH_TRIGGERS: readonly string[] = ['queries']

/** The changes that a statement may make. */
export interface MayChange {
  /** Null for any table. */
  tables: readonly string[] | null
  /** Whether the number of rows that it reports says if it has changed anything. */
  reportsRows: boolean
}

/**
 * Returns what a statement may change; null if surely nothing. No function that our statements call changes data: the only one of our
 * own belongs to a trigger. Deleted rows may take rows of other tables with them, and a statement that is not understood may change any.
 */
export function mayChange(text: string): MayChange | null {
  if (/^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge|into)\b/i.test(text)) return null
  return { tables: changedTables(text), reportsRows: /^\s*(?:insert|update|delete)\b/i.test(text) }
}

/** Before the name of a table; `on conflict … do update` is about the one before it, and `for update` only locks. */
const CHANGING = /\b(?:into|(?<!\b(?:do|for|for\s+no\s+key)\s+)update)\b/gi
const NAMED = new RegExp(`${CHANGING.source}\\s+"(\\w+)"(?!\\s*\\.)`, 'gi')

function changedTables(text: string): string[] | null {
  if (!/^\s*(?:insert|update|with)\b/i.test(text) || /\b(?:delete|merge|truncate)\b/i.test(text)) return null
  const changing = text.match(CHANGING) ?? []
  const named = [...text.matchAll(NAMED)].map(([, table = '']) => table)
  const isClear = named.length === changing.length && !named.some((table) => TABLES_WITH_TRIGGERS.includes(table))
  return isClear ? named : null
}

/** Counts the changes of a database by table. */
export class Changes {
  readonly #ofTables = new Map<string, number>()
  #ofAny = 0

  /** @param tables that have changed; null if it may be any */
  add(tables: readonly string[] | null): void {
    if (tables === null) this.#ofAny++
    else for (const table of tables) this.#ofTables.set(table, (this.#ofTables.get(table) ?? 0) + 1)
  }

  /** The number of changes that may have been of these tables. */
  of(tables: readonly string[]): number {
    return tables.reduce((sum, table) => sum + (this.#ofTables.get(table) ?? 0), this.#ofAny)
  }
}
