/**
 * What is being written and not saved yet, kept in this browser: a crash, a closed tab or a lost session loses nothing. Each
 * user has entries of their own, which signing out removes.
 */

/** More than this many entries push out the oldest. */
const MAX_ENTRIES = 20

export interface Entry {
  /** When it was kept, milliseconds. */
  at: number
  value: unknown
}

const prefixOf = (userId: number) => `sightline-unsaved-${userId}-`

/** Keeps a value in place of the one before. Where the browser has no room for it, or keeps nothing at all, it is not kept. */
export function storeUnsaved(userId: number, name: string, value: unknown, at: number): void {
  const key = prefixOf(userId) + name
  const entry: Entry = { at, value }
  try {
    localStorage.setItem(key, JSON.stringify(entry))
    pushOutOldest(prefixOf(userId))
  } catch {
    // An older state in its place would be taken for the newest.
    removeUnsaved(userId, name)
  }
}

/** What was kept under names that begin alike, newest first. */
export function readUnsaved(userId: number, beginning: string): (Entry & { name: string })[] {
  const prefix = prefixOf(userId)
  try {
    const entries = keysOf(prefix + beginning).flatMap((key) => {
      const entry = readEntry(localStorage.getItem(key))
      return entry === null ? [] : [{ ...entry, name: key.slice(prefix.length) }]
    })
    return entries.toSorted((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

export function removeUnsaved(userId: number, name: string): void {
  try {
    localStorage.removeItem(prefixOf(userId) + name)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Forgets everything of a user. */
export function removeAllUnsaved(userId: number): void {
  try {
    for (const key of keysOf(prefixOf(userId))) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}

const keysOf = (prefix: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

function pushOutOldest(prefix: string): void {
  const age = (key: string) => readEntry(localStorage.getItem(key))?.at ?? 0
  const keys = keysOf(prefix)
  if (keys.length <= MAX_ENTRIES) return
  const oldest = keys.toSorted((one, other) => age(one) - age(other)).slice(0, keys.length - MAX_ENTRIES)
  for (const key of oldest) localStorage.removeItem(key)
}

function readEntry(text: string | null): Entry | null {
  if (text === null) return null
  const entry: unknown = JSON.parse(text)
  const isEntry = typeof entry === 'object' && entry !== null && 'at' in entry && typeof entry.at === 'number'
  return isEntry && 'value' in entry ? { at: Number(entry.at), value: entry.value } : null
}
